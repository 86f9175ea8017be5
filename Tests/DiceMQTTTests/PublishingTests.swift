import Foundation
import Glibc
import ProgramTestSupport
import Testing

/// What a real broker's subscribers see of a real daemon.
@Suite(.room, .needs(.mosquitto, .mosquittoSub))
struct PublishingTests {
    @Test func statusStateEventsAndHistory() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        let broker = try await Broker(room)
        let reader = try await Reader(broker)
        let bridge = try await room.bridge(broker)
        let online = try await reader.first("p/status", "online")
        let watcher = try daemon.client()
        _ = try await watcher.result("table.watch", ["frames": "plan"])
        let player = try daemon.client()
        try await player.result("table.roll", ["by": "ann"])
        try await player.result("table.lock", ["dice": [2], "by": "ann"])
        try await player.result("table.endTurn", ["by": "ann"])
        try await player.result("table.throw", ["expression": "2d6", "by": "bo"])
        try await watcher.lines.first { $0["method"] == "throw" && $0["params"]["rolling"] == false }
        try await reader.first { $0.topic == "p/default/history" && $0.json["kind"] == "throw" }
        // The watcher stays: it is counted in the state.
        let end = try await player.result("table.get")
        try await reader.state(becomes: end)

        // The events are the daemon's own lines, less those that are not for an audience.
        let events = reader.all.filter { $0.topic == "p/default/event" }
        let seen = watcher.notifications.filter { $0["params"]["event"] != "watchersChanged" }
        #expect(events.map(\.json) == seen)
        #expect(events.allSatisfy { $0.quality == 0 && !$0.isRetained })
        #expect(events.first?.json["params"]["plan"].array.count == 5)
        // The history is what is exported.
        let exported = try await room.did("export")
        let history = reader.all.filter { $0.topic == "p/default/history" }
        #expect(history.map(\.text) == exported)
        #expect(history.count == 2 && history.allSatisfy { $0.quality == 1 && !$0.isRetained })
        // Whoever comes later gets the newest state, and nothing of what has passed.
        let late = try await Reader(broker)
        try await late.first("p/status", "online")
        try await late.state(becomes: end)
        for topic in ["p/status", "p/default/state"] {
            let first = late.all.first { $0.topic == topic }
            #expect(first?.isRetained == true && first?.quality == 1)
        }
        watcher.close()
        #expect(Set(late.all.map(\.topic)) == ["p/status", "p/default/state"])
        // No topic but these four, and no state of dice that move.
        #expect(
            Set(reader.all.map(\.topic)) == [
                "p/status", "p/default/state", "p/default/event", "p/default/history",
            ])
        let states = reader.all.filter { $0.topic == "p/default/state" }
        #expect(states.allSatisfy { $0.json["rolling"] == false && $0.json["total"].int != nil })

        // It takes nothing from the broker.
        bridge.signal(SIGTERM)
        #expect(try await bridge.ending() == .exited(0))
        try await reader.first("p/status", "offline", from: online)
        try await broker.child.errors.first { $0.contains("Received DISCONNECT from diced") }
        let log = broker.child.errors.all.filter { $0.contains(" diced") }
        #expect(log.contains { $0.contains("Received PUBLISH from") })
        #expect(!log.contains { $0.contains("SUBSCRIBE") || $0.contains("Sending PUBLISH") })
    }

    @Test(arguments: [1, 5, 60])
    func aRollHasAtMostItsDiceAndTwoEvents(_ dice: Int) async throws {
        let rig = try await RollRig(dice: dice)
        try await rig.player.result("table.roll", ["table": "t"])
        try await rig.player.result("table.roll", ["table": "t", "animate": false])
        let rolls = try await rig.rolls()
        #expect(rolls.compactMap { $0.last?["params"]["outcome"] } == ["completed", "completed"])
        #expect(rolls[0].first?["params"]["event"] == "rollStarted")
        #expect(rolls.allSatisfy { $0.count <= dice + 2 }, "\(rolls.map(\.count))")
        // A frame for each die that nothing was merged with.
        #expect(rolls[0].count { $0["method"] == "frame" } >= 1)
    }

    /// One that is begun anew, and then one that is called off, before any die has settled or when some have.
    @Test(arguments: [1_000, 4])
    func aRollThatIsCalledOffHasNoMore(_ slowness: Int) async throws {
        let rig = try await RollRig(dice: 60, slowness: slowness)
        var asked = [await rig.player.begin("table.roll", ["table": "t"])]
        try await rig.reader.event("rollStarted", table: "t")
        if slowness == 4 { try await rig.reader.first { $0.json["method"] == "frame" } }
        asked.append(await rig.player.begin("table.roll", ["table": "t", "restart": true]))
        try await rig.reader.first { $0.json["params"]["event"] == "rollStarted" && $0.json["params"]["roll"] == 2 }
        if slowness == 4 {
            try await rig.reader.first { $0.json["method"] == "frame" && $0.json["params"]["roll"] == 2 }
        }
        try await rig.player.result("table.cancel", ["table": "t"])
        for request in asked { _ = try await rig.player.reply(request) }
        let rolls = try await rig.rolls()
        #expect(rolls.count == 2 && rolls.allSatisfy { $0.first?["params"]["event"] == "rollStarted" })
        #expect(rolls.allSatisfy { $0.count <= 62 }, "\(rolls.map(\.count))")
        if slowness == 1_000 {
            #expect(rolls.compactMap { $0.last?["params"]["outcome"] } == ["cancelled", "cancelled"])
        }
    }

    /// A table `t` that is published, and somebody who rolls there.
    private struct RollRig {
        let reader: Reader
        let player: Client

        init(dice: Int, slowness: Int = 1) async throws {
            let room = try Room.here
            let daemon = try await room.daemon("--slow", "\(slowness)")
            let broker = try await Broker(room)
            reader = try await Reader(broker)
            _ = try await room.bridge(broker)
            player = try daemon.client()
            try await player.result("table.create", ["table": "t", "dice": JSON(Array(repeating: 6, count: dice))])
            try await reader.first { $0.topic == "p/t/state" }
        }

        /// The events of each roll, once the last state is told.
        func rolls() async throws -> [[JSON]] {
            try await reader.state("t", becomes: try await player.result("table.get", ["table": "t"]))
            var rolls: [[JSON]] = [[]]
            for event in reader.all.filter({ $0.topic == "p/t/event" }).map(\.json) {
                rolls[rolls.count - 1].append(event)
                if event["params"]["event"] == "rollSettled" { rolls.append([]) }
            }
            let rest = rolls.removeLast()
            #expect(rest == [])
            return rolls
        }
    }

    @Test func tablesComeAndGo() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        let broker = try await Broker(room)
        let reader = try await Reader(broker)
        _ = try await room.bridge(broker, "--home-assistant")
        try await reader.first("p/status", "online")
        let player = try daemon.client()
        for round in 1...2 {
            let start = reader.child.output.count
            try await player.result("table.create", ["table": "t", "dice": [6, JSON(round + 6)]])
            let made = try await reader.first(from: start) { $0.topic == "p/t/state" && !$0.text.isEmpty }
            #expect(made.element.json["dice"][1]["sides"].int == round + 6)
            try await reader.first(from: start) {
                $0.topic.hasSuffix("_2ft/rolling/config") && $0.json["name"] == "Rolling"
            }
            try await reader.first("p/t/rolling", "OFF", from: start)
            try await player.result("table.roll", ["table": "t"])
            let on = try await reader.first("p/t/rolling", "ON", from: start)
            try await reader.first("p/t/rolling", "OFF", from: on)
            try await player.result("table.delete", ["table": "t"])
            try await reader.event("tableDeleted", table: "t", from: start)
            let gone = try await reader.first("p/t/state", "", from: made.index + 1)
            for topic in ["total/config", "up/config", "rolling/config", "p/t/rolling"] {
                let cleared = try await reader.first(from: start) { $0.topic.hasSuffix(topic) && $0.text.isEmpty }
                #expect(cleared.index < gone)
            }
        }
        // Nothing of it is retained.
        let late = try await Reader(broker)
        try await late.first("p/status", "online")
        try await late.first { $0.topic == "p/default/state" }
        #expect(!late.all.contains { $0.topic.hasPrefix("p/t/") || $0.topic.contains("_2ft/") })
    }

    @Test func onlyTheTablesThatAreNamed() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        let broker = try await Broker(room)
        let reader = try await Reader(broker)
        _ = try await room.bridge(broker, "--table", "a", "--table", "later")
        try await reader.first("p/status", "online")
        let player = try daemon.client()
        for table in ["b", "a", "later"] {
            try await player.result("table.create", ["table": .string(table), "dice": [6]])
            if table != "b" { try await reader.first { $0.topic == "p/\(table)/state" } }
            try await player.result("table.roll", ["table": .string(table), "animate": false])
        }
        for table in ["a", "later"] {
            try await reader.state(table, becomes: try await player.result("table.get", ["table": .string(table)]))
        }
        #expect(!reader.all.contains { $0.topic.hasPrefix("p/b/") || $0.topic.hasPrefix("p/default/") })
    }

    /// A turn that began and ended before the table was found is in the history.
    @Test func aQuickTableLosesNoEntry() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        let broker = try await Broker(room)
        let reader = try await Reader(broker)
        _ = try await room.bridge(broker)
        try await reader.first("p/status", "online")
        let player = try daemon.client()
        try await player.result("table.create", ["table": "quick", "dice": [6]])
        try await player.result("table.roll", ["table": "quick", "animate": false])
        let entry = try await player.result("table.endTurn", ["table": "quick"])
        let told = try await reader.first { $0.topic == "p/quick/history" }
        #expect(told.element.json == entry.entry)
    }

    /// Of what was there before the start, only the state is told.
    @Test func whatWasBeforeIsNotToldAnew() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        let player = try daemon.client()
        for _ in 1...2 {
            try await player.result("table.roll", ["animate": false])
            try await player.result("table.endTurn")
        }
        let broker = try await Broker(room)
        let reader = try await Reader(broker)
        let bridge = try await room.bridge(broker)
        let begun = try await reader.first("p/status", "online")
        try await player.result("table.roll", ["animate": false])
        let entry = try await player.result("table.endTurn")
        try await reader.first { $0.topic == "p/default/history" && $0.json == entry.entry }
        // Nor by the next one.
        bridge.signal(SIGKILL)
        _ = try await bridge.ending()
        let start = try await reader.first("p/status", "offline", from: begun)
        _ = try await room.bridge(broker)
        try await reader.first("p/status", "online", from: start)
        try await player.result("table.throw", ["expression": "d6", "animate": false])
        try await reader.first { $0.topic == "p/default/history" && $0.json["kind"] == "throw" }
        #expect(reader.all.filter { $0.topic == "p/default/history" }.count == 2)
    }
}
