import Glibc
import ProgramTestSupport
import Testing

@Suite("Completion in the shell", .quickRoom)
struct CompletionTests {
    /// Asks again where less is offered: dicectl keeps nobody waiting for a daemon that is slow to answer.
    private func offers(_ expected: [String], _ room: Room, for argument: String, _ words: String...) async throws {
        var offered: [String] = []
        for _ in 1...100 where Self.lacks(offered, expected) {
            offered = try await self.offered(room, for: argument, words)
        }
        #expect(offered == expected)
    }

    /// Whether nothing is offered but a part of what should be. What is wrong is not asked again.
    private static func lacks(_ offered: [String], _ expected: [String]) -> Bool {
        Set(offered).isStrictSubset(of: expected)
    }

    /// What dicectl offers for the last of `words`, asked as the completion scripts ask.
    private func offered(_ room: Room, for argument: String, _ words: [String]) async throws -> [String] {
        let outcome = try await room.start(
            Programs.dicectl, ["---completion", "lock", "--", argument, String(words.count - 1), "0"] + words,
            environment: room.clientEnvironment.merging(["SAP_SHELL": "bash"]) { $1 }
        ).outcome()
        return outcome.output.filter { !$0.isEmpty }
    }

    @Test("the tables of the shared daemon are offered where it is meant")
    func shared() async throws {
        let room = try Room.here
        #expect(chmod(room.folder, 0o755) == 0)
        let client = try await room.daemon("--share", SharingTests.group).client()
        try await client.result("table.create", ["table": "odd", "dice": [6]])
        try await offers(["default", "odd"], room, for: "--table", "dicectl", "lock", "--shared", "--table", "")
        #expect(try await offered(room, for: "--table", ["dicectl", "lock", "--table", ""]).isEmpty)
    }

    /// As `offers`, less the options that are offered beside them.
    private func offersInBash(_ expected: [String], _ room: Room, _ words: String...) async throws {
        var offered: [String] = []
        for _ in 1...100 where Self.lacks(offered, expected) {
            offered = try await inBash(room, words).filter { !$0.hasPrefix("-") }
        }
        #expect(offered == expected, "\(words)")
    }

    /// What bash would offer for the last of `words`, by the script that is installed.
    private func inBash(_ room: Room, _ words: String...) async throws -> [String] { try await inBash(room, words) }

    private func inBash(_ room: Room, _ words: [String]) async throws -> [String] {
        try room.makeFile(
            "complete",
            """
            source <("$dicectl" --generate-completion-script bash)
            COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=${#COMP_LINE}
            function=$(complete -p dicectl | sed 's/.* -F \\([^ ]*\\) .*/\\1/')
            $function "$1" "${@: -1}" "${@: -2:1}"
            printf '%s\\n' "${COMPREPLY[@]}"
            """)
        let outcome = try await room.start(
            "/bin/bash", ["--norc", room.path("complete"), Programs.dicectl] + words,
            environment: room.clientEnvironment.merging(["dicectl": Programs.dicectl]) { $1 }
        ).outcome()
        #expect(outcome.ending == .exited(0) && outcome.complaint == "", "\(words)")
        return outcome.output.map { $0.hasSuffix(" ") ? String($0.dropLast()) : $0 }.filter { !$0.isEmpty }
    }

    @Test("bash offers commands and other words for them, what help explains, and the values of options")
    func bash() async throws {
        let room = try Room.here
        #expect(try await inBash(room, "en") == ["end-turn", "end"])
        #expect(try await inBash(room, "ho") == ["hold"])
        #expect(try await inBash(room, "-t", "odd", "hi") == ["history"])
        #expect(try await inBash(room, "--json", "ta") == ["table", "tables"])
        #expect(try await inBash(room, "help", "se") == ["settle", "seat", "set"])
        #expect(try await inBash(room, "help", "table", "set", "") == [])
        #expect(try await inBash(room, "table", "s") == ["set", "show"])
        #expect(try await inBash(room, "roll", "--motion", "") == ["full", "reduced", "none"])
        #expect(try await inBash(room, "new", "--pl") == ["--players"])
        #expect(try await inBash(room, "roll", "--no") == ["--no-autostart"])
    }

    @Test("bash offers the tables, dice, players and saved rolls of the daemon that runs")
    func ofTheDaemon() async throws {
        let room = try Room.here
        let client = try await room.daemon().client()
        try await client.result("table.create", ["table": "odd", "dice": [6, 6, 20]])
        try await client.result("table.configure", ["table": "odd", "players": ["ann", "bo"]])
        try await offersInBash(["default", "odd"], room, "-t", "")
        try await offersInBash(["ann", "bo"], room, "-t", "odd", "roll", "--as", "")
        try await offersInBash(["1", "2", "3", "all"], room, "-t", "odd", "hold", "")
        try await offersInBash(["bo"], room, "-t", "odd", "end", "--as", "b")
        try await offers(
            ["1", "2", "3", "4", "5", "all", "default", "odd"], room, for: "positional@0", "dicectl", "lock", "")
        for name in ["fire", "attack"] {
            try await client.result("roll.save", ["name": .string(name), "expression": "d6"])
        }
        try await offersInBash(["fire"], room, "unsave", "attack", "f")
        try await offersInBash(["attack"], room, "roll", "att")
    }

    @Test("where no daemon runs nothing is offered, and none is started")
    func startsNothing() async throws {
        let room = try Room.here
        #expect(try await offered(room, for: "--table", ["dicectl", "lock", "--table", ""]) == [])
        #expect(!room.exists("run") && !room.exists("state"))
    }
}
