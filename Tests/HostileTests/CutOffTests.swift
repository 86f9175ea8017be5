import ProgramTestSupport
import Testing

@Suite("Clients that lose their connection", .quickRoom)
struct CutOffTests {
    /// The expected state of a table after a part of the script.
    private struct Expected {
        var line: String
        /// `nil` if the table does not exist.
        var table: JSON?
    }

    private static func script(_ table: String) -> [Expected] {
        func state(turn: Int, roll: Int, locked: [JSON]) -> JSON {
            [
                "turn": JSON(turn), "roll": JSON(roll), "locked": .array(locked),
                "rolling": .bool(false),
            ]
        }
        func line(_ method: String, _ params: String = "") -> String {
            #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{"table":"\#(table)"\#(params)}}"#
                + "\n"
        }
        let new = state(turn: 1, roll: 0, locked: [false, false])
        let locked = state(turn: 1, roll: 0, locked: [true, false])
        let rolled = state(turn: 1, roll: 1, locked: [true, false])
        let rolledAgain = state(turn: 1, roll: 2, locked: [true, false])
        let ended = state(turn: 2, roll: 0, locked: [false, false])
        return [
            Expected(line: line("table.create", #","dice":[6,6]"#), table: new),
            Expected(line: line("table.watch"), table: new),
            Expected(line: line("table.lock", #","dice":[1]"#), table: locked),
            Expected(line: line("table.roll", #","animate":false"#), table: rolled),
            Expected(line: line("table.roll", #","by":"é""#), table: rolledAgain),
            Expected(line: line("table.cancel"), table: rolledAgain),
            Expected(line: line("table.endTurn"), table: ended),
            Expected(line: line("table.history"), table: ended),
            Expected(line: line("table.delete"), table: nil),
        ]
    }

    @Test(
        "a session cut at any byte keeps its complete lines' effects, even after kill -9"
    )
    func everyByte() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        let client = try daemon.client()
        // The first request opens the files for reading history.
        try await client.result("table.history")
        let descriptors = daemon.child.descriptors
        let length = Self.script("cut-0000").reduce(0) { $0 + $1.line.utf8.count }
        for place in 0...length {
            let leaving = try daemon.client(reading: false)
            leaving.offer(
                Self.script(Self.name(place)).map(\.line).joined().utf8.prefix(place)
            )
            leaving.close()
        }
        try await check(0...length, by: client)
        try await client.isAlone(with: daemon, descriptors)
        try await daemon.kill()
        let again = try await room.daemon()
        try await check(0...length, by: try again.client())
        #expect(try await again.stop() == .exited(0))
    }

    private static func name(_ place: Int) -> String {
        "cut-" + String("\(10_000 + place)".dropFirst())
    }

    /// Checks that the requests of a disconnected client were carried out. A passing test waits for
    /// nothing else.
    private func check(_ places: ClosedRange<Int>, by client: Client) async throws {
        for place in places {
            let expected = Self.expected(place)
            var seen: JSON?
            try await Patience.until(
                "cut at byte \(place) a table is right, not \(seen?.text ?? "missing")"
            ) {
                seen = try await Self.state(place, by: client)
                return seen == expected
            }
        }
    }

    /// Returns a settled table; `nil` if it does not exist.
    private static func state(_ place: Int, by client: Client) async throws -> JSON? {
        let table = try await client.call("table.get", ["table": .string(name(place))])[
            "result"
        ]
        if table == nil {
            return nil
        }
        let locked = table["dice"].array.map { $0["locked"] }
        return [
            "turn": table["turn"], "roll": table["roll"], "locked": .array(locked),
            "rolling": table["rolling"],
        ]
    }

    /// Returns the state after the complete lines in the first `place` bytes. The last line needs
    /// no line end.
    private static func expected(_ place: Int) -> JSON? {
        var end = 0
        var table = JSON?.none
        for step in script(name(place)) {
            end += step.line.utf8.count
            guard place >= end - 1 else { break }
            table = step.table
        }
        return table
    }
}
