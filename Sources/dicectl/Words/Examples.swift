/// The examples at the end of each command's help.
enum Examples {
    static let all: [String: [String]] = [
        "roll": ["roll d20+5 vs 15", "roll 4d6kh3 --times 6"],
        "play": ["play", "play odd --as bo"],
        "again": ["again", "again -2 +1d4"],
        "correct": ["correct full house", "correct chance -t odd --as bo"],
        "show": ["show 3", "show 3 --as gm"], "lock": ["lock 1-3", "lock odd all"],
        "unlock": ["unlock", "unlock 2"],
        "toggle": ["toggle 2", "toggle odd 1,3"], "keep": ["keep 1 5", "keep odd"],
        "end-turn": ["end-turn", "end-turn odd --as bo"],
        "settle": ["settle", "settle --throw 3"],
        "save": ["save attack '1d20+{bonus=7}'", "save --system genesys"],
        "saved": ["saved", "saved --json"],
        "unsave": ["unsave attack", "unsave attack hit"],
        "odds": ["odds d20+5 vs 15", "odds 4d6kh3 --compare 3d6"],
        "score": ["score", "score full house"],
        "scores": ["scores", "scores odd --csv"],
        "hint": ["hint", "hint --all"],
        "bot": ["bot odd --as robo", "bot odd --as robo --level casual"],
        "review": ["review", "review odd --match 3 --player ann"],
        "games": ["games", "games --json"], "watch": ["watch", "watch odd --once"],
        "history": ["history --since monday", "history --kind throw"],
        "stats": ["stats", "stats --by ann --sides 20"],
        "export": ["export --all", "export odd --since yesterday"],
        "table": ["table list", "table new odd 2d6 d20"],
        "table list": ["table list", "list --json"],
        "table new": [
            "table new odd 2d6 d20", "table new home 5d6 --players ann,bo --rolls 3",
        ],
        "table set": ["table set odd --dice 3d6", "table set --players none"],
        "table show": ["table show", "table show odd --json"],
        "table rm": ["table rm odd --yes", "table rm odd -y"],
        "web": ["web --as ann --for 2h", "web --revoke"],
        "seat": [
            "seat ann.pub --as ann --only home", "seat --list ~/.ssh/authorized_keys",
        ],
        "stdio": ["stdio --as ann", "stdio --only home --watch-only"],
        "verify": ["verify", "verify odd.jsonl -t odd"],
        "contribute": ["contribute", "contribute odd --as ann"],
        "explain": ["explain 4d6kh3+2 --faces 3,5,2,6", "explain --turn 7"],
        "status": ["status", "status --json"],
        "doctor": ["doctor", "doctor --json"],
        "logs": ["logs -f", "logs -t odd --since yesterday"],
        "backup": ["backup dice.sqlite", "backup --keep 7"],
        "check": ["check dice.sqlite", "check turns.jsonl"],
        "archive": [
            "archive --before monday old.jsonl",
            "archive odd --before 2026-01-01 odd.jsonl",
        ],
        "restore": ["restore dice.sqlite", "restore dice.sqlite --yes"],
        "stop": ["stop", "stop --json"],
    ]

    /// Returns the examples of the command in `arguments`; empty if there is none.
    static func text(_ arguments: [String]) -> String {
        guard let read = try? CommandWords.read(arguments) else { return "" }
        let words = read.filter { $0 != "help" }
        let name = [words.prefix(2).joined(separator: " "), words.first ?? ""].first {
            all[$0] != nil
        }
        guard let examples = name.flatMap({ all[$0] }) else { return "" }
        return "\n\nEXAMPLES:\n"
            + examples.map { "  dicectl " + $0 }.joined(separator: "\n")
    }
}
