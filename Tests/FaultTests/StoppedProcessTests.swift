import Foundation
import ProgramTestSupport
import Testing
import Unix

@Suite("Processes stopped and continued in mid-roll", .room)
struct StoppedProcessTests {
    /// The factor by which dice are slowed down, so that they can be stopped in flight.
    private static let slowness = 2
    /// Longer than any roll of these dice. This is a real delay, because time passes for a stopped
    /// process too, and no event could stand for that.
    private static let pause = Duration.seconds(Soak.size(3, long: 10))

    private static let watch =
        #"{"jsonrpc":"2.0","id":1,"method":"table.watch","params":{"table":"TABLE"}}"#

    @Test(
        "a resumed daemon settles every die on its drawn face at once, without a burst of frames"
    )
    func daemon() async throws {
        let room = try Room.here
        let faces = try await room.faces(seed: 3)
        for attempt in 1...20 {
            let daemon = try await room.daemon(
                "--seed",
                "3",
                "--slow",
                "\(Self.slowness)",
                socket: room.path("\(attempt)/s"),
                state: room.path("state-\(attempt)")
            )
            let roller = try daemon.client()
            let watcher = try daemon.client(reading: false)
            await watcher.send(Self.watch.replacing("TABLE", with: "default"))
            try await watcher.take { !$0.isEmpty }
            let roll = await roller.begin("table.roll")
            try await watcher.take {
                $0.count { $0["method"] == "frame" } >= 4
                    || $0.contains { $0["params"]["rolling"] == false }
            }
            await daemon.child.stop()
            watcher.takeWhatIsThere()
            // On a busy machine the dice may have settled before the process was stopped.
            if watcher.lines.all.contains(where: { $0["params"]["rolling"] == false }) {
                continue
            }
            try await Task.sleep(for: Self.pause)

            let mark = watcher.lines.count
            daemon.child.signal(SIGCONT)
            let result = try await roller.reply(roll)["result"]
            #expect(result["outcome"] == "completed")
            #expect(result["dice"].array.map { $0["value"] } == faces)
            try await watcher.take(from: mark) {
                $0.contains { $0["params"]["event"] == "rollSettled" }
            }
            let frames = watcher.lines.all[mark...].filter { $0["method"] == "frame" }
                .map {
                    $0["params"]
                }
            Self.expectNothingStale(frames, behind: 1)
            for die in try #require(frames.last)["dice"].array {
                #expect(die["value"] == faces[(die["die"].int ?? 1) - 1])
            }
            return
        }
        Issue.record("the dice were always faster than the test")
    }

    /// Checks that no stale frames follow. At the pause one frame was being gathered, and one more
    /// may have been on its way to a slow reader. After these frames, each of the five dice is seen
    /// once, settled.
    private static func expectNothingStale(_ frames: [JSON], behind old: Int) {
        let dice = frames.map(\.["dice"].array)
        #expect(!frames.isEmpty)
        #expect(
            dice.dropFirst(old).joined().allSatisfy { $0["animating"] == false },
            "\(frames)"
        )
        let settled = dice.joined().filter { $0["animating"] == false }.map {
            $0["die"]
        }
        #expect(
            settled.count == Set(settled).count && frames.count <= old + 5,
            "\(frames)"
        )
    }

    @Test(
        "clients that connect to a stopped daemon wait in the queue and are answered later"
    )
    func queue() async throws {
        let daemon = try await Room.here.daemon()
        await daemon.child.stop()
        let address = try #require(SocketAddress(path: daemon.socket))
        // More connections than the 128 that a library may request.
        for number in 1...300 {
            let client = try Descriptor.socket(.stream, blocking: false)
            #expect(throws: Never.self, "client \(number)") {
                try address.connect(client.number)
            }
        }
        let patient = try daemon.client()
        let ping = await patient.begin("ping")
        daemon.child.signal(SIGCONT)
        #expect(try await patient.reply(ping)["result"] == [:])
    }

    /// The number of frames that are too many for a socket's buffer of 208 KiB, in which each frame
    /// takes at least 768 bytes.
    private static let moreThanASocketKeeps = 400

    @Test(
        "a hundred tables settle at once after a pause, and a slow reader sees no burst",
        arguments: [false, true]
    )
    func manyTables(isBehind: Bool) async throws {
        let room = try Room.here
        let daemon = try await room.daemon("--slow", "\(Self.slowness)")
        let client = try daemon.client()
        let watcher = try daemon.client(reading: false)
        let prompt = isBehind ? try daemon.client(reading: false) : watcher
        let names = (1...100).map { "t\($0)" }
        for name in names {
            try await client.result(
                "table.create",
                ["table": .string(name), "dice": [6, 6, 6, 6, 6]]
            )
            await watcher.send(Self.watch.replacing("TABLE", with: name))
            if isBehind {
                await prompt.send(Self.watch.replacing("TABLE", with: name))
            }
        }
        for reader in isBehind ? [watcher, prompt] : [watcher] {
            try await reader.take { $0.count { $0["result"] != nil } == names.count }
        }
        var inFlight: Set<JSON> = []
        var mark: Int = 0
        var rolls: [Int] = []
        for _ in 1...20 where inFlight.isEmpty {
            for roll in rolls {
                _ = try await client.reply(roll)
            }
            mark = watcher.lines.count
            let promptMark = prompt.lines.count
            rolls = []
            for name in names {
                rolls.append(await client.begin("table.roll", ["table": .string(name)]))
            }
            try await prompt.take(from: promptMark) { lines in
                let events = lines.map { $0["params"]["event"] }
                return events.count { $0 == "rollStarted" } == names.count
                    && (!isBehind
                        || lines.count { $0["method"] == "frame" }
                            >= Self.moreThanASocketKeeps
                        || events.count { $0 == "rollSettled" } == names.count)
            }
            await daemon.child.stop()
            watcher.takeWhatIsThere()
            let settled = watcher.lines.all[mark...].filter {
                $0["params"]["rolling"] == false
            }
            inFlight = Set(names.map { .string($0) }).subtracting(
                settled.map { $0["params"]["table"] }
            )
            if inFlight.isEmpty {
                daemon.child.signal(SIGCONT)
            }
        }
        try #require(!inFlight.isEmpty)
        try await Task.sleep(for: Self.pause)
        mark = watcher.lines.count
        daemon.child.signal(SIGCONT)
        for roll in rolls {
            #expect(try await client.reply(roll)["result"]["outcome"] == "completed")
        }
        try await watcher.take(from: mark) { [inFlight] lines in
            let settled = lines.filter { $0["params"]["event"] == "rollSettled" }
            return inFlight.isSubset(of: settled.map { $0["params"]["table"] })
        }
        let frames = watcher.lines.all[mark...].filter { $0["method"] == "frame" }.map {
            $0["params"]
        }
        for table in inFlight {
            Self.expectNothingStale(frames.filter { $0["table"] == table }, behind: 2)
        }
        #expect(try await client.result("server.status")["animating"] == 0)
    }

    @Test(
        "a resumed watch and a resumed roll print the end of the roll, and delay no one"
    )
    func clients() async throws {
        let room = try Room.here
        let daemon = try await room.daemon("--slow", "\(Self.slowness)")
        let client = try daemon.client()
        let watch = try room.startDicectl("watch", "--json")
        try await watch.output.first { _ in true }
        try await client.result("table.watch")
        let roll = try room.startDicectl("roll", "--json")
        try await client.event("rollStarted")
        watch.signal(SIGSTOP)
        roll.signal(SIGSTOP)
        let settled = try await client.event("rollSettled").element["params"]
        #expect(settled["outcome"] == "completed")
        let next = try await client.result("table.roll", ["animate": false])

        watch.signal(SIGCONT)
        roll.signal(SIGCONT)
        #expect(try await roll.ending() == .exited(0))
        let told = try await roll.outcome().json
        #expect(told["dice"] == settled["dice"] && told["outcome"] == "completed")
        try await watch.output.first { line in
            let params = JSON(line.utf8)?["params"] ?? .null
            return params["event"] == "rollSettled" && params["dice"] == next["dice"]
        }
        let events = watch.output.all.compactMap {
            JSON($0.utf8)?["params"]["event"].string
        }
        #expect(
            events.filter { $0 != "watchersChanged" } == [
                "rollStarted", "rollSettled", "rollStarted", "rollSettled",
            ]
        )
    }
}
