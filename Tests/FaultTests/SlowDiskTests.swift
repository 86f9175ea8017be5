import DiceClient
import DiceWire
import FoundationEssentials
import Glibc
import ProgramTestSupport
import Testing
import Unix

@Suite("a backup on a slow disk", .quickRoom)
struct SlowDiskTests {
    private func parts(_ room: Room) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: room.state)
            .filter { $0.contains(".sent") || $0.hasPrefix("diced.backup.") }
    }

    @Test(
        "a client with a timeout of 0.1 s waits for a copy of several seconds and sees its progress"
    )
    func patience() async throws {
        let room = try Room.here
        let disk = SlowDisk(room, files: ".sent")
        _ = try await room.daemon(environment: disk.environment)
        try disk.close()
        let client = DiceClient.Client(
            try Connection.open(SocketPath(path: room.socket)),
            name: "test",
            timeout: .milliseconds(100)
        )
        var progress = 0
        var bytes = 0
        let request = Method.backup(BackupParams(.stream, progress: true))
        let reply = try client.call(request) { line in
            switch try? line.news() {
            case .progress:
                progress += 1
                if progress == 2 {
                    try? disk.open()
                }
            case .backup(let part):
                bytes += part.total == 0 ? 0 : Base64.bytes(of: part.data)?.count ?? 0
            default: break
            }
            return true
        }
        let result = try #require(reply).result(of: .backup)
        #expect(progress >= 2)
        #expect(bytes == result.bytes)
        #expect(bytes > 0)
    }

    @Test(
        "an interrupted copy leaves no file at its target or in the state folder"
    )
    func interrupted() async throws {
        let room = try Room.here
        let disk = SlowDisk(room, files: ".sent")
        _ = try await room.daemon(environment: disk.environment)
        try disk.close()
        try room.makeFolder("copies")
        let copying = try room.startDicectl("backup", room.path("copies/copy.sqlite"))
        try await Patience.until("a part of a copy is there") {
            try !parts(room).isEmpty
        }
        copying.signal(SIGINT)
        #expect(try await copying.ending() == .exited(130))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: room.path("copies"))
                == []
        )
        try disk.open()
        try await Patience.until("no part of a copy is left") {
            try parts(room).isEmpty
        }
        _ = try await room.did("backup", room.path("copies/copy.sqlite"))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: room.path("copies"))
                == [
                    "copy.sqlite"
                ]
        )
        #expect(try parts(room) == [])
    }

    @Test(
        "a copy of 200,000 entries shows its progress on a terminal",
        .needs(.python3, .script)
    )
    func large() async throws {
        let room = try Room.here
        try await LargeStore.put(into: room)
        let disk = SlowDisk(
            room,
            files: "/backups/",
            microseconds: Soak.isLong ? 400 : 0
        )
        _ = try await room.daemon(environment: disk.environment)
        try disk.close()
        let screen = room.path("screen")
        let terminal = try room.start(
            Tool.script.name,
            ["-qefc", "\(Programs.dicectl) backup --keep 7", screen],
            environment: room.clientEnvironment.merging(["TERM": "xterm"]) { $1 }
        )
        func shown() -> String {
            String(decoding: room.contents("screen") ?? Data(), as: UTF8.self)
        }
        try await Patience.until("the terminal shows the copying") {
            shown().contains("copying")
        }
        try disk.open()
        #expect(try await terminal.ending() == .exited(0))
        let copies = try FileManager.default.contentsOfDirectory(
            atPath: room.state + "/backups"
        )
        let copy = "\(room.state)/backups/\(try #require(copies.first))"
        let size = try #require(try FileStatus(copy)?.size)
        #expect(copies.count == 1)
        #expect(size > 100_000_000)
        #expect(shown().contains("\(copy) written, \(size) bytes"))
    }
}
