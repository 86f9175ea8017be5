internal import DiceModel
internal import DiceNotation
internal import DiceWire

/// What was typed to be thrown.
struct TypedThrow: Hashable {
    let text: String
    /// The name of a saved roll and its values, where the text is no expression.
    private var saved: SavedRoll?
    /// Why the text is no expression, where it is none.
    private(set) var unread: NotationError?

    private struct SavedRoll: Hashable {
        var name: RollName
        var values: [String: Double] = [:]
    }

    /// An expression, else the name of a saved roll with its values: `attack bonus=9`. Throws what is wrong with the
    /// expression where it can be neither.
    init(_ text: String) throws(NotationError) {
        self.text = text
        do {
            let expression = try Expression(parsing: try Expression.filling(text, with: [:]))
            try expression.check(dice: Limits.diceOfThrow)
        } catch {
            guard let saved = Self.saved(text) else { throw error }
            (self.saved, unread) = (saved, error)
        }
    }

    func params(table: TableName, by: String?, entropy: String) -> ThrowParams {
        guard let saved else { return ThrowParams(table: table, expression: text, by: by, entropy: entropy) }
        let values = saved.values.isEmpty ? nil : ParameterValues(saved.values)
        return ThrowParams(table: table, saved: saved.name, values: values, by: by, entropy: entropy)
    }

    private static func saved(_ text: String) -> SavedRoll? {
        let words = text.split(whereSeparator: \.isWhitespace)
        guard let name = words.first.flatMap({ RollName(String($0)) }) else { return nil }
        var saved = SavedRoll(name: name)
        for word in words.dropFirst() {
            let parts = word.split(separator: "=", omittingEmptySubsequences: false)
            guard parts.count == 2, let value = Double(parts[1]), value.isFinite else { return nil }
            saved.values[String(parts[0])] = value
        }
        return saved
    }
}
