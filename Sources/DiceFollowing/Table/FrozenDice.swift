package import DiceDrawing
import DiceModel

/// Keeps the dice unchanged until all have settled, if nothing is to move.
package struct FrozenDice {
    /// The last state of each table, by its name.
    private var last: [String: TableState] = [:]

    package init() {}

    /// Returns the state to draw for `table`.
    package mutating func shown(_ table: TableState, _ motion: Motion) -> TableState {
        guard motion == .none else { return table }
        var table = table
        table.hideFlyingThrows()
        if table.snapshot.rolling, let before = last[table.snapshot.table] {
            table.keepFaces(of: before)
        }
        if !table.snapshot.rolling {
            last[table.snapshot.table] = table
        }
        return table
    }
}
