import ProgramTestSupport
import Testing

@Suite("Completion in the shell", .room)
struct CompletionTests {
    /// Asks again where nothing is offered: dicectl keeps nobody waiting for a daemon that is slow to answer.
    private func offers(_ expected: [String], _ room: Room, for argument: String, _ words: String...) async throws {
        var offered: [String] = []
        for _ in 1...100 where offered.isEmpty { offered = try await self.offered(room, for: argument, words) }
        #expect(offered == expected)
    }

    /// What dicectl offers for the last of `words`, asked as the completion scripts ask.
    private func offered(_ room: Room, for argument: String, _ words: [String]) async throws -> [String] {
        let outcome = try await room.start(
            Programs.dicectl, ["---completion", "lock", "--", argument, String(words.count - 1), "0"] + words,
            environment: room.clientEnvironment.merging(["SAP_SHELL": "bash"]) { $1 }
        ).outcome()
        return outcome.output.filter { !$0.isEmpty }
    }

    @Test("the tables and dice of the daemon that runs are offered")
    func tablesAndDice() async throws {
        let room = try Room.here
        let client = try await room.daemon().client()
        try await client.result("table.create", ["table": "odd", "dice": [6, 6, 20]])
        try await offers(["default", "odd"], room, for: "--table", "dicectl", "lock", "--table", "")
        try await offers(["1", "2", "3", "all"], room, for: "positional@0", "dicectl", "lock", "--table", "odd", "")
        try await offers(["1", "2", "3", "all"], room, for: "positional@0", "dicectl", "lock", "-t", "odd", "")
        try await offers(
            ["1", "2", "3", "4", "5", "all", "default", "odd"], room, for: "positional@0", "dicectl", "lock", "")
    }

    @Test("where no daemon runs nothing is offered, and none is started")
    func startsNothing() async throws {
        let room = try Room.here
        #expect(try await offered(room, for: "--table", ["dicectl", "lock", "--table", ""]) == [])
        #expect(!room.exists("run") && !room.exists("state"))
    }
}
