import DiceClient
import DiceFollowing
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
        SavedShelf {
            let client = try? context.reconnect()
            return try client?.call(.listRolls, ListRollsParams()).rolls ?? []
        }
    }

    /// Returns the expression with the names of saved rolls replaced.
    func written(_ roll: RollText) throws(NotationError) -> WrittenExpression {
        try roll.written { self.expressions()[$0] }
    }

    /// Returns the text and the throws of the saved roll of this name, if it has several.
    func several(_ name: String) -> (text: String, rolls: [RollText])? {
        guard RollName(name) != nil, let text = expressions()[name],
            let rolls = try? RollText.all(of: text, .stored)
        else {
            return nil
        }
        return rolls.count > 1 ? (text, rolls) : nil
    }

    /// Returns the name of the parameter of a saved roll that has exactly one.
    func onlyParameter(of name: RollName) -> String? {
        let text = RollText(expression: name.description)
        let parameters = (try? written(text))?.expression.parameters ?? []
        return parameters.count == 1 ? parameters[0].name : nil
    }

    /// Returns true if there is a saved roll of this name.
    func has(_ name: RollName) -> Bool {
        expressions()[name.description] != nil
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

    /// Returns the error for a text that is not a roll, with a suggestion for an unknown word.
    func refusal(of text: String, _ error: NotationError) -> CommandError {
        if let failure {
            return failure
        }
        var word = String(
            decoding: Array(text.utf8)[error.place.clamped(to: 0..<text.utf8.count)],
            as: UTF8.self
        )
        // In brackets, the name is that of a saved die.
        let isDie = word.hasPrefix("[") && word.hasSuffix("]")
        if isDie {
            word = String(word.dropFirst().dropLast())
        }
        if !isDie, error.isMistake, SecretOptions.foreignWords.contains(word.lowercased()),
            expressions()[word] == nil
        {
            let problem = "no saved roll `\(word)`; for a secret throw: --secret"
            return .notation(NotationError(problem, at: error.place, expected: ["--secret"]), text)
        }
        let names = isDie ? Array(expressions().keys) : Array((rolls ?? [:]).keys)
        guard error.isMistake, !names.contains(word),
            let meant = Suggestion.nearest(word, names.sorted())
        else { return .notation(error, text) }
        return .notation(
            NotationError(
                "no saved \(isDie ? "die" : "roll") `\(word)`; did you mean `\(meant)`?",
                at: error.place,
                expected: [meant]
            ),
            text
        )
    }
}

extension WrittenExpression {
    /// Returns the expression with its parameters filled in, unless all have their defaults. Throws
    /// `NotationError`.
    func filling(_ values: [String: Double]) throws(NotationError) -> WrittenExpression {
        values.isEmpty && expression.parameters.allSatisfy { $0.standard != nil }
            ? self : try filled(with: values)
    }
}
