import DiceClient
import DiceWire
import FoundationEssentials
import ProgramTestSupport
import Testing
import Unix

@Suite("a copy on a disk that is slow", .quickRoom)
struct SlowDiskTests {
    private func parts(_ room: Room) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: room.state)
            .filter { $0.contains(".sent") || $0.hasPrefix("diced.backup.") }
    }

    private func eventually(_ isTrue: () throws -> Bool) async throws {
        while try !isTrue() { try await Task.sleep(for: .milliseconds(5)) }
    }

    @Test("a client that bears a silence of 0.1 s waits for a copy that takes seconds, and is told how far it is")
    func patience() async throws {
        let room = try Room.here
        let disk = SlowDisk(room, files: ".sent")
        _ = try await room.daemon(environment: disk.environment)
        try disk.close()
        let client = DiceClient.Client(
            try Connection.open(SocketPath(path: room.socket)), name: "test", timeout: .milliseconds(100))
        var progress = 0
        var bytes = 0
        let request = Method.backup(BackupParams(.stream, progress: true))
        let reply = try client.call(request) { line in
            switch try? line.news() {
            case .progress:
                progress += 1
                if progress == 2 { try? disk.open() }
            case .backup(let part): bytes += part.total == 0 ? 0 : Base64.bytes(of: part.data)?.count ?? 0
            default: break
            }
            return true
        }
        let result = try #require(reply).result(of: .backup)
        #expect(progress >= 2 && bytes == result.bytes && bytes > 0)
    }

    @Test("a copy that is interrupted leaves nothing, neither where it was to be nor in the state folder")
    func interrupted() async throws {
        let room = try Room.here
        let disk = SlowDisk(room, files: ".sent")
        _ = try await room.daemon(environment: disk.environment)
        try disk.close()
        try room.makeFolder("copies")
        let copying = try room.startDicectl("backup", room.path("copies/copy.sqlite"))
        try await eventually { try !parts(room).isEmpty }
        copying.signal(SIGINT)
        #expect(try await copying.ending() == .killed(by: SIGINT))
        #expect(try FileManager.default.contentsOfDirectory(atPath: room.path("copies")) == [])
        try disk.open()
        try await eventually { try parts(room).isEmpty }
        _ = try await room.did("backup", room.path("copies/copy.sqlite"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: room.path("copies")) == ["copy.sqlite"])
        #expect(try parts(room) == [])
    }

    @Test("200,000 entries on a disk of 400 µs a page, more than ten seconds of work", .needs(.python3, .script))
    func large() async throws {
        let room = try Room.here
        try await LargeStore.put(into: room)
        let disk = SlowDisk(room, files: ".sent", microseconds: Soak.isLong ? 400 : 10)
        let daemon = try await room.daemon(environment: disk.environment)
        let copy = room.path("copy.sqlite")
        let command = "\(Programs.dicectl) backup \(copy)"
        let terminal = try room.start(
            Tool.script.name, ["-qec", command, "/dev/null"],
            environment: room.clientEnvironment.merging(["TERM": "xterm"]) { $1 })
        #expect(try await terminal.ending() == .exited(0))
        let shown = try await terminal.wholeOutput().joined()
        #expect(shown.contains("copying: ") && shown.contains("receiving: 100% of "))
        let size = try #require(try FileStatus(copy)?.size)
        #expect(shown.contains("\(copy) written, \(size) bytes"))
        #expect(size > 100_000_000)
        #expect(try parts(room) == [])
        #expect(try await daemon.stop() == .exited(0))
    }
}
