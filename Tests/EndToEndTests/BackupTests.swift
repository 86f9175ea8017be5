import Foundation
import ProgramTestSupport
import Testing

@Suite("Backups and checks", .quickRoom)
struct BackupTests {
    @Test("a copy that is made while dice roll is put back as the manual says")
    func roundTrip() async throws {
        let room = try Room.here
        let daemon = try await room.daemon("--slow", "1000")
        let client = try daemon.client()
        try await client.result("table.roll", ["animate": false])
        let entry = try await client.result("table.endTurn").entry
        try await client.result("table.roll", ["animate": false])
        let before = try await client.result("table.get")
        try await client.rollInFlight()
        let copy = room.path("copy.sqlite")
        let said = try await room.did("backup", copy)
        let size = try #require(room.contents("copy.sqlite")?.count)
        #expect(said == ["\(copy) written, \(size) bytes"])
        #expect(try room.mode("copy.sqlite") == 0o600)

        #expect(try await room.refused("backup", copy).contains("\(copy) exists; name another file, or say --force"))
        let replaced = try await room.dicectl("backup", copy, "--force", "--json")
        #expect(replaced.json == ["path": .string(copy), "bytes": JSON(size)])

        try await client.result("table.cancel")
        try await client.result("table.create", ["table": "late", "dice": [6]])
        try await daemon.kill()
        let restore = try room.start(Programs.diced, ["--state-dir", room.state, "--restore", copy])
        #expect(try await restore.ending() == .exited(0))
        let restored = try await room.daemon().client()
        let list = try await restored.result("table.list")["tables"].array
        #expect(list.map { $0["table"].string } == ["default"])
        #expect(try await restored.result("table.history")["entries"] == [entry])
        let table = try await restored.result("table.get")
        #expect(table["roll"] == 1 && table["dice"] == before["dice"], "without the roll that was in flight")
    }

    @Test("dicectl restore ends the daemon that it has started, and starts it again with the tables of the copy")
    func restore() async throws {
        let room = try Room.here
        func adopt() async throws -> Int {
            let pid = try #require(try await room.dicectl("status", "--json").json["pid"].int)
            room.adopt(pid)
            return pid
        }
        _ = try await room.did("roll", "--motion", "none")
        let first = try await adopt()
        _ = try await room.did("end-turn")
        // As a line of the log has it, before what is said.
        let copy = room.path("a critical copy.sqlite")
        _ = try await room.did("backup", copy)
        _ = try await room.did("roll", "2d6", "--motion", "none")
        let said = try await room.did("restore", copy)
        #expect(try await adopt() != first)
        #expect(
            said[0].hasPrefix("\(copy) holds 1 table, 1 turn and 0 throws, from ")
                && said[1].contains("1 turn and 1 throw"))
        #expect(said[2] == "restored \(copy)")
        let words = said[3].split(separator: " ")
        #expect(said[3].hasPrefix("what was there before is in ") && said[3].contains("to go back: dicectl restore "))
        #expect(try await room.dicectl("history", "--kind", "all", "--json").json["entries"].array.count == 1)

        let refused = try await room.dicectl("restore", room.path("none"))
        #expect(refused.ending == .exited(66) && refused.complaint.contains("No such file"))
        let back = try await room.dicectl("restore", String(try #require(words.last)), "--json")
        _ = try await adopt()
        #expect(back.json["path"].string == words.last.map(String.init) && back.json["kept"].string != nil)
        #expect(try await room.dicectl("history", "--kind", "all", "--json").json["entries"].array.count == 2)
    }

    @Test(
        "--keep makes a row of copies for their user alone, in the state folder or where it is told, and removes the oldest"
    )
    func keep() async throws {
        let room = try Room.here
        _ = try await room.daemon()
        let first = try #require(try await room.did("backup", "--keep", "2").first)
        #expect(first.hasPrefix("\(room.state)/backups/diced-20") && first.contains("Z.sqlite written, "))
        func names(_ folder: String) throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: room.path(folder)).sorted()
        }
        let copy = try #require(try names("state/backups").first)
        #expect(try room.mode("state/backups") == 0o700 && room.mode("state/backups/\(copy)") == 0o600)

        // By their names these are the oldest, and by their times the newest.
        try room.makeFolder("elsewhere")
        for name in ["diced-20010101T000000Z.sqlite", "diced-20020101T000000Z.sqlite", "diced-1.sqlite", "notes"] {
            try room.makeFile("elsewhere/\(name)", "")
        }
        let told = try await room.dicectl("backup", "--keep", "2", room.path("elsewhere"), "--json")
        let left = try names("elsewhere")
        #expect(left.count == 4 && !left.contains("diced-20010101T000000Z.sqlite") && left.contains("diced-1.sqlite"))
        #expect(told.json["path"].string?.hasPrefix(room.path("elsewhere/diced-20")) == true)
        #expect(try names("state/backups") == [copy])

        try room.makeFile("file", "")
        let refusal = try await room.refused("backup", "--keep", "2", room.path("file/in"))
        #expect(refusal.hasPrefix("dicectl: the folder \(room.path("file/in")) cannot be made: "), "\(refusal)")
    }

    @Test("a path that leads nowhere, into the state folder or is not absolute is refused, and nothing is left behind")
    func refused() async throws {
        let room = try Room.here
        let client = try await room.daemon().client()
        for path in [room.path("none/copy"), room.state + "/diced.sqlite"] {
            let error = try await client.refusal("server.backup", ["path": .string(path), "force": true])
            #expect(error["code"] == 12)
            #expect(error["message"].string?.hasPrefix("no backup was made: ") == true)
        }
        #expect(try await client.refusal("server.backup", ["path": "copy"])["code"] == -32602)
        let files = try FileManager.default.contentsOfDirectory(atPath: room.state).sorted()
        #expect(files == ["diced.lock", "diced.sqlite", "diced.sqlite-shm", "diced.sqlite-wal"])
        try await client.result("table.roll", ["animate": false])
    }

    @Test("--check says what is wrong, with 65, or that nothing is, with 0, also beside a daemon")
    func check() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        try await daemon.client().result("table.roll", ["animate": false])
        func check() throws -> Child { try room.start(Programs.diced, ["--check", "--state-dir", room.state]) }
        for _ in 1...2 {
            let good = try check()
            #expect(try await good.ending() == .exited(0))
            #expect(try await good.wholeOutput() == ["\(room.state): no problem found"])
            _ = try await daemon.stop()
        }
        let file = room.state + "/diced.sqlite"
        var data = try #require(room.contents("state/diced.sqlite"))
        for index in data.count - 4_096..<data.count { data[index] = 0xA5 }
        try data.write(to: URL(filePath: file))
        let bad = try check()
        #expect(try await bad.ending() == .exited(65))
        let said = try await bad.wholeOutput() + [bad.complaint()]
        #expect(said.joined() != "")
        #expect(room.contents("state/diced.sqlite") == data)
        let missing = try room.start(Programs.diced, ["--check", "--state-dir", room.path("none")])
        #expect(try await missing.ending() == .exited(74))
        #expect(try await missing.complaint().contains("there is no store in"))
        #expect(!room.exists("none"))
    }
}
