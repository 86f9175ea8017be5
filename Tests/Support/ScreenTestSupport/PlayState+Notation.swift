package import DiceModel
import DiceNotation
package import DiceWire

@testable package import DicePlay

extension PlayState {
    /// A state whose typed lines are expressions only.
    package init(
        name: TableName,
        players: [String],
        mayPlay: Bool = true,
        tables: [TableSummary] = [],
        startsDaemon: Bool = true
    ) {
        self.init(
            name: name,
            players: players,
            mayPlay: mayPlay,
            tables: tables,
            startsDaemon: startsDaemon
        ) { line, _, _ throws(EntryLine.Mistake) in
            do throws(NotationError) {
                _ = try Expression(parsing: line)
            } catch {
                throw EntryLine.Mistake(message: error.message, place: error.place)
            }
            let params = ThrowParams(table: .default, expression: line)
            return [TypedThrow(line, params)]
        }
    }
}
