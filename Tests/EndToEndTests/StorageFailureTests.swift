import Foundation
import ProgramTestSupport
import Testing

@Suite("Stores that cannot be used", .room)
struct StorageFailureTests {
    private static let files = ["state/diced.sqlite", "state/diced.sqlite-wal"]

    /// A daemon on this store has to refuse it and to leave every byte as it is.
    private func refuses(_ room: Room, with status: Int32) async throws -> String {
        // SQLite may put an empty log beside a database that it reads.
        func contents() -> [Data] { Self.files.map { room.contents($0) ?? Data() } }
        let before = contents()
        let (ending, complaint) = try await room.refusedDaemon()
        #expect(ending == .exited(status), "\(complaint)")
        #expect(complaint.contains(room.path("state")))
        #expect(contents() == before)
        #expect(!room.exists("run/diced.sock"))
        return complaint
    }

    /// A store with a history, at rest.
    private func store(_ room: Room) async throws -> Data {
        let daemon = try await room.daemon()
        let client = try daemon.client()
        try await client.result("table.roll", ["animate": false])
        try await client.result("table.endTurn")
        #expect(try await daemon.stop() == .exited(0))
        return try #require(room.contents("state/diced.sqlite"))
    }

    private func write(_ data: Data, _ room: Room) throws {
        try data.write(to: URL(filePath: room.path("state/diced.sqlite")))
    }

    @Test("a file that is no database is refused with 65 and left byte for byte")
    func noDatabase() async throws {
        let room = try Room.here
        try room.makeFolder("state")
        try write(Data("this is the diary of somebody else\n".utf8), room)
        _ = try await refuses(room, with: 65)
    }

    @Test(
        "a damaged database is refused with 65 and left byte for byte",
        arguments: ["all but the first page", "the last page"])
    func damaged(_ what: String) async throws {
        let room = try Room.here
        var data = try await store(room)
        let start = what == "the last page" ? data.count - 4_096 : 4_096
        for index in start..<data.count { data[index] = UInt8(truncatingIfNeeded: index &* 31) }
        try write(data, room)
        _ = try await refuses(room, with: 65)
    }

    @Test("half a database is refused with 65 and left byte for byte")
    func cutOff() async throws {
        let room = try Room.here
        let data = try await store(room)
        try write(data.prefix(data.count / 2 + 100), room)
        _ = try await refuses(room, with: 65)
    }

    @Test("a database of a newer version is refused with 65, says so and is left byte for byte")
    func newer() async throws {
        let room = try Room.here
        var data = try await store(room)
        // The name of the last step of the schema, in its table and in its index.
        var renamed = 0
        for index in data.indices.dropLast().dropFirst(2) where data[index...(index + 1)].elementsEqual("v1".utf8) {
            guard data[index - 1] == 0x11 || data[index - 2] == 0x11 else { continue }
            data[index + 1] = UInt8(ascii: "9")
            renamed += 1
        }
        try #require(renamed == 2)
        try write(data, room)
        #expect(try await refuses(room, with: 65).contains("newer"))
    }

    @Test("a state folder that is a file is refused with 74 and left as it is")
    func fileAsFolder() async throws {
        let room = try Room.here
        try room.makeFile("state", "precious")
        _ = try await refuses(room, with: 74)
        #expect(room.contents("state") == Data("precious".utf8))
    }

    @Test("what is wrong goes to standard error, and nothing to standard output")
    func streams() async throws {
        let room = try Room.here
        try room.makeFile("state", "")
        let daemon = try Daemon(room, [])
        #expect(try await daemon.child.wholeOutput().isEmpty)
        #expect(try await !daemon.child.complaint().isEmpty)
    }
}
