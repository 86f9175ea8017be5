/// A pattern for a part of an expression as other dice programs write it.
///
/// In the pattern's text, a blank matches any blanks or none, and `_` at least one. `^` and `$`
/// match the ends of the text, and `~` a place where no letter, digit or bracket follows.
/// `(a|b|)` matches one of these, and `(KEEPS|k)` one of a list, too.
///
/// The following are captured, as `$1`, `$2` and so on:
/// - `N`, digits.
/// - `DICE`, such as `4d6` or `4d6r1`, or the end of a group; `POOL`, more dice than one.
/// - `WORD`, the name of a value, such as `abilities.str`; `LABEL`, letters; `TEXT`, anything
///   without brackets.
///
/// Anything else matches itself, in upper or lower case; a word only as a whole.
struct FormPattern: Sendable {
    private enum Element {
        case literals([[UInt8]])
        case blanks(atLeast: Int)
        case number, word, label, text
        case dice(isPool: Bool)
        case start, end, apart
    }

    /// A text by bytes.
    struct Subject {
        private(set) var bytes: [UInt8] = []
        /// The bytes in lower case, with zeros in place of words, which no pattern matches.
        fileprivate private(set) var matched: [UInt8] = []
        /// True for each byte of a letter.
        private var isOfLetter: [Bool] = []

        init(_ text: String) {
            let typed = TypedText(text)
            for (scalar, isNotation) in zip(typed.scalars, typed.isNotation) {
                let isLetter = scalar.properties.isAlphabetic
                for byte in UTF8.encode(scalar) ?? UTF8.EncodedScalar() {
                    bytes.append(byte)
                    isOfLetter.append(isLetter)
                    let isUpper = (65...90).contains(byte)
                    matched.append(isNotation ? (isUpper ? byte + 32 : byte) : 0)
                }
            }
        }

        fileprivate var count: Int { matched.count }

        fileprivate func isLetter(_ place: Int) -> Bool {
            isOfLetter.indices.contains(place) && isOfLetter[place]
        }

        fileprivate func isDigit(_ place: Int) -> Bool {
            matched.indices.contains(place) && (48...57).contains(matched[place])
        }

        /// Returns true if one of these characters, which are ASCII, is at a place.
        fileprivate func isAny(of characters: String, _ place: Int) -> Bool {
            matched.indices.contains(place) && characters.utf8.contains(matched[place])
        }
    }

    struct Match {
        let range: Range<Int>
        let captures: [String]
    }

    private let elements: [Element]

    init(_ text: String) {
        let text = Self.lists.reduce(text) { $0.replacing($1.0, with: $1.1) }
        var rest = Array(text.utf8)[...]
        var elements: [Element] = []
        var literal: [UInt8] = []
        func end() {
            if !literal.isEmpty {
                elements.append(.literals([literal]))
                literal = []
            }
        }
        while let first = rest.first {
            if let (name, element) = Self.names.first(where: { rest.starts(with: $0.0.utf8) }) {
                end()
                elements.append(element)
                rest = rest.dropFirst(name.utf8.count)
                continue
            }
            rest = rest.dropFirst()
            switch first {
            case UInt8(ascii: "("):
                end()
                let choice = rest.prefix { $0 != UInt8(ascii: ")") }
                rest = rest.dropFirst(choice.count + 1)
                elements.append(
                    .literals(
                        choice.split(
                            separator: UInt8(ascii: "|"),
                            omittingEmptySubsequences: false
                        ).map(Array.init)
                    )
                )
            case UInt8(ascii: "\\"):
                literal += rest.prefix(1)
                rest = rest.dropFirst()
            default: literal.append(first)
            }
        }
        end()
        self.elements = elements
    }

    /// Lists of words, which a choice may name.
    private static let lists: [(String, String)] = [
        ("KEEPS", "keep|keeping|keeps|behalte|garde|guarda"),
        ("DROPS", "drop|dropping|drops|remove|discard|without|ohne"),
        ("HIGHEST", "highest|high|best|top|largest|höchste|höchsten|beste|besten|mejores"),
        ("LOWEST", "lowest|low|worst|smallest|bottom|niedrigste|niedrigsten|schlechtesten"),
        ("EXPLODES", "explode|exploding|explodes|explodieren|explodiert"),
        ("REROLLS", "reroll|rerolling|re-roll"),
        ("HITS", "successes|success|succeeds|hits|hit|treffer|erfolge|counting|count"),
        ("VERSUS", "vs.|versus|against|gegen|contra|contre|v."),
        (
            "TARGET",
            "ac|dc|tn|sg|rk|cd|dd|ca|dv|target number|target|difficulty|difficulty class"
                + "|armor class|armour class|schwierigkeit"
        ),
        (
            "ATMOST",
            "under or equal to|equal or under|equal to or under|at or under|at or below|at most"
                + "|no more than|roll under|rolls under|rolling under|under|unter|bajo|sous"
                + "|höchstens|less than or equal to"
        ),
        (
            "ATLEAST",
            "at least|mindestens|al menos|au moins|no less than|needs|need|needing|requires|to hit"
                + "|for"
        ),
        (
            "ORMORE",
            "or higher|or more|or better|or above|or over|and up|and above|oder mehr|oder höher"
                + "|o más|ou plus"
        ),
        (
            "ORLESS",
            "or lower|or less|or below|or under|and below|oder weniger|o menos|ou moins"
        ),
        ("WITH", "with |w/ |at |mit |con |avec |"),
        ("THE", "the |den |die |das |"),
    ]

    private static let names: [(String, Element)] = [
        ("DICE", .dice(isPool: false)), ("POOL", .dice(isPool: true)), ("WORD", .word),
        ("LABEL", .label), ("TEXT", .text), ("N", .number), (" ", .blanks(atLeast: 0)),
        ("_", .blanks(atLeast: 1)), ("^", .start), ("$", .end), ("~", .apart),
    ]

    /// Returns the places where the pattern matches, which do not overlap.
    func matches(in subject: Subject) -> [Match] {
        var found: [Match] = []
        var start = 0
        while start <= subject.count {
            var captures: [String] = []
            guard mayStart(at: start, in: subject),
                let end = match(0, at: start, of: subject, &captures), end > start
            else {
                start += 1
                continue
            }
            found.append(Match(range: start..<end, captures: captures))
            start = end
        }
        return found
    }

    /// Returns false for a number that is a part of dice.
    private func mayStart(at place: Int, in text: Subject) -> Bool {
        guard case .number = elements.first else { return true }
        return !text.isLetter(place - 1) && !text.isAny(of: ".%", place - 1)
            || text.isAny(of: "x", place - 1)
    }

    /// Returns the end of the match of the elements from an index on.
    private func match(
        _ index: Int,
        at place: Int,
        of subject: Subject,
        _ captures: inout [String]
    ) -> Int? {
        guard index < elements.count else { return place }
        let known = captures
        for end in Self.ends(of: elements[index], at: place, in: subject) {
            if let capture = Self.capture(elements[index], place..<end, of: subject) {
                captures.append(capture)
            }
            if let whole = match(index + 1, at: end, of: subject, &captures) {
                return whole
            }
            captures = known
        }
        return nil
    }

    private static func capture(
        _ element: Element,
        _ range: Range<Int>,
        of subject: Subject
    ) -> String? {
        switch element {
        case .literals, .blanks, .start, .end, .apart: nil
        // Parameters have names in lower case.
        case .word:
            String(decoding: subject.matched[range], as: UTF8.self).replacing(".", with: "_")
        default: String(decoding: subject.bytes[range], as: UTF8.self)
        }
    }

    /// Returns the ends of all matches of an element, in the order of preference.
    private static func ends(of element: Element, at place: Int, in text: Subject) -> [Int] {
        switch element {
        case .literals(let literals):
            return literals.compactMap { end(of: $0, at: place, in: text) }
        case .blanks(let minimum):
            let end = end(from: place) { text.isAny(of: " ", $0) }
            return end - place >= minimum ? [end] : []
        case .number:
            let end = end(from: place, while: text.isDigit)
            return end > place && !text.isDigit(place - 1) ? [end] : []
        case .word:
            let isDie = text.isAny(of: "dw", place) && text.isDigit(place + 1)
            guard text.isAny(of: letters, place), !isDie else { return [] }
            return [
                end(from: place) { text.isAny(of: letters + "_.", $0) || text.isDigit($0) }
            ]
        case .label:
            let end = end(from: place, while: text.isLetter)
            let isAdvantage = ["adv", "dis"].contains {
                text.matched[place..<end].elementsEqual($0.utf8)
            }
            return end > place + 1 && !isAdvantage ? [end] : []
        case .text:
            let end = end(from: place) { $0 < text.count && !text.isAny(of: "[]\0", $0) }
            return end > place ? (place + 1...end).reversed() : []
        case .dice(let isPool): return ends(ofDice: text, from: place, isPool: isPool)
        case .start: return place == 0 ? [0] : []
        case .end: return place == text.count ? [place] : []
        case .apart:
            let isPart =
                text.isLetter(place) || text.isDigit(place) || text.isAny(of: "({[%", place)
            return isPart ? [] : [place]
        }
    }

    private static let letters = "abcdefghijklmnopqrstuvwxyz"

    private static func end(from start: Int, while isPart: (Int) -> Bool) -> Int {
        var end = start
        while isPart(end) {
            end += 1
        }
        return end
    }

    private static func end(of literal: [UInt8], at start: Int, in text: Subject) -> Int? {
        guard !literal.isEmpty else { return start }
        var place = start
        for byte in literal {
            guard place < text.count, text.matched[place] == byte else { return nil }
            place += 1
            // A blank in a choice is any number of blanks.
            while byte == UInt8(ascii: " "), text.isAny(of: " ", place) {
                place += 1
            }
        }
        let isPart =
            text.isLetter(start) && text.isLetter(start - 1)
            || text.isLetter(place - 1) && text.isLetter(place)
        return isPart ? nil : place
    }

    /// The maximum length of the modifiers of dice, in bytes.
    private static let modifiers = 32

    /// Returns the ends of dice, with all of their modifiers first.
    private static func ends(ofDice text: Subject, from start: Int, isPool: Bool) -> [Int] {
        if !isPool, text.isAny(of: "}", start) {
            return [start + 1]
        }
        let isPart = text.isDigit(start - 1) || text.isLetter(start - 1)
        guard !isPart || text.isAny(of: "x", start - 1) else { return [] }
        let count = end(from: start, while: text.isDigit)
        let isOne = count == start || count == start + 1 && text.isAny(of: "1", start)
        guard text.isAny(of: "dw", count), !isPool || !isOne else { return [] }
        var sides = end(from: count + 1, while: text.isDigit)
        if sides == count + 1 {
            guard text.isAny(of: "%f", sides) else { return [] }
            sides += 1
        }
        let last = end(from: sides) {
            $0 < sides + modifiers
                && (text.isLetter($0) || text.isDigit($0) || text.isAny(of: "!<>=", $0))
        }
        return (sides...last).reversed()
    }
}
