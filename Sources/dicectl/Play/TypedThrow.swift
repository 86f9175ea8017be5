import DiceModel
import DiceNotation
import DiceWire

/// A throw that was typed.
struct TypedThrow: Hashable {
    let text: String
    /// The text without the options of a secret throw, and the remark behind it.
    private let roll: RollText
    private var notation: String { roll.expression }
    /// Who sees it; nil for everybody.
    let viewers: Viewers?
    /// The name of a saved roll and its values, if the text is not an expression.
    private var saved: SavedText?
    /// Why the text is not an expression; nil if it is one.
    private(set) var unread: NotationError?

    private struct SavedText: Hashable {
        var name: RollName
        var values: [String: Double] = [:]
    }

    /// The throws of a line, with a `;` between each two; before or after them may stand who sees
    /// them: `--to gm`.
    ///
    /// Throws `NotationError` if one can be none, and what is wrong with the options.
    static func all(of line: String) throws -> [TypedThrow] {
        let (viewers, rest) = try SecretOptions.take(from: line)
        let rolls = try RollText.all(of: rest)
        return try rolls.map { roll throws(NotationError) in
            do throws(NotationError) {
                return try TypedThrow(
                    rolls.count == 1 ? line : roll.expression,
                    roll,
                    viewers
                )
            } catch { throw error.about(error.place, movedBy: roll.start) }
        }
    }

    /// An expression, which may have names of saved rolls in it, else such a name with values:
    /// `attack bonus=9`.
    private init(_ text: String, _ roll: RollText, _ viewers: Viewers?)
        throws(NotationError)
    {
        self.text = text
        self.roll = roll
        self.viewers = viewers
        let notation = roll.expression
        do {
            let expression = try Expression(
                parsing: try Expression.filling(notation, with: [:])
            )
            try expression.check(dice: Limits.diceOfThrow)
        } catch {
            saved = Self.saved(notation)
            unread = error
            guard saved != nil || SavedNames.mayStand(in: notation) else { throw error }
        }
    }

    /// - Parameter own: the thrower's name, also where `by` is left to the daemon.
    func params(table: TableName, by: String?, own: String, entropy: String)
        -> ThrowParams
    {
        let values = saved?.values ?? [:]
        return ThrowParams(
            table: table,
            expression: saved == nil ? notation : nil,
            saved: saved?.name,
            values: values.isEmpty ? nil : ParameterValues(values),
            label: roll.remark,
            by: by,
            entropy: entropy,
            seenBy: viewers?.inRequest(of: own)
        )
    }

    private static func saved(_ text: String) -> SavedText? {
        let words = text.split(whereSeparator: \.isWhitespace)
        guard let name = words.first.flatMap({ RollName(String($0)) }) else {
            return nil
        }
        var saved = SavedText(name: name)
        for word in words.dropFirst() {
            let parts = word.split(separator: "=", omittingEmptySubsequences: false)
            guard parts.count == 2,
                let value = Double(parts[1].replacing(",", with: ".")),
                value.isFinite
            else {
                return nil
            }
            saved.values[String(parts[0])] = value
        }
        return saved
    }
}
