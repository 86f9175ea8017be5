import DiceClient
import DiceModel

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

    /// Returns the command line with another expression; `nil` if it has options, or does not take an
    /// expression.
    func with(expression: String) -> String? {
        guard let command = words.first,
            !words.contains(where: { $0.hasPrefix("--") || $0.hasPrefix("-t") })
        else { return nil }
        return switch command {
        case "roll", "odds", "explain": Self.line([command, expression])
        case "save" where words.count > 1: Self.line([command, words[1], expression])
        default: nil
        }
    }

    /// Returns the command line with `word` and those after it turned into a remark; `nil` if it
    /// does not follow dice, or may itself be dice.
    func labelled(from word: String) -> String? {
        labelledWords(from: word).map(Self.line)
    }

    /// Returns the words of that command line.
    func labelledWords(from word: String) -> [String]? {
        guard !word.contains(where: \.isNumber), var place = words.firstIndex(of: word),
            let dice = words[..<place].lastIndex(where: RollGrammar.isNotation)
        else { return nil }
        while place - 1 > dice, !words[place - 1].hasPrefix("-"),
            !words[place - 2].hasPrefix("-")
        {
            place -= 1
        }
        let label = words[place...].prefix { !$0.hasPrefix("-") }
        return words[..<place] + ["# " + label.joined(separator: " ")] + words[label.endIndex...]
    }

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
