import DiceClient
import DiceModel
import DiceNotation
import DiceWire

/// The daemon's saved rolls, requested when a word may be the name of one.
final class SavedShelf {
    private let ask: () throws -> [SavedRoll]
    private var rolls: [String: String]?
    /// The reason why the saved rolls are unknown.
    private(set) var failure: CommandError?

    init(_ ask: @escaping () throws -> [SavedRoll]) {
        self.ask = ask
    }

    /// Returns the saved rolls of a running daemon. Does not start a daemon; without one there are
    /// no saved rolls.
    static func ofRunningDaemon(_ context: CommandContext) -> SavedShelf {
        SavedShelf { try (try? context.reconnect())?.call(.listRolls).rolls ?? [] }
    }

    func replacingNames(in text: String) throws(NotationError) -> String {
        var names = SavedNames { self.expressions()[$0] }
        return try names.replace(in: text)
    }

    /// Returns the throws of the saved roll of this name, if it has several.
    func several(_ name: String) -> [RollText]? {
        guard RollName(name) != nil, let text = expressions()[name],
            let rolls = try? RollText.all(of: text, .stored)
        else {
            return nil
        }
        return rolls.count > 1 ? rolls : nil
    }

    private func expressions() -> [String: String] {
        if let rolls {
            return rolls
        }
        do {
            rolls = Dictionary(try ask().map { ($0.name.description, $0.expression) }) {
                $1
            }
        } catch {
            failure = CommandError(error)
        }
        return rolls ?? [:]
    }

    /// Adds a suggestion for the unknown word to the error.
    func explained(_ error: NotationError, in text: String) -> NotationError {
        let word = String(
            decoding: Array(text.utf8)[error.place.clamped(to: 0..<text.utf8.count)],
            as: UTF8.self
        )
        guard error.reason == .bad, rolls?[word] == nil,
            let meant = Suggestion.nearest(word, (rolls ?? [:]).keys.sorted())
        else { return error }
        return NotationError(
            "no saved roll `\(word)`; did you mean `\(meant)`?",
            at: error.place,
            expected: [meant]
        )
    }
}
