import DiceClient
import DiceModel

/// What a person typed behind `dicectl`, so that advice repeats it.
struct TypedWords: Hashable {
    /// Without the options that name a daemon: `CommandContext.calling` has them.
    private let words: [String]
    /// The name that they act under, by `--as`.
    let player: String?

    init(_ words: [String] = []) {
        let named = words.lastIndex { $0 == "--as" || $0.hasPrefix("--as=") }
        player = named.flatMap {
            words[$0] == "--as"
                ? words.dropFirst($0 + 1).first : String(words[$0].dropFirst(5))
        }
        self.words = Self.leaving(
            out: ["-H", "--host", "--socket", "--shared"],
            of: words
        )
    }

    /// An option and its value, as words of a command line.
    static func option(_ name: String, _ value: String) -> [String] {
        value.hasPrefix("-") ? ["\(name)=\(value)"] : [name, value]
    }

    /// The end of a command line about a table: ` -t home`, or nothing for the one that is meant
    /// without.
    static func at(_ table: some CustomStringConvertible) -> String {
        "\(table)" == TableName.default.description ? "" : " -t \(table)"
    }

    /// The part of a command line that says who acts: ` --as bo`, or nothing.
    var acting: String {
        player.map {
            " " + Self.option("--as", $0).map(ShellWord.quoted).joined(separator: " ")
        }
            ?? ""
    }

    /// These words as a command line for the shell.
    static func line(_ words: [String]) -> String {
        (["dicectl"] + words).map(ShellWord.quoted).joined(separator: " ")
    }

    /// The same once more with an option, which takes the place of the one that was typed; nil if
    /// nothing was.
    func with(_ name: String, _ value: String) -> String? {
        if words.isEmpty {
            return nil
        }
        let others = Self.leaving(out: [name], of: words)
        let end = others.firstIndex(of: "--") ?? others.count
        return Self.line(others[..<end] + Self.option(name, value) + others[end...])
    }

    /// The same with others in the place of a word behind the command; nil if that was not typed.
    func with(_ others: [String], for word: String) -> String? {
        words.dropFirst().firstIndex(of: word).map {
            Self.line(words[..<$0] + others + words[($0 + 1)...])
        }
    }

    /// The same with the words that follow dice as a remark, this one among them; nil if it follows
    /// none, or may mean dice itself.
    func labelled(from word: String) -> String? {
        guard !word.contains(where: \.isNumber), var place = words.firstIndex(of: word),
            let dice = words[..<place].lastIndex(where: RollWords.isNotation)
        else { return nil }
        while place - 1 > dice, !words[place - 1].hasPrefix("-"),
            !words[place - 2].hasPrefix("-")
        {
            place -= 1
        }
        let label = words[place...].prefix { !$0.hasPrefix("-") }
        return Self.line(
            words[..<place] + ["# " + label.joined(separator: " ")]
                + words[label.endIndex...]
        )
    }

    private static func leaving(out options: Set<String>, of words: [String])
        -> [String]
    {
        var kept = [String]()
        var rest = words[...]
        while let word = rest.popFirst() {
            if options.contains(String(word.prefix { $0 != "=" })) {
                if options.contains(word), word != "--shared" {
                    rest = rest.dropFirst()
                }
            } else {
                kept.append(word)
            }
        }
        return kept
    }
}
