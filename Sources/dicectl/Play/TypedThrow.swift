import DiceModel
import DiceNotation
import DiceWire

/// A typed throw.
struct TypedThrow: Hashable {
    let text: String
    /// The text without the options of a secret throw, and the remark after it.
    private let roll: RollText
    private var notation: String { roll.expression }
    /// The people who see it; `nil` for everyone.
    let viewers: Viewers?
    /// The name of a saved roll and its values, if the text is not an expression.
    private var saved: SavedText?
    /// The reason why the text is not an expression; `nil` if it is one.
    private(set) var unread: NotationError?

    private struct SavedText: Hashable {
        var name: RollName
        var values: [String: Double] = [:]
    }

    /// Returns the throws of a line, separated by `;`. Options for a secret throw, such as `--to
    /// gm`, may precede or follow them.
    ///
    /// Throws `NotationError` if a part cannot be a throw, and an error for invalid options.
    static func all(of line: String) throws -> [TypedThrow] {
        let (viewers, rest) = try SecretOptions.take(from: line)
        let rolls = try RollText.all(of: rest)
        return try rolls.map { roll throws(NotationError) in
            try TypedThrow(rolls.count == 1 ? line : nil, roll, viewers)
        }
    }

    /// Reads an expression, which may contain names of saved rolls, or else such a name with
    /// values: `attack bonus=9`.
    /// - Parameter line: the line; `nil` if it has several throws.
    private init(_ line: String?, _ roll: RollText, _ viewers: Viewers?)
        throws(NotationError)
    {
        text = line ?? roll.expression
        self.roll = roll
        self.viewers = viewers
        do {
            try roll.written().filled().checkThrow()
        } catch {
            saved = Self.saved(notation)
            unread = line == nil ? error.about(0..<text.utf8.count) : error
            guard saved != nil || roll.mayHaveNames else { throw error }
        }
    }

    /// - Parameter own: the thrower's name, even if `by` is left to the daemon.
    func player(table: TableName, by: String?, own: String, entropy: String)
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
