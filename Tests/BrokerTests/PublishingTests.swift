import Foundation
import Glibc
import ProgramTestSupport
import Testing

/// Tests what the subscribers of a real broker receive from a real daemon.
@Suite(.quickRoom, .needs(.mosquitto, .mosquittoSub))
struct PublishingTests {
    @Test("subscribers receive status, state, events and history")
    func statusStateEventsAndHistory() async throws {
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
        try await watcher.lines.first {
            $0["method"] == "throw" && $0["params"]["rolling"] == false
        }
        try await reader.first {
            $0.topic == "p/default/history" && $0.json["kind"] == "throw"
        }
        // The watcher stays, because the state counts watchers.
        let end = try await player.result("table.get")
        try await reader.state(becomes: end)

        // The events are the daemon's own lines, except those that an audience does not receive,
        // and without what is possible.
        let events = reader.all.filter { $0.topic == "p/default/event" }
        let seen = watcher.notifications.filter {
            !["watchersChanged", "throwEnded"].contains($0["params"]["event"])
        }
        let published = seen.map { event in
            var event = event
            event["params"]["may"] = .null
            return event
        }
        #expect(events.map(\.json) == published)
        #expect(events.allSatisfy { $0.quality == 0 && !$0.isRetained })
        #expect(events.first?.json["params"]["plan"].array.count == 5)
        // The history equals the export.
        let exported = try await room.did("export")
        let history = reader.all.filter { $0.topic == "p/default/history" }
        #expect(history.map(\.text) == exported)
        #expect(history.count == 2)
        #expect(history.allSatisfy { $0.quality == 1 && !$0.isRetained })
        // A late subscriber receives the newest state, and no past messages.
        let late = try await Reader(broker)
        try await late.first("p/status", "online")
        try await late.state(becomes: end)
        for topic in ["p/status", "p/default/state"] {
            let first = late.all.first { $0.topic == topic }
            #expect(first?.isRetained == true)
            #expect(first?.quality == 1)
        }
        watcher.close()
        #expect(Set(late.all.map(\.topic)) == ["p/status", "p/default/state"])
        // There are only these four topics, and no state of moving dice.
        #expect(
            Set(reader.all.map(\.topic)) == [
                "p/status", "p/default/state", "p/default/event", "p/default/history",
            ]
        )
        let states = reader.all.filter { $0.topic == "p/default/state" }
        #expect(
            states.allSatisfy {
                $0.json["rolling"] == false && $0.json["total"].int != nil
            }
        )

        // The bridge neither subscribes nor receives messages.
        bridge.signal(SIGTERM)
        #expect(try await bridge.ending() == .exited(0))
        try await reader.first("p/status", "offline", from: online)
        try await broker.child.errors.first {
            $0.contains("Received DISCONNECT from diced")
        }
        let log = broker.child.errors.all.filter { $0.contains(" diced") }
        #expect(log.contains { $0.contains("Received PUBLISH from") })
        #expect(
            !log.contains { $0.contains("SUBSCRIBE") || $0.contains("Sending PUBLISH") }
        )
    }
}
