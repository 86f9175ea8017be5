import DiceFollowing
import DiceModel
import DiceNotation
import DicePlay
import DiceWire

extension TypedThrow {
    /// Returns the throws of a line. Options for a secret throw, such as `--to gm`, may precede or
    /// follow them.
    ///
    /// Throws `NotationError` if a part cannot be a throw, and an error for invalid options or
    /// values.
    /// - Parameter own: the thrower's name, even if a request leaves it to the daemon.
    static func all(of line: String, by own: String) throws -> [TypedThrow] {
        let (viewers, rest) = try SecretOptions.take(from: line)
        let parts = try RollText.all(of: rest).flatMap(Part.all)
        return try parts.map { part throws(NotationError) in
            try TypedThrow(
                parts.count == 1 ? line : nil,
                part,
                seenBy: viewers?.inRequest(of: own)
            )
        }
    }

    /// Reads an expression, which may contain names of saved rolls, or else such a name with
    /// values: `attack bonus=9`.
    /// - Parameter line: the line; `nil` if it has several throws.
    private init(_ line: String?, _ part: Part, seenBy: [String]?)
        throws(NotationError)
    {
        let text = line ?? part.notation
        let roll = RollText(expression: part.notation)
        var saved: RollName?
        var unread: NotationError?
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
        self.init(
            text,
            ThrowParams(
                table: .default,
                expression: saved == nil ? part.notation : nil,
                saved: saved,
                values: part.values.isEmpty ? nil : ParameterValues(part.values),
                label: part.remark,
                seenBy: seenBy
            ),
            unread: unread
        )
    }

    /// An expression or a name in a line.
    private struct Part {
        var notation: String
        /// Its start in the line, in bytes of UTF-8.
        var start: Int
        var values: [String: Double] = [:]
        var remark: String?

        /// Returns the parts of the text up to a semicolon. The last one has the remark.
        static func all(of roll: RollText) throws -> [Part] {
            let text = roll.expression
            let words = text.split(whereSeparator: \.isWhitespace)
            let phrases = try phrases(of: words.map(String.init), at: roll.place)
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

        private static func phrases(of words: [String], at place: Range<Int>) throws
            -> [RollGrammar.Phrase]
        {
            do {
                return try RollGrammar(words).phrases(joinsNames: true, separated: true)
            } catch CommandError.notation(let error, _) {
                throw error.about(place)
            }
        }
    }
}
