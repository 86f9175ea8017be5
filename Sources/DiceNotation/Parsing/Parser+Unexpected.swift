extension Parser {
    /// Returns the error for the next character, which is neither an operator nor the end.
    func unexpected() -> NotationError {
        let written = scanner.text(scanner.character)
        let next = scanner.at(scanner.position)
        if Scanner.isLetter(next) {
            return unexpectedWord()
        }
        if Scanner.isDigit(next) || next == "{" {
            return error(
                "missing operator before `\(written)`, such as `+`",
                expected: "+",
                "-",
                "*",
                "/"
            )
        }
        return switch written {
        case ")", "}", "]":
            error("`\(written)` has no opening counterpart", expected: "an operator")
        case "[": error("a label must follow dice; try `1d8[fire]`", expected: "dice")
        case ",":
            error(
                "commas are allowed only in groups such as `{2d6, 1d8}kh1`, and in `min` and `max`",
                expected: "an operator"
            )
        case "=" where scanner.at(scanner.position + 1) == ">":
            error(
                "`=>` must follow the whole expression, once; try `2d6+1 => 10+: hit`",
                expected: "an operator"
            )
        case "<", ">", "=":
            error(
                "only dice and groups can be compared; put a sum in braces: `{2d6+3}>=10`",
                expected: "an operator"
            )
        case "!": error("only dice can explode; try `4d6!`", expected: "an operator")
        case "^": error("write a power as `**`", expected: "**")
        case "#":
            error(
                "a remark must be last; try `1d20+6 # dex save`",
                expected: "an operator"
            )
        case ";":
            error(
                "only a saved roll can hold several throws, such as `1d20+7; 1d8+4`",
                expected: "an operator"
            )
        case ".":
            error(
                "missing digit before the point; try `0.5`",
                expected: "a number"
            )
        case "*", "/", "%":
            error(
                "missing number or dice before `\(written)`",
                expected: "a number",
                "dice"
            )
        case "(":
            error(
                "missing operator before `(`, such as `*`",
                expected: "*",
                "+",
                "-",
                "/"
            )
        case "×", "·": error("write multiplication as `*`", expected: "*")
        case "÷", ":": error("write division as `/`", expected: "/")
        case "≥": error("write at least as `>=`", expected: ">=")
        case "≤": error("write at most as `<=`", expected: "<=")
        case "−", "–", "—": error("write subtraction as `-`", expected: "-")
        default:
            error(
                "`\(Self.shown(written))` is not part of dice notation",
                expected: "a number",
                "dice",
                "an operator"
            )
        }
    }

    private func unexpectedWord() -> NotationError {
        var scanner = scanner
        let start = startOfWord
        while Scanner.isLetter(scanner.at(scanner.position)) {
            scanner.position += 1
        }
        let place = start..<scanner.position
        let written = scanner.text(place)
        let word = scanner.text(place).lowercased()
        if ["k", "kh", "kl", "dh", "dl", "s", "sa", "sd"].contains(word) {
            return error(
                "`\(written)` must directly follow dice or a group; try `4d6\(word)`",
                at: place,
                expected: "an operator"
            )
        }
        if ["r", "ro", "u", "uo", "cs", "cf", "f", "min", "max"].contains(word) {
            let example = ["f": "f1", "min": "min2", "max": "max5"][word] ?? word
            return error(
                "`\(written)` must directly follow dice; try `4d6\(example)`",
                at: place,
                expected: "an operator"
            )
        }
        if word == "vs" {
            return error(
                "`vs` must follow the whole expression, once; try `d20+5 vs 15`",
                at: place,
                expected: "an operator"
            )
        }
        if let meant = Self.elsewhere[word] {
            return error("did you mean `\(meant)`?", at: place, expected: meant)
        }
        if Function(rawValue: word) != nil || ["adv", "dis", "d"].contains(word) {
            return error(
                "missing operator before `\(written)`, such as `+`",
                at: place,
                expected: "+",
                "-",
                "*",
                "/"
            )
        }
        return error(
            "unexpected word `\(written)`; put a label in brackets: `[\(written)]`",
            at: place,
            expected: "an operator",
            "a label"
        )
    }

    /// The start of the word that comes next. A word after a blank is whole, even if its first
    /// letters are those of a modifier.
    private var startOfWord: Int {
        var start = scanner.position
        while start > scanner.bytes.startIndex, Scanner.isLetter(scanner.at(start - 1)) {
            start -= 1
        }
        let isApart = start > scanner.bytes.startIndex && startOfBlanks(before: start) < start
        return isApart ? start : scanner.position
    }

    /// Notation of other dice programs and common spellings, each with its equivalent in this
    /// notation.
    static let elsewhere = [
        "e": "!", "p": "dl", "mi": "min", "ma": "max", "advantage": "adv",
        "disadvantage": "dis",
        "plus": "+",
        "minus": "-", "times": "*", "mod": "%",
        // The words for dice in German and in Swedish.
        "w": "d", "t": "d",
    ]

    /// Returns the text with control characters replaced by their numbers.
    private static func shown(_ text: String) -> String {
        text.unicodeScalars.map {
            $0.value < 32 || $0.value == 127 ? "\\\($0.value)" : String($0)
        }
        .joined()
    }
}
