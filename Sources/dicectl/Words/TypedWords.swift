import DiceClient
import DiceModel
import DiceNotation

/// The words typed after `dicectl`, for advice that repeats them.
struct TypedWords: Hashable {
    /// The words without the options that name a daemon, which `CommandContext.calling` provides.
    private let words: [String]
    /// The name given by `--as`.
    let player: String?

    init(_ words: [String] = []) {
        let named = words.lastIndex { $0 == "--as" || $0.hasPrefix("--as=") }
        player = named.flatMap {
            words[$0] == "--as"
                ? words.dropFirst($0 + 1).first : String(words[$0].dropFirst(5))
        }
        let daemon: [SharedOption] = [.host, .socket, .shared]
        self.words = Self.leaving(out: Set(daemon.flatMap(\.names)), of: words)
    }

    /// Returns an option and its value, as words of a command line.
    static func option(_ name: String, _ value: String) -> [String] {
        value.hasPrefix("-") ? ["\(name)=\(value)"] : [name, value]
    }

    /// The part of a command line that names the player: ` --as bo`, or empty.
    var acting: String {
        player.map {
            " " + Self.option("--as", $0).map(ShellWord.quoted).joined(separator: " ")
        }
            ?? ""
    }

    /// Returns these words as a command line for the shell.
    static func line(_ words: [String]) -> String {
        (["dicectl"] + words).map(ShellWord.quoted).joined(separator: " ")
    }

    /// Returns the command line with an option set to another value; `nil` if the command line is
    /// unknown.
    func with(_ name: String, _ value: String) -> String? {
        if words.isEmpty {
            return nil
        }
        let others = Self.leaving(out: [name], of: words)
        let end = others.firstIndex(of: "--") ?? others.count
        return Self.line(others[..<end] + Self.option(name, value) + others[end...])
    }

    /// Returns the command line with `word`, after the command, replaced; `nil` if it was not
    /// typed.
    func with(_ others: [String], for word: String) -> String? {
        words.dropFirst().firstIndex(of: word).map {
            Self.line(words[..<$0] + others + words[($0 + 1)...])
        }
    }

    /// Returns true if an option names the table `name`.
    func namesTable(_ name: String) -> Bool {
        let options = ["-t", "--table"]
        return words.contains { word in options.contains { word == "\($0)=\(name)" } }
            || zip(words, words.dropFirst()).contains { options.contains($0) && $1 == name }
    }

    /// Returns the command line with another expression, and the values that were typed; `nil` if it
    /// has options, or does not take an expression.
    func with(expression: String, isSecret: Bool = false) -> String? {
        guard let command = words.first,
            !words.contains(where: { $0.hasPrefix("--") || $0.hasPrefix("-t") })
        else { return nil }
        let values = words.filter { $0.wholeMatch(of: /[A-Za-z_]\w*=[-+]?[\d.,]+/) != nil }
            .filter { expression.contains("{\($0.prefix { $0 != "=" })=") }
        return switch command {
        case "roll": Self.line([command] + (isSecret ? ["--secret"] : []) + [expression] + values)
        case "odds", "explain": Self.line([command, expression] + values)
        case "save" where words.count > 1: Self.line([command, words[1], expression])
        default: nil
        }
    }

    /// Returns the command line with the words after the expression turned into a remark; `nil` if
    /// these words do not begin with `word`, or may change what is rolled.
    func labelled(from word: String) -> String? {
        labelledWords(from: word).map(Self.line)
    }

    /// Returns the words of that command line.
    func labelledWords(from word: String) -> [String]? {
        let typed = words.dropFirst().prefix { !$0.hasPrefix("-") || $0 == "-" }
        for count in (1..<max(1, typed.count)).reversed() {
            let dice = Array(typed.prefix(count))
            guard let phrases = try? RollGrammar(dice).phrases(joinsNames: true),
                phrases.count == 1,
                (try? RollText(phrases[0].text).written()) != nil
            else { continue }
            let label = typed.dropFirst(count)
            guard let first = label.first, word == first || word.hasPrefix(first + " "),
                label.allSatisfy(Self.isLabel)
            else { return nil }
            return Array(words[..<label.startIndex]) + ["# " + label.joined(separator: " ")]
                + words[label.endIndex...]
        }
        return nil
    }

    /// Returns true for a word without digits and signs that does not say how to roll.
    private static func isLabel(_ word: String) -> Bool {
        word.allSatisfy { $0.isLetter || "'.,:?-".contains($0) }
            && !wordsOfRolls.contains(word.lowercased())
            && !RollGrammar.isAdvantage(word)
    }

    /// Words with which people change a throw, in English and in German.
    private static let wordsOfRolls: Set<String> = [
        "advantage", "again", "and", "best", "blind", "bonus", "crit", "critical", "disadvantage",
        "double", "doubled", "drop", "each", "explode", "exploding", "extreme", "gm", "half",
        "halfling", "halved", "hard", "hidden", "highest", "hits", "if", "keep", "lowest", "lucky",
        "maximum", "minimum", "minus", "nachteil", "or", "penalty", "plus", "private", "push",
        "pushed", "repeat", "reroll", "secret", "successes", "take", "then", "times", "triple",
        "twice", "under", "versus", "vorteil", "vs", "whisper", "with", "worst",
    ]

    private static func leaving(out options: Set<String>, of words: [String])
        -> [String]
    {
        var kept = [String]()
        var rest = words[...]
        while let word = rest.popFirst() {
            if options.contains(String(word.prefix { $0 != "=" })) {
                if options.contains(word), SharedOption(named: word) != .shared {
                    rest = rest.dropFirst()
                }
            } else {
                kept.append(word)
            }
        }
        return kept
    }
}
