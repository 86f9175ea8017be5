import Foundation
import ProgramTestSupport
import Testing

@Suite(
    "A disk without room",
    .room,
    .needs(MountNamespace.tools),
    .asRoot("a disk of its own is mounted"),
    .enabled("not every container may mount") { await MountNamespace.isPossible() }
)
struct FullDiskTests {
    private static let disk =
        #"mkdir -m 700 "$1/state"; mount -t tmpfs -o size=2m,mode=700 disk "$1/state""#

    /// Fills the disk.
    private func fill(_ place: MountNamespace, _ room: Room) throws -> String {
        let path = place.outside(room.path("state/filler"))
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        try #require(file >= 0)
        defer {
            close(file)
        }
        var size = 65_536
        while size > 0 {
            if write(file, [UInt8](repeating: 7, count: size), size) <= 0 {
                size /= 2
            }
        }
        try #require(errno == ENOSPC)
        return path
    }

    @Test(
        "every change is refused on a full disk, dice in flight settle, and drawn faces are kept"
    )
    func fullInMidRoll() async throws {
        let room = try Room.here
        let place = try await MountNamespace(room, Self.disk)
        // The dice are slow, so that they settle after the disk is full.
        let daemon = try await room.daemon("--slow", "3", through: place.entry)
        let client = try daemon.client()
        let watcher = try daemon.client()
        try await watcher.result("table.watch")
        for _ in 1...3 {
            try await client.result("table.roll", ["animate": false])
        }
        try await client.result("table.lock", ["dice": [2]])
        let roll = await client.begin("table.roll")
        try await watcher.event("rollStarted")
        let fourth = try await watcher.lines.first { $0["params"]["roll"] == 4 }.index

        let filler = try fill(place, room)
        #expect(try await client.reply(roll)["result"]["outcome"] == "completed")
        let settled = try await watcher.event("rollSettled", from: fourth).index
        let before = try await client.result("table.get")
        let changes: [(String, JSON)] = [
            ("table.roll", [:]),
            ("table.roll", ["animate": false]),
            ("table.lock", ["dice": [1]]),
            ("table.toggleLock", ["dice": [2]]),
            ("table.unlock", ["dice": [2]]),
            ("table.endTurn", [:]),
            ("table.create", ["table": "new", "dice": [6]]),
            ("table.delete", ["table": "default"]),
        ]
        for (method, params) in changes {
            let error = try await client.refusal(method, params)
            #expect(error["data"]["reason"] == "storageFailed", "\(method)")
            #expect(error["message"].string?.contains("full") == true, "\(error)")
        }
        #expect(try await client.result("table.get") == before)
        #expect(try await client.result("table.history")["entries"] == [])
        #expect(try await watcher.result("ping") == [:])
        #expect(
            watcher.notifications.count
                == watcher.lines.all[...settled].count { $0["method"] != nil }
        )

        try #require(unlink(filler) == 0)
        let entry = try await client.result("table.endTurn").entry
        let rolls = entry["rolls"].array
        #expect(rolls.prefix(4).allSatisfy { $0["outcome"] == "completed" })
        #expect(rolls[3]["values"].array == before["dice"].array.map { $0["value"] })
        #expect(
            rolls.count == 5 && rolls[4]["outcome"] == "cancelled",
            "the faces drawn for the first of the changes"
        )
        for (method, params) in changes {
            try await client.result(method, params)
        }

        try await daemon.kill()
        let again = try await room.daemon(through: place.entry).client()
        #expect(
            try await again.result("table.list")["tables"].array.map { $0["table"] }
                == ["new"]
        )
    }

    @Test(
        "a daemon killed on a full disk has every acknowledged change after its restart"
    )
    func killedWhileFull() async throws {
        let room = try Room.here
        let place = try await MountNamespace(room, Self.disk)
        let daemon = try await room.daemon(through: place.entry)
        let client = try daemon.client()
        try await client.result("table.roll", ["animate": false])
        let entry = try await client.result("table.endTurn").entry
        let roll = try await client.result("table.roll", ["animate": false])
        let filler = try fill(place, room)
        _ = try await client.refusal("table.endTurn")
        try await daemon.kill()

        let early = try Daemon(room, [], through: place.entry)
        let isReady =
            (try? await early.notify.datagrams.first { $0.contains("READY=1") }) != nil
        if isReady {
            let table = try await early.client().result("table.get")
            #expect(table["roll"] == 1 && table["dice"] == roll["dice"])
            try await early.kill()
        } else {
            #expect(try await early.child.ending() == .exited(74))
            #expect(try await early.child.complaint().contains("full"))
        }
        try #require(unlink(filler) == 0)
        let again = try await room.daemon(through: place.entry).client()
        #expect(try await again.result("table.get")["dice"] == roll["dice"])
        #expect(try await again.result("table.history")["entries"] == [entry])
        #expect(
            try await again.result("table.endTurn")["rolls"][0]["values"].ints
                == roll["dice"].array.compactMap { $0["value"].int }
        )
    }

    @Test("an older store is not upgraded without room for a copy of it")
    func upgradeWithoutRoom() async throws {
        let room = try Room.here
        try OlderStore.make(in: room.path("older"), tables: 35)
        let place = try await MountNamespace(
            room,
            Self.disk + #"; cp "$1/older/diced.sqlite" "$1/state/""#
        )
        let store = place.outside(room.path("state/diced.sqlite"))
        let before = FileManager.default.contents(atPath: store)
        let (ending, complaint) = try await room.refusedDaemon(through: place.entry)
        #expect(ending == .exited(74))
        #expect(complaint.contains("diced.sqlite.before-"))
        #expect(complaint.contains(" are free; free some space"))
        #expect(FileManager.default.contents(atPath: store)?.count == before?.count)
        let remount = place.entry + ["mount", "-o", "remount,size=16m", room.state]
        let child = try room.start(remount[0], Array(remount.dropFirst()))
        #expect(try await child.ending() == .exited(0))
        let again = try await room.daemon(through: place.entry).client()
        #expect(try await again.result("table.list")["tables"].array.count == 35)
    }

    @Test(
        "a backup to a full or read-only disk names that disk's file, and the store keeps working"
    )
    func backupElsewhere() async throws {
        let room = try Room.here
        let disk = #"""
            mkdir "$1/full" "$1/ro"; mount -t tmpfs -o size=16k,mode=700 disk "$1/full"
            mount -t tmpfs -o ro,mode=700 disk "$1/ro"
            """#
        let place = try await MountNamespace(room, disk)
        let client = try await room.daemon(through: place.entry).client()
        for name in ["full", "ro"] {
            let copy = room.path("\(name)/copy")
            let error = try await client.refusal(
                "server.backup",
                ["path": .string(copy)]
            )
            #expect(
                error["message"].string?.contains("\(copy) cannot be ") == true,
                "\(error)"
            )
            #expect(
                error["message"].string?.contains("diced.sqlite") == false,
                "\(error)"
            )
        }
        try await client.result("table.roll", ["animate": false])
    }

    @Test("a read-only disk is refused by its name at the start with 74")
    func readOnlyFromTheStart() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        try await daemon.client().result("table.roll", ["animate": false])
        #expect(try await daemon.stop() == .exited(0))
        let before = room.contents("state/diced.sqlite")
        let place = try await MountNamespace(
            room,
            #"mount --bind "$1/state" "$1/state"; mount -o remount,bind,ro "$1/state""#
        )
        let (ending, complaint) = try await room.refusedDaemon(through: place.entry)
        #expect(ending == .exited(74))
        #expect(complaint.contains(room.state))
        #expect(room.contents("state/diced.sqlite") == before)
        #expect(!room.exists("run/diced.sock"))
        #expect(try await room.daemon().client().result("table.get")["roll"] == 1)
    }
}
