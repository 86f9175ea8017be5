import Foundation
import ProgramTestSupport
import Testing

@Suite("Completion in the shell", .quickRoom)
struct CompletionTests {
    /// Repeats the query if completions are missing, because dicectl does not wait for a daemon
    /// that is slow to answer.
    private func offers(
        _ expected: [String],
        _ room: Room,
        for argument: String,
        _ words: String...
    ) async throws {
        var offered: [String] = []
        for _ in 1...100 where Self.lacks(offered, expected) {
            offered = try await self.offered(room, for: argument, words)
        }
        #expect(offered == expected)
    }

    /// Returns true if only some of the expected completions are offered. Wrong completions are not
    /// retried.
    private static func lacks(_ offered: [String], _ expected: [String]) -> Bool {
        Set(offered).isStrictSubset(of: expected)
    }

    /// Returns dicectl's completions for the last of `words`, queried the way the scripts do.
    private func offered(_ room: Room, for argument: String, _ words: [String])
        async throws
        -> [String]
    {
        let outcome = try await room.start(
            Programs.dicectl,
            ["---completion", "lock", "--", argument, String(words.count - 1), "0"]
                + words,
            environment: room.clientEnvironment.merging(["SAP_SHELL": "bash"]) { $1 }
        ).outcome()
        return outcome.output.filter { !$0.isEmpty }
    }

    @Test("the tables of the shared daemon are offered with its option")
    func shared() async throws {
        let room = try Room.here
        #expect(chmod(room.folder, 0o755) == 0)
        let client = try await room.daemon("--share", SharingTests.group).client()
        try await client.result("table.create", ["table": "odd", "dice": [6]])
        try await offers(
            ["default", "odd"],
            room,
            for: "--table",
            "dicectl",
            "lock",
            "--shared",
            "--table",
            ""
        )
        #expect(
            try await offered(room, for: "--table", ["dicectl", "lock", "--table", ""])
                .isEmpty
        )
    }

    /// Checks completions as `offers` does, but ignores the options that are also offered.
    private func offersInBash(_ expected: [String], _ room: Room, _ words: String...)
        async throws
    {
        var offered: [String] = []
        for _ in 1...100 where Self.lacks(offered, expected) {
            offered = try await inBash(room, words).filter { !$0.hasPrefix("-") }
        }
        #expect(offered == expected, "\(words)")
    }

    /// Returns bash's completions for the last of `words`, from the installed script.
    private func inBash(_ room: Room, _ words: String...) async throws -> [String] {
        try await inBash(room, words)
    }

    private func inBash(_ room: Room, _ words: [String]) async throws -> [String] {
        try room.makeFile(
            "complete",
            """
            source <("$dicectl" --generate-completion-script bash)
            COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=${#COMP_LINE}
            function=$(complete -p dicectl | sed 's/.* -F \\([^ ]*\\) .*/\\1/')
            $function "$1" "${@: -1}" "${@: -2:1}"
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        )
        let outcome = try await room.start(
            "/bin/bash",
            ["--norc", room.path("complete"), Programs.dicectl] + words,
            environment: room.clientEnvironment.merging(["dicectl": Programs.dicectl]) {
                $1
            }
        ).outcome()
        #expect(outcome.ending == .exited(0) && outcome.complaint == "", "\(words)")
        return outcome.output.map { $0.hasSuffix(" ") ? String($0.dropLast()) : $0 }
            .filter {
                !$0.isEmpty
            }
    }

    @Test(
        "bash completes commands and their aliases, help topics and option values"
    )
    func bash() async throws {
        let room = try Room.here
        #expect(try await inBash(room, "en") == ["end-turn", "end"])
        #expect(try await inBash(room, "ho") == ["hold"])
        #expect(try await inBash(room, "-t", "odd", "his") == ["history"])
        #expect(try await inBash(room, "--json", "ta") == ["table", "tables"])
        #expect(try await inBash(room, "help", "se") == ["settle", "seat", "set"])
        #expect(try await inBash(room, "help", "table", "set", "") == [])
        #expect(try await inBash(room, "table", "s") == ["set", "show"])
        #expect(
            try await inBash(room, "roll", "--motion", "") == [
                "full", "reduced", "none",
            ]
        )
        #expect(try await inBash(room, "new", "--pl") == ["--players"])
        #expect(try await inBash(room, "roll", "--no") == ["--no-autostart"])
    }

    @Test(
        "bash completes the tables, dice, players and saved rolls of the running daemon"
    )
    func ofTheDaemon() async throws {
        let room = try Room.here
        let client = try await room.daemon().client()
        try await client.result("table.create", ["table": "odd", "dice": [6, 6, 20]])
        try await client.result(
            "table.configure",
            ["table": "odd", "players": ["ann", "bo"]]
        )
        try await offersInBash(["default", "odd"], room, "-t", "")
        try await offersInBash(["ann", "bo"], room, "-t", "odd", "roll", "--as", "")
        try await offersInBash(["1", "2", "3", "all"], room, "-t", "odd", "hold", "")
        try await offersInBash(["bo"], room, "-t", "odd", "end", "--as", "b")
        try await offers(
            ["1", "2", "3", "4", "5", "all", "default", "odd"],
            room,
            for: "positional@0",
            "dicectl",
            "lock",
            ""
        )
        for name in ["fire", "attack"] {
            try await client.result(
                "roll.save",
                ["name": .string(name), "expression": "d6"]
            )
        }
        try await offersInBash(["fire"], room, "unsave", "attack", "f")
        try await offersInBash(["attack"], room, "roll", "att")
    }

    @Test("completion without a daemon offers no names and starts no daemon")
    func startsNothing() async throws {
        let room = try Room.here
        #expect(
            try await offered(room, for: "--table", ["dicectl", "lock", "--table", ""])
                == []
        )
        #expect(!room.exists("run"))
        #expect(!room.exists("state"))
    }

    /// An interactive shell on a terminal, with its installed completion.
    struct Shell: CustomTestStringConvertible {
        let tool: Tool
        let start: String
        let load: String
        /// A name that the shell always expands.
        var leavesOut = ""
        var testDescription: String { tool.name }

        static let bash = Shell(
            tool: .bash,
            start: "bash --norc --noprofile -i",
            load: #"source <("$dicectl" --generate-completion-script bash)"#
        )
        static let zsh = Shell(
            tool: .zsh,
            start: "zsh -f -i",
            load:
                #"autoload -U compinit; compinit -u -D; source <("$dicectl" --generate-completion-script zsh)"#,
            leavesOut: "!!"
        )
        static let fish = Shell(
            tool: .fish,
            start: "fish --no-config -i",
            load: #""$dicectl" --generate-completion-script fish | source"#,
            leavesOut: "~"
        )
    }

    /// Types `lines` into a shell and completes the last word of each line with the key. Returns
    /// the resulting words.
    private func typed(_ lines: [String], into shell: Shell, _ room: Room) async throws
        -> [[String]]
    {
        let child = try room.start(
            Tool.script.name,
            [
                "-qec", "stty cols 200 rows 50; cd \"$files\"; exec \(shell.start)",
                "/dev/null",
            ],
            environment: room.clientEnvironment.merging([
                "TERM": "xterm", "dicectl": Programs.dicectl, "out": room.path("out"),
                "files": room.path("files"),
                "PATH": Programs.folder + ":/usr/local/bin:/usr/bin:/bin",
            ]) { $1 }
        )
        child.write(shell.load + "\r")
        for (number, line) in lines.enumerated() {
            // To the beginning of the line, and back to its end.
            child.write(line + "\t\u{1}printf '%s\\n' \u{5} >\"$out\"\(number)\r")
        }
        child.write("exit\r")
        _ = try await child.ending()
        return lines.indices.map { number in
            String(decoding: room.contents("out\(number)") ?? Data(), as: UTF8.self)
                .split(separator: "\n").map(String.init)
        }
    }

    /// Names of players that would create files or be misread if a shell evaluated them.
    private static let hostile = [
        "$(touch${IFS}ran)", "`touch${IFS}ran`", "${x:-$(touch ran)}",
        "$((a[$(touch ran)]))",
        "it's $(touch ran)",
        #"\$HOME"#,
        #""$HOME"#, "<(touch ran)", "(touch ran)", "a;touch ran", "~", "*", "{a,b}",
        "a:b", "!!",
        "=ls",
        "Jürgen Müller",
    ]
    /// File names with two lines, each of which is a word to a shell that splits lines.
    private static let hostileFiles = [
        "x$(touch ran)", "${x:-$(touch ran)}\n${x:-$(touch ran)}",
    ]

    private func evaluatesNothing(_ shell: Shell) async throws {
        let room = try Room.here
        let names = Self.hostile.filter { $0 != shell.leavesOut }
        try room.makeFolder("home")
        try room.makeFolder("files")
        try room.makeFolder("files/plain")
        let client = try await room.daemon().client()
        for (number, name) in names.enumerated() {
            try await client.result(
                "table.create",
                ["table": .string("t\(number)"), "dice": [6]]
            )
            try await client.result(
                "table.configure",
                ["table": .string("t\(number)"), "players": [.string(name)]]
            )
        }
        for (number, name) in Self.hostileFiles.enumerated() {
            try room.makeFolder("files/\(number)")
            try room.makeFile("files/\(number)/\(name)", "")
        }
        let lines =
            names.indices.map { "dicectl stats -t t\($0) --by " }
            + Self.hostileFiles.indices.map { "dicectl verify \($0)/" }
        var words: [[String]] = []
        // Repeats the query if completions are missing, because dicectl does not wait for a daemon
        // that is slow to answer.
        for _ in 1...100 {
            words = try await typed(lines, into: shell, room)
            if words.prefix(names.count).allSatisfy({ $0.count > 5 }) {
                break
            }
        }
        #expect(words.prefix(names.count).map(\.last) == names)
        #expect(words.dropLast().last?.last == "0/" + Self.hostileFiles[0])
        #expect(!room.exists("files/ran"))
    }

    @Test(
        "bash evaluates no candidate and treats each as one word",
        .needs(.script, .bash)
    )
    func bashEvaluatesNothing() async throws {
        try await evaluatesNothing(.bash)
    }

    @Test(
        "zsh evaluates no candidate and treats each as one word",
        .needs(.script, .zsh)
    )
    func zshEvaluatesNothing() async throws {
        try await evaluatesNothing(.zsh)
    }

    @Test(
        "fish evaluates no candidate and treats each as one word",
        .needs(.script, .fish)
    )
    func fishEvaluatesNothing() async throws {
        try await evaluatesNothing(.fish)
    }
}
