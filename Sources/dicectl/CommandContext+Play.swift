import ArgumentParser
import DiceFollowing
import DiceModel
import DiceNotation
import DicePlay

extension CommandContext: PlayHost {
    var login: String { Player.login }

    func throwing(_ line: String, by player: String, among rolls: [SavedRoll]?)
        throws(EntryLine.Mistake) -> [TypedThrow]?
    {
        do {
            return try TypedThrow.all(of: line, by: player, among: rolls)
        } catch let error as NotationError {
            throw EntryLine.Mistake(message: error.message, place: error.place)
        } catch CommandError.notation(let error, let text) {
            let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
            let label = TypedWords(["roll"] + words).labelledWords(from: text)?.dropFirst()
                .joined(separator: " ")
            throw EntryLine.Mistake(
                message: error.message + (label.map { "; to label the throw: \($0)" } ?? ""),
                place: error.place,
                of: text,
                in: line
            )
        } catch let error as CommandError {
            throw EntryLine.Mistake(message: error.message(in: self) ?? "")
        } catch {
            throw EntryLine.Mistake(message: SecretOptions.message(for: error))
        }
    }
}
