/// A form of other dice programs, and the same in this notation.
struct OtherForm: Sendable {
    /// The pattern, in the form of `FormPattern`.
    let pattern: String
    /// The replacements, of which each is another reading. `$1` is the first capture.
    let replacements: [String]
    /// False if a word of the form may be the name of a table or of a saved roll.
    let isCertain: Bool
    /// True for a throw that others must not see.
    let isSecret: Bool
    private let parsed: FormPattern

    init(
        _ pattern: String,
        _ replacements: String...,
        isCertain: Bool = true,
        isSecret: Bool = false
    ) {
        self.pattern = pattern
        self.replacements = replacements
        self.isCertain = isCertain
        self.isSecret = isSecret
        parsed = FormPattern(pattern)
    }

    /// Returns the text with each match replaced, once for each reading; `nil` without a match.
    func readings(of text: String) -> [String]? {
        let subject = FormPattern.Subject(text)
        let matches = parsed.matches(in: subject)
        guard !matches.isEmpty else { return nil }
        return replacements.map { replacement in
            var bytes = subject.bytes
            for match in matches.reversed() {
                var filled = replacement
                for (index, capture) in match.captures.enumerated() {
                    filled = filled.replacing("$\(index + 1)", with: capture)
                }
                bytes.replaceSubrange(match.range, with: filled.utf8)
            }
            return String(decoding: bytes, as: UTF8.self).withoutOuterBlanks
        }
    }
}

/// What a text means that is not in this notation.
public struct OtherReading: Sendable, Hashable {
    /// The text in this notation; several if it may mean different throws.
    public let texts: [String]
    /// True if the throw must be secret, which is no part of the notation.
    public let isSecret: Bool
    /// The patterns of the forms in it.
    let patterns: [String]

    private init(texts: [String], patterns: [String], isSecret: Bool = false) {
        self.texts = texts
        self.patterns = patterns
        self.isSecret = isSecret
    }
}

extension OtherReading {
    /// The maximum length of a text, in bytes, that is compared with the forms.
    private static let maximum = 256

    /// Reads words of a command line that are no throws in this notation; `nil` if they are in no
    /// known form. Each may be the name of a saved roll or a table.
    public init?(words text: String) {
        self.init(text, isCertain: true) { Self.isRoll($0, Self.mayBeName) }
    }

    /// Reads an invalid text; `nil` if it is in no known form.
    /// - Parameter isSaved: a test for the names of saved rolls; `nil` if they are unknown.
    init?(of text: String, isSaved: ((String) -> Bool)? = nil) {
        self.init(text, isCertain: false) { Self.isRoll($0, isSaved) }
    }

    /// Reads `6#4d6k3`.
    init(repeating count: String, _ dice: String) {
        let keeps = "DICE k N"
        let dice = OtherForm(keeps, "$1kh$2").readings(of: dice)?.first ?? dice
        self.init(texts: [count + dice], patterns: ["N#DICE"])
    }

    private init?(_ typed: String, isCertain: Bool, _ isRoll: (String) -> Bool) {
        guard typed.utf8.count <= Self.maximum else { return nil }
        var text = typed
        var patterns: [String] = []
        var hasCommand = false
        var isSecret = false
        // What one form leaves may be another.
        for _ in 1...2 {
            for form in OtherForm.all where form.isCertain || !isCertain {
                guard let readings = form.readings(of: text) else { continue }
                patterns.append(form.pattern)
                isSecret = isSecret || form.isSecret
                hasCommand =
                    hasCommand || form.pattern.hasPrefix("^/") || form.pattern.hasPrefix("^!")
                let rolls = readings.filter(isRoll)
                if !rolls.isEmpty {
                    self.init(texts: rolls, patterns: patterns, isSecret: isSecret)
                    return
                }
                text = readings[0]
            }
        }
        guard let rolls = Self.throwsOrRemark(of: text, isRoll, hasCommand: hasCommand),
            !isCertain || hasCommand
        else { return nil }
        self.init(texts: rolls, patterns: patterns, isSecret: isSecret)
    }

    /// Reads several expressions with blanks between them, and words after a command's expression.
    private static func throwsOrRemark(
        of text: String,
        _ isRoll: (String) -> Bool,
        hasCommand: Bool
    ) -> [String]? {
        let parts = text.split(separator: " ")
        guard parts.count > 1 else { return nil }
        if parts.allSatisfy({ Self.isDice($0) && isRoll(String($0)) }) {
            return [parts.joined(separator: "; "), parts.joined(separator: "+")].filter(isRoll)
        }
        guard hasCommand else { return nil }
        for end in (1..<parts.count).reversed() {
            let dice = parts[..<end].joined(separator: " ")
            if dice.contains(where: \.isNumber), isRoll(dice) {
                return ["\(dice) # \(parts[end...].joined(separator: " "))"].filter(isRoll)
            }
        }
        return nil
    }

    /// Returns true if a part of a text has dice.
    private static func isDice(_ text: Substring) -> Bool {
        text.contains(where: \.isNumber) && text.contains { "dDwW".contains($0) }
    }

    private static func mayBeName(_ word: String) -> Bool {
        !["d", "w", "vs"].contains(word.lowercased()) && (try? Expression(parsing: word)) == nil
    }

    private static func isRoll(_ text: String, _ isSaved: ((String) -> Bool)?) -> Bool {
        let rolls = (try? RollText.places(in: Array(text.utf8))) ?? []
        return !rolls.isEmpty
            && rolls.allSatisfy { bytes in
                var parser = Parser(bytes, isSaved: isSaved)
                guard let expression = try? parser.parse() else { return false }
                if expression.supplied.contains(where: { $0.0.saved != nil }) {
                    return true
                }
                var whole = Parser(bytes)
                return (try? whole.checked()) != nil
            }
    }
}

extension String {
    fileprivate var withoutOuterBlanks: String {
        let start = drop(while: \.isWhitespace)
        let end = start.reversed().drop(while: \.isWhitespace)
        return String(end.reversed())
    }
}
