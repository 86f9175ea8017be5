import Foundation
import ProgramTestSupport
import Testing

@Suite("Backups and checks", .quickRoom)
struct BackupTests {
    @Test("a backup made during a roll is restored as the manual describes")
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

        #expect(
            try await room.refused("backup", copy).contains(
                "\(copy) exists; name another file, or add --force"
            )
        )
        #expect(
            try room.names("").filter { $0.hasPrefix("copy.sqlite") } == ["copy.sqlite"]
        )
        let replaced = try await room.dicectl("backup", copy, "--force", "--json")
        #expect(replaced.json == ["path": .string(copy), "bytes": JSON(size)])

        try await client.result("table.cancel")
        try await client.result("table.create", ["table": "late", "dice": [6]])
        try await daemon.kill()
        let restore = try room.start(
            Programs.diced,
            ["--state-dir", room.state, "--restore", copy]
        )
        #expect(try await restore.ending() == .exited(0))
        let restored = try await room.daemon().client()
        let list = try await restored.result("table.list")["tables"].array
        #expect(list.map { $0["table"].string } == ["default"])
        #expect(try await restored.result("table.history")["entries"] == [entry])
        let table = try await restored.result("table.get")
        #expect(
            table["roll"] == 1 && table["dice"] == before["dice"],
            "without the roll that was in flight"
        )
    }

    @Test(
        "`dicectl restore` stops the daemon it started and restarts it with the restored tables"
    )
    func restore() async throws {
        let room = try Room.here
        func adopt() async throws -> Int {
            let pid = try #require(
                try await room.dicectl("status", "--json").json["pid"].int
            )
            room.adopt(pid)
            return pid
        }
        _ = try await room.did("roll", "--motion", "none")
        let first = try await adopt()
        _ = try await room.did("end-turn")
        // As printed in a line of the log, in front of the message.
        let copy = room.path("a critical copy.sqlite")
        _ = try await room.did("backup", copy)
        _ = try await room.did("roll", "2d6", "--motion", "none")
        let said = try await room.did("restore", copy)
        #expect(try await adopt() != first)
        #expect(
            said[0].hasPrefix("\(copy) holds 1 table, 1 turn and 0 throws, from ")
                && said[1].contains("1 turn and 1 throw")
        )
        #expect(said[2] == "restored \(copy)")
        let words = said[3].split(separator: " ")
        #expect(
            said[3].hasPrefix("the previous tables are in ")
                && said[3].contains("to go back: dicectl restore ")
        )
        #expect(
            try await room.dicectl("history", "--kind", "all", "--json").json["entries"]
                .array.count
                == 1
        )

        let refused = try await room.dicectl("restore", room.path("none"))
        #expect(refused.ending == .exited(66))
        #expect(refused.complaint.contains("No such file"))
        let back = try await room.dicectl(
            "restore",
            String(try #require(words.last)),
            "--json"
        )
        _ = try await adopt()
        #expect(
            back.json["path"].string == words.last.map(String.init)
                && back.json["kept"].string != nil
        )
        #expect(
            try await room.dicectl("history", "--kind", "all", "--json").json["entries"]
                .array.count
                == 2
        )
    }

    @Test(
        "`--keep` makes private copies in the state folder or a given folder and deletes the oldest"
    )
    func keep() async throws {
        let room = try Room.here
        _ = try await room.daemon()
        let first = try #require(try await room.did("backup", "--keep", "2").first)
        #expect(first.hasPrefix("\(room.state)/backups/diced-20"))
        #expect(first.contains("Z.sqlite written, "))
        func names(_ folder: String) throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: room.path(folder))
                .sorted()
        }
        let copy = try #require(try names("state/backups").first)
        #expect(
            try room.mode("state/backups") == 0o700
                && room.mode("state/backups/\(copy)") == 0o600
        )

        // By name these files are the oldest, and by time the newest.
        try room.makeFolder("elsewhere")
        for name in [
            "diced-20010101T000000Z.sqlite", "diced-20020101T000000Z.sqlite",
            "diced-1.sqlite",
            "notes",
        ] {
            try room.makeFile("elsewhere/\(name)", "")
        }
        let told = try await room.dicectl(
            "backup",
            "--keep",
            "2",
            room.path("elsewhere"),
            "--json"
        )
        let left = try names("elsewhere")
        #expect(left.count == 4)
        #expect(!left.contains("diced-20010101T000000Z.sqlite"))
        #expect(left.contains("diced-1.sqlite"))
        #expect(
            told.json["path"].string?.hasPrefix(room.path("elsewhere/diced-20")) == true
        )
        #expect(try names("state/backups") == [copy])

        try room.makeFile("file", "")
        let refusal = try await room.refused(
            "backup",
            "--keep",
            "2",
            room.path("file/in")
        )
        #expect(
            refusal.hasPrefix(
                "dicectl: the folder \(room.path("file/in")) cannot be created: "
            ),
            "\(refusal)"
        )
    }

    @Test(
        "a file that is not a backup is not replaced, and state or missing folders get no file"
    )
    func targets() async throws {
        let room = try Room.here
        _ = try await room.daemon()
        try room.makeFile("notes", "mine")
        #expect(
            try await room.refused("backup", room.path("notes"), "--force").contains(
                "is not a backup that you own"
            )
        )
        #expect(room.contents("notes") == Data("mine".utf8))
        for place in [room.state + "/copy", room.state + "/diced.sqlite"] {
            #expect(
                try await room.refused("backup", place, "--force").contains(
                    "is in a state folder"
                )
            )
        }
        #expect(
            try await room.refused("backup", room.path("none/copy")).contains(
                "No such file"
            )
        )
        for words in [["backup"], ["backup", "--keep", "2", "--force"]] {
            let outcome = try await room.start(
                Programs.dicectl,
                words,
                environment: room.clientEnvironment
            ).outcome()
            #expect(outcome.ending == .exited(64))
            #expect(words.count > 1 || outcome.complaint.contains("--keep 7"))
        }
    }

    @Test(
        "a full disk at the client is named, no file remains, and a later backup succeeds"
    )
    func noRoom() async throws {
        let room = try Room.here
        _ = try await room.daemon()
        let copy = room.path("copy.sqlite")
        let words = "ulimit -f 1; exec \"$0\" backup \"$1\""
        let full = try await room.start(
            "/bin/sh",
            ["-c", words, Programs.dicectl, copy],
            environment: room.clientEnvironment
        ).outcome()
        #expect(
            full.ending == .exited(1)
                && full.complaint.contains("\(copy) cannot be written: "),
            "\(full)"
        )
        #expect(try room.names("").filter { $0.hasPrefix("copy.sqlite") } == [])
        _ = try await room.did("backup", copy)
    }

    @Test(
        "a client killed during a backup leaves no file, and the daemon makes the next copy"
    )
    func killed() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        let client = try daemon.client()
        try await client.result(
            "table.create",
            ["table": "big", "dice": JSON(Array(repeating: 6, count: 1_000))]
        )
        for _ in 1...300 {
            try await client.result("table.roll", ["table": "big", "animate": false])
        }
        let copy = room.path("copy.sqlite")
        let child = try room.start(
            Programs.dicectl,
            ["backup", copy],
            environment: room.clientEnvironment
        )
        // Some signals come early, some late.
        kill(child.pid, SIGTERM)
        let ending = try await child.ending()
        let left = try room.names("").filter { $0.hasPrefix("copy.sqlite") }
        #expect(left == (ending == .exited(0) ? ["copy.sqlite"] : []), "\(ending)")
        _ = try await room.did("backup", room.path("next.sqlite"))
        #expect(
            !(try room.names("state").contains { $0.hasPrefix("diced.sqlite.sent") })
        )
    }

    @Test(
        "a daemon too old to send a copy is reported as older, with advice"
    )
    func olderDaemon() async throws {
        let room = try Room.here
        let reply =
            #"{"jsonrpc":"2.0","id":1,"result":{"protocol":1,"server":"diced/2.0.0","instance":"a","pid":1}}"#
        let refusal =
            #"{"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"unknown param \"stream\"","#
            + #""data":{"reason":"invalidParams","param":"stream"}}}"#
        let ssh = room.path("ssh")
        try room.makeFile(
            "ssh",
            "#!/bin/sh\nread hello\necho '\(reply)'\nread request\necho '\(refusal)'\ncat\n"
        )
        chmod(ssh, 0o700)
        var environment = room.clientEnvironment
        environment["DICECTL_SSH"] = ssh
        let outcome = try await room.start(
            Programs.dicectl,
            ["-H", "box", "backup", room.path("copy")],
            environment: environment
        ).outcome()
        #expect(
            outcome.ending == .exited(1)
                && outcome.complaint.contains("older than this dicectl"),
            "\(outcome)"
        )
        #expect(outcome.complaint.contains("on box"))
        #expect(!room.exists("copy"))
    }

    @Test("the advice for undoing a restore is correct if the path has a line feed")
    func lineFeed() async throws {
        let room = try Room.here
        _ = try await room.daemon()
        let copy = room.path("copy.sqlite")
        _ = try await room.did("backup", copy)
        var environment = room.clientEnvironment
        environment["DICED_STATE_DIR"] = room.path("a\nb")
        environment["DICED_SOCKET"] = room.path("none/s")
        func restore(_ words: String...) async throws -> Outcome {
            let arguments = ["restore", copy, "--yes"] + words
            return try await room.start(
                Programs.dicectl,
                arguments,
                environment: environment
            )
            .outcome()
        }
        #expect(try await restore().ending == .exited(0))
        let said = try #require(try await restore().output.last)
        let hint = try #require(said.split(separator: " dicectl restore ").last)
        #expect(
            hint.hasPrefix("$'\(room.folder)/a\\nb/diced.sqlite.20")
                && hint.hasSuffix("Z'"),
            "\(said)"
        )
        let kept = try #require(try await restore("--json").json["kept"].string)
        #expect(FileManager.default.fileExists(atPath: kept), "\(kept)")
    }

    @Test("a copy that differs from what was sent is not put in place")
    func wrongSum() async throws {
        let room = try Room.here
        let reply =
            #"{"jsonrpc":"2.0","id":1,"result":{"protocol":1,"server":"diced/9","instance":"a","pid":1}}"#
        let part =
            #"{"jsonrpc":"2.0","method":"backup","params":{"id":2,"offset":0,"data":"AAAA","total":3}}"#
        let sum = String(repeating: "0a", count: 32)
        let result =
            #"{"jsonrpc":"2.0","id":2,"result":{"bytes":3,"sha256":"\#(sum)"}}"#
        let ssh = room.path("ssh")
        let lines =
            "read hello\necho '\(reply)'\nread request\necho '\(part)'\necho '\(result)'\ncat\n"
        try room.makeFile("ssh", "#!/bin/sh\n" + lines)
        chmod(ssh, 0o700)
        var environment = room.clientEnvironment
        environment["DICECTL_SSH"] = ssh
        let outcome = try await room.start(
            Programs.dicectl,
            ["-H", "box", "backup", room.path("copy")],
            environment: environment
        ).outcome()
        #expect(
            outcome.ending == .exited(1)
                && outcome.complaint.contains("nothing was written"),
            "\(outcome)"
        )
        #expect(try room.names("").filter { $0.hasPrefix("copy") } == [])
    }

    @Test(
        "an invalid, relative or state folder path is refused, and no file remains"
    )
    func refused() async throws {
        let room = try Room.here
        let client = try await room.daemon().client()
        for path in [room.path("none/copy"), room.state + "/diced.sqlite"] {
            let error = try await client.refusal(
                "server.backup",
                ["path": .string(path), "force": true]
            )
            #expect(error["code"] == 12)
            #expect(error["message"].string?.hasPrefix("no backup was made: ") == true)
        }
        #expect(
            try await client.refusal("server.backup", ["path": "copy"])["code"]
                == -32602
        )
        let files = try FileManager.default.contentsOfDirectory(atPath: room.state)
            .sorted()
        #expect(
            files == [
                "diced.lock", "diced.sqlite", "diced.sqlite-shm", "diced.sqlite-wal",
            ]
        )
        try await client.result("table.roll", ["animate": false])
    }

    @Test(
        "`--check` names damage and exits with 65, or exits with 0, even beside a daemon"
    )
    func check() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        try await daemon.client().result("table.roll", ["animate": false])
        func check() throws -> Child {
            try room.start(Programs.diced, ["--check", "--state-dir", room.state])
        }
        for _ in 1...2 {
            let good = try check()
            #expect(try await good.ending() == .exited(0))
            #expect(try await good.wholeOutput() == ["\(room.state): no problem found"])
            _ = try await daemon.stop()
        }
        let file = room.state + "/diced.sqlite"
        var data = try #require(room.contents("state/diced.sqlite"))
        for index in data.count - 4_096..<data.count {
            data[index] = 0xA5
        }
        try data.write(to: URL(filePath: file))
        let bad = try check()
        #expect(try await bad.ending() == .exited(65))
        let said = try await bad.wholeOutput() + [bad.complaint()]
        #expect(said.joined() != "")
        #expect(room.contents("state/diced.sqlite") == data)
        let missing = try room.start(
            Programs.diced,
            ["--check", "--state-dir", room.path("none")]
        )
        #expect(try await missing.ending() == .exited(74))
        #expect(try await missing.complaint().contains("no store in"))
        #expect(!room.exists("none"))
    }
}

extension Room {
    fileprivate func names(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path(folder)).sorted()
    }
}
