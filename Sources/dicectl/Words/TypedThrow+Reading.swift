import ArgumentParser
import DiceDrawing
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
    /// - Parameters:
    ///   - own: the thrower's name, even if a request leaves it to the daemon.
    ///   - rolls: the saved rolls, which `--for` may need; `nil` if they are unknown.
    static func all(of line: String, by own: String, _ rolls: [SavedRoll]? = nil) throws
        -> [TypedThrow]
    {
        let (names, others) = try NameList.take(from: line)
        let (viewers, rest) = try SecretOptions.take(from: others)
        let parts = try RollText.all(of: rest).flatMap(Part.all)
        if let names {
            return try all(
                for: names,
                parts,
                line,
                seenBy: viewers?.inRequest(of: own),
                rolls
            )
        }
        return try parts.map { part throws(NotationError) in
            try TypedThrow(
                parts.count == 1 ? line : nil,
                part,
                seenBy: viewers?.inRequest(of: own)
            )
        }
    }

    /// Returns a throw of the only expression for each name.
    private static func all(
        for names: NameList,
        _ parts: [Part],
        _ line: String,
        seenBy: [String]?,
        _ rolls: [SavedRoll]?
    ) throws -> [TypedThrow] {
        guard let part = parts.first, parts.count == 1 else {
            let each = parts.map { "\($0.notation) --for \(names.text)" }
            throw ValidationError(
                "--for throws one expression; throw these one after another: "
                    + EventText.names(each)
            )
        }
        guard part.remark == nil else {
            throw ValidationError("--for labels each throw with its name; leave out the remark")
        }
        let roll = RollText(expression: part.notation)
        let isAlone = (try? roll.written()) != nil
        guard isAlone || !roll.mayHaveNames || rolls != nil else {
            throw ValidationError("the saved rolls are not known yet; press Enter again")
        }
        let known = Dictionary((rolls ?? []).map { ($0.name.description, $0.expression) }) { $1 }
        let group = NameList.freshGroup()
        do throws(NotationError) {
            let written = try roll.written { known[$0] }
            let all = try names.values(of: written, typed: part.notation, given: part.values)
            let saved = isAlone ? nil : RollName(part.notation)
            var throwing: [TypedThrow] = []
            for (member, own) in zip(names.members, all) {
                try written.filled(with: own).checkThrow()
                let params = ThrowParams(
                    table: .default,
                    expression: saved == nil ? part.notation : nil,
                    saved: saved,
                    values: own.isEmpty ? nil : ParameterValues(own),
                    label: member.name,
                    group: group,
                    seenBy: seenBy
                )
                throwing.append(TypedThrow(line, params, unread: nil))
            }
            return throwing
        } catch {
            let place = error.place
            throw error.about(place.lowerBound + part.start..<place.upperBound + part.start)
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
