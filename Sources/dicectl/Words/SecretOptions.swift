import ArgumentParser
import DiceModel

/// The people who may see a throw: everyone, unless these options say otherwise.
struct SecretOptions: ParsableArguments {
    @Flag(help: "Show the dice of a throw only to yourself.") var secret = false

    @Option(
        help: .init(
            "Show them only to you and this name; repeatable.",
            valueName: "name"
        ),
        completion: Completions.players,
        transform: Player.label
    )
    var to: [String] = []

    @Flag(help: "With --to: show them to these names, but not to you.") var blind = false

    /// `nil` for everyone.
    var viewers: Viewers? {
        secret || !to.isEmpty ? Viewers(names: names, isBlind: blind) : nil
    }

    /// The names without duplicates.
    private var names: [String] {
        to.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    func validate() throws {
        if blind, secret {
            throw ValidationError(
                "--blind hides the dice from you, --secret does not; choose one"
            )
        }
        if blind, to.isEmpty {
            throw ValidationError(
                "--blind needs --to, such as: roll --blind --to gm d20"
            )
        }
        if names.count + (blind ? 0 : 1) > Limits.viewers {
            throw ValidationError(
                "at most \(Limits.viewers) names can see a secret throw, yours included"
            )
        }
    }

    /// Words by which other programs mark a secret throw.
    static let foreignWords: Set<String> = [
        "blind", "gm", "hidden", "private", "secret", "whisper",
    ]

    /// Extracts the options before and after a line of dice notation. Blanks replace them, so that
    /// offsets in the rest are offsets in the line.
    static func take(from line: String) throws
        -> (viewers: Viewers?, options: [String], rest: String)
    {
        var words: [String] = []
        var isName: Bool = false
        let rest = line.split(
            omittingEmptySubsequences: false,
            whereSeparator: \.isWhitespace
        ).map { part in
            let isOption =
                part.hasPrefix("--") && part.dropFirst(2).first?.isLetter == true
            guard isOption || isName, !part.isEmpty else { return String(part) }
            words.append(String(part))
            isName = part == "--to"
            return String(repeating: " ", count: part.utf8.count)
        }
        return words.isEmpty
            ? (nil, [], line) : (try parse(words).viewers, words, rest.joined(separator: " "))
    }
}

/// The people who see a secret throw.
struct Viewers: Hashable {
    var names: [String]
    /// True if only these names see it, and the thrower only if named.
    var isBlind = false

    /// Returns the names for a request; empty for the thrower alone.
    func inRequest(of thrower: @autoclosure () -> String) -> [String] {
        if isBlind || names.isEmpty {
            return names
        }
        let thrower = thrower()
        return names.contains(thrower) ? names : [thrower] + names
    }
}
