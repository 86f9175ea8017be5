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
                "an operator is missing in front of `\(written)`: `+`?",
                expected: "+",
                "-",
                "*",
                "/"
            )
        }
        return switch written {
        case ")", "}", "]":
            error("this `\(written)` closes nothing", expected: "an operator")
        case "[": error("a label follows what it names: `1d8[fire]`", expected: "dice")
        case ",":
            error(
                "commas stand in groups, `{2d6, 1d8}kh1`, and in `min` and `max`",
                expected: "an operator"
            )
        case "=" where scanner.at(scanner.position + 1) == ">":
            error(
                "`=>` stands behind the whole expression, once: `2d6+1 => 10+: hit`",
                expected: "an operator"
            )
        case "<", ">", "=":
            error(
                "dice and groups are compared; a sum is put in braces: `{2d6+3}>=10`",
                expected: "an operator"
            )
        case "!": error("only dice explode: `4d6!`", expected: "an operator")
        case "^": error("a power is written `**`", expected: "**")
        case "#":
            error(
                "a remark stands behind all else: `1d20+6 # dex save`",
                expected: "an operator"
            )
        case ";":
            error(
                "two throws in one stand in a saved roll alone: `1d20+7; 1d8+4`",
                expected: "an operator"
            )
        case ".":
            error(
                "a digit is missing in front of the point: `0.5`",
                expected: "a number"
            )
        case "*", "/", "%":
            error(
                "something is missing in front of `\(written)`",
                expected: "a number",
                "dice"
            )
        case "(":
            error(
                "an operator is missing in front of `(`: `*`?",
                expected: "*",
                "+",
                "-",
                "/"
            )
        case "×", "·": error("to multiply is written `*`", expected: "*")
        case "÷", ":": error("to divide is written `/`", expected: "/")
        case "≥": error("at least is written `>=`", expected: ">=")
        case "≤": error("at most is written `<=`", expected: "<=")
        case "−", "–", "—": error("to subtract is written `-`", expected: "-")
        default:
            error(
                "`\(Self.shown(written))` means nothing in dice notation",
                expected: "a number",
                "dice",
                "an operator"
            )
        }
    }

    private func unexpectedWord() -> NotationError {
        var scanner = scanner
        let start = scanner.position
        while Scanner.isLetter(scanner.at(scanner.position)) {
            scanner.position += 1
        }
        let place = start..<scanner.position
        let written = scanner.text(place)
        let word = scanner.text(place).lowercased()
        if ["k", "kh", "kl", "dh", "dl", "s", "sa", "sd"].contains(word) {
            return error(
                "`\(written)` belongs right after dice or a group: `4d6\(word)`",
                at: place,
                expected: "an operator"
            )
        }
        if ["r", "ro", "u", "uo", "cs", "cf", "f", "min", "max"].contains(word) {
            let example = ["f": "f1", "min": "min2", "max": "max5"][word] ?? word
            return error(
                "`\(written)` belongs right after dice: `4d6\(example)`",
                at: place,
                expected: "an operator"
            )
        }
        if word == "vs" {
            return error(
                "`vs` stands behind the whole expression, once: `d20+5 vs 15`",
                at: place,
                expected: "an operator"
            )
        }
        if let meant = Self.elsewhere[word] {
            return error("did you mean `\(meant)`?", at: place, expected: meant)
        }
        if Function(rawValue: word) != nil || ["adv", "dis", "d"].contains(word) {
            return error(
                "an operator is missing in front of `\(written)`: `+`?",
                at: place,
                expected: "+",
                "-",
                "*",
                "/"
            )
        }
        return error(
            "`\(written)` means nothing here; a label stands in brackets: `[\(written)]`",
            at: place,
            expected: "an operator",
            "a label"
        )
    }

    /// Notation of other dice programs and common spellings, with the equivalent here.
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
