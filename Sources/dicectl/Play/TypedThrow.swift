import DiceModel
import DiceNotation
import DiceWire

/// A typed throw.
struct TypedThrow: Hashable {
    let text: String
    private let part: Part
    /// The people who see it; `nil` for everyone.
    let viewers: Viewers?
    /// The name of a saved roll, if the text is not an expression.
    private var saved: RollName?
    /// The reason why the text is not an expression; `nil` if it is one.
    private(set) var unread: NotationError?

    /// Returns the throws of a line. Options for a secret throw, such as `--to gm`, may precede or
    /// follow them.
    ///
    /// Throws `NotationError` if a part cannot be a throw, and an error for invalid options or
    /// values.
    static func all(of line: String) throws -> [TypedThrow] {
        let (viewers, rest) = try SecretOptions.take(from: line)
        let parts = try RollText.all(of: rest).flatMap(Part.all)
        return try parts.map { part throws(NotationError) in
            try TypedThrow(parts.count == 1 ? line : nil, part, viewers)
        }
    }

    /// Reads an expression, which may contain names of saved rolls, or else such a name with
    /// values: `attack bonus=9`.
    /// - Parameter line: the line; `nil` if it has several throws.
    private init(_ line: String?, _ part: Part, _ viewers: Viewers?)
        throws(NotationError)
    {
        text = line ?? part.notation
        self.part = part
        self.viewers = viewers
        let roll = RollText(expression: part.notation)
        do {
            try roll.written().filled(with: part.values).checkThrow()
        } catch {
            let place = error.place
            let located = error.about(
                place.lowerBound + part.start..<place.upperBound + part.start
            )
            saved = RollName(part.notation)
            unread = line == nil ? error.about(0..<text.utf8.count) : located
            guard saved != nil || roll.mayHaveNames else { throw located }
        }
    }

    /// - Parameter own: the thrower's name, even if `by` is left to the daemon.
    func player(table: TableName, by: String?, own: String, entropy: String)
        -> ThrowParams
    {
        ThrowParams(
            table: table,
            expression: saved == nil ? part.notation : nil,
            saved: saved,
            values: part.values.isEmpty ? nil : ParameterValues(part.values),
            label: part.remark,
            by: by,
            entropy: entropy,
            seenBy: viewers?.inRequest(of: own)
        )
    }

    /// An expression or a name in a line.
    private struct Part: Hashable {
        var notation: String
        /// Its start in the line, in bytes of UTF-8.
        var start: Int
        var values: [String: Double] = [:]
        var remark: String?

        /// Returns the parts of the text up to a semicolon. The last one has the remark.
        static func all(of roll: RollText) throws -> [Part] {
            let text = roll.expression
            let words = text.split(whereSeparator: \.isWhitespace)
            let phrases = try RollGrammar(words.map(String.init))
                .phrases(joinsNames: true, separated: true)
            var parts = phrases.map { phrase in
                let first = words[phrase.place.lowerBound].startIndex
                let typed = text[first..<words[phrase.place.upperBound - 1].endIndex]
                let isAsTyped =
                    typed.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                    == phrase.text
                return Part(
                    notation: isAsTyped ? String(typed) : phrase.text,
                    start: roll.place.lowerBound
                        + text.utf8.distance(from: text.startIndex, to: first),
                    values: phrase.values
                )
            }
            if parts.isEmpty {
                parts = [Part(notation: text, start: roll.place.lowerBound)]
            }
            parts[parts.count - 1].remark = roll.remark
            return parts
        }
    }
}
