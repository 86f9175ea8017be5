import ArgumentParser
import DiceModel

/// Who sees a throw; everybody without these options.
struct SecretOptions: ParsableArguments {
    @Flag(help: "Show what dice notation rolls to yourself alone.") var secret = false

    @Option(
        help: .init(
            "Show it to yourself and this name; may be repeated.",
            valueName: "name"
        ),
        completion: Completions.players,
        transform: Player.label
    )
    var to: [String] = []

    @Flag(help: "With --to: show it to these names, not to yourself.") var blind = false

    /// Nil for everybody.
    var viewers: Viewers? {
        secret || !to.isEmpty ? Viewers(names: names, isBlind: blind) : nil
    }

    /// Each once.
    private var names: [String] {
        to.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    func validate() throws {
        if blind, secret {
            throw ValidationError(
                "--secret shows it to you, and --blind does not; choose one"
            )
        }
        if blind, to.isEmpty {
            throw ValidationError(
                "--blind needs who sees it, as in roll --blind --to gm d20"
            )
        }
        if names.count + (blind ? 0 : 1) > Limits.viewers {
            throw ValidationError(
                "at most \(Limits.viewers) names see a secret roll, yours among them"
            )
        }
    }

    /// Takes the options out of a line of dice notation, before and after it. Blanks stand in their
    /// place, so that places in the rest are places in the line.
    static func take(from line: String) throws -> (viewers: Viewers?, rest: String) {
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
            ? (nil, line) : (try parse(words).viewers, rest.joined(separator: " "))
    }
}

/// Who sees a secret throw.
struct Viewers: Hashable {
    var names: [String]
    /// Whether these names alone see it, and the thrower only as one of them.
    var isBlind = false

    /// The names as a request has them; none for the thrower alone.
    func inRequest(of thrower: @autoclosure () -> String) -> [String] {
        if isBlind || names.isEmpty {
            return names
        }
        let thrower = thrower()
        return names.contains(thrower) ? names : [thrower] + names
    }
}
