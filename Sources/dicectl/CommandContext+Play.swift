import ArgumentParser
import DiceModel
import DiceNotation
import DicePlay

extension CommandContext: PlayHost {
    var login: String { Player.login }

    func throwing(_ line: String, by player: String, _ rolls: [SavedRoll]?)
        throws(EntryLine.Mistake) -> [TypedThrow]
    {
        do {
            return try TypedThrow.all(of: line, by: player, rolls)
        } catch let error as NotationError {
            throw EntryLine.Mistake(message: error.message, place: error.place)
        } catch {
            throw EntryLine.Mistake(message: SecretOptions.message(for: error))
        }
    }
}
