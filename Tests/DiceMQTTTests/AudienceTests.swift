import Foundation
import Glibc
import ProgramTestSupport
import Testing

/// An audience at a real broker: a large one, and one that comes by WebSocket.
@Suite(.room, .needs(.mosquitto, .mosquittoSub))
struct AudienceTests {
    /// A tenth of them under a sanitizer, where the test itself is slow, and where so many files may not be open.
    private static var size: Int {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return isSanitized || limit.rlim_max < 8_000 ? 500 : 5_000
    }

    @Test func everySubscriberSeesEveryRoll() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        let broker = try await Broker(room, isQuiet: true)
        _ = try await room.bridge(broker)
        let watcher = try daemon.client()
        _ = try await watcher.result("table.watch", ["frames": "plan"])
        try await watcher.status(becomes: "watchers", 2)
        let player = try daemon.client()
        let size = Self.size
        let crowd = try Crowd(size, port: broker.port, topic: "p/default/event")
        for round in 1...5 { try await player.result("table.roll", ["animate": .bool(round > 3)]) }
        try await watcher.lines.until { lines in lines.count { $0["params"]["event"] == "rollSettled" } == 5 }
        let rolls = watcher.notifications.filter { $0["params"]["event"] == "rollSettled" }
            .compactMap { $0["params"]["revision"].int }
        let seen = try crowd.rolls(rolls.count)
        #expect(seen.count == size)
        #expect(seen.allSatisfy { $0 == rolls })
    }

    /// The listener that a page on the web comes to: a frame of WebSocket is a piece of MQTT.
    @Test func theStateByWebSocket() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        let broker = try await Broker(room)
        let reader = try await Reader(broker)
        _ = try await room.bridge(broker)
        try await reader.first("p/status", "online")
        let page = try WebSubscriber(broker.webPort, topic: "p/default/state")
        #expect(try page.next() == (try await daemon.client().result("table.get")))
    }
}
