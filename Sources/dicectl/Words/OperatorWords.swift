/// Joins words to expressions. A word that begins with an operator, or follows one, belongs to the
/// expression before it: `2d6 + 3`, `1d20 -1`. So do `vs`, the word after it, and a remark: `1d20
/// vs 15`, `1d20 '# dex save'`. A word that begins with a minus and contains a die is an
/// expression, not an option.
enum OperatorWords {
    private static let operators: Set<Character> = ["+", "-", "*", "/", "%"]
    /// The options that take a value, among all commands that accept expressions.
    private static let options: Set = [
        "-t", "--table", "--socket", "-H", "--host", "--as", "--motion", "--label",
        "--times",
        "--to", "--at-least",
        "--at-most", "--compare", "--faces", "--turn", "--of",
    ]

    /// Returns the words of a command line with expressions joined; options keep their positions.
    static func joined(_ words: [String]) -> [String] {
        var joined: [String] = []
        var last: Int?
        var isValue = false
        for (index, word) in words.enumerated() {
            if word == "--" {
                return joined + words[index...]
            }
            let isOption =
                word.hasPrefix("-") && !(isTerm(word) && (last != nil || hasDice(word)))
            if isValue || isOption {
                isValue = !isValue && options.contains(word)
                joined.append(word)
            } else if let last, joins(joined[last], word) {
                joined[last] += (isApart(joined[last], word) ? " " : "") + word
            } else {
                last = joined.count
                // The argument parser never reads a word with a leading blank as an option.
                joined.append(hasDice(word) ? " " + word : word)
            }
        }
        return joined
    }

    private static func joins(_ text: String, _ next: String) -> Bool {
        next.first.map(operators.contains) == true || endsWithOperator(text)
            || isAside(text, next)
    }

    /// Returns true if these are the two sides of a `vs` or a `#`.
    private static func isAside(_ text: String, _ next: String) -> Bool {
        next.lowercased() == "vs" || text.lowercased().hasSuffix(" vs")
            || next.hasPrefix("#")
    }

    /// Returns true for `-`, `-1` and `-attack`, but not for an option.
    private static func isTerm(_ word: String) -> Bool {
        let rest = word.dropFirst()
        return rest.first != "-" && !["-t=", "-H="].contains { word.hasPrefix($0) }
            && (rest.count != 1 || rest.allSatisfy(\.isNumber))
    }

    /// Returns true for `-1d4`, but not for `-t=d6`.
    static func hasDice(_ word: String) -> Bool {
        word.first == "-" && isTerm(word)
            && RollWords.isNotation(String(word.dropFirst()))
    }

    private static func endsWithOperator(_ word: String) -> Bool {
        guard let last = word.last, operators.contains(last) else { return false }
        return last != "%" || word.dropLast().last?.lowercased() != "d"
    }

    /// Returns true if a space must keep a name separate from the next word: `attack -2` is not the
    /// saved roll `attack-2`.
    private static func isApart(_ text: String, _ next: String) -> Bool {
        if isAside(text, next) {
            return true
        }
        guard next.first == "-" || text.last == "-" else { return false }
        let end = text.reversed().prefix {
            $0.isLetter || $0.isNumber || "_-".contains($0)
        }
        let word = String(end.reversed())
        return !word.allSatisfy { $0 == "-" } && !RollWords.isNotation(word)
    }
}
