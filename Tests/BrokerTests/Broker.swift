import Foundation
import Glibc
import ProgramTestSupport
import Testing
import Unix

/// A real broker in a room, on loopback, with its own configuration and log.
final class Broker: Sendable {
    let room: Room
    let port: Int
    /// The port of a second listener, without the `limits`.
    let sidePort: Int
    private let configuration: String
    private let process: Locked<Child>

    /// - Parameters:
    ///   - limits: The settings of the first listener alone.
    ///   - access: The settings of access control.
    init(_ room: Room, limits: String = "", access: String = "allow_anonymous true")
        async throws
    {
        self.room = room
        port = try FreePort.find()
        sidePort = try FreePort.find()
        configuration = room.path("mosquitto-\(port).conf")
        let text = """
            per_listener_settings false
            \(access)
            \(geteuid() == 0 ? "user root" : "")
            log_dest stderr
            log_type all
            listener \(port) 127.0.0.1
            \(limits)
            listener \(sidePort) 127.0.0.1
            """
        try Data(text.utf8).write(to: URL(filePath: configuration))
        process = Locked(try Self.start(room, configuration))
        try await ready()
    }

    private static func start(_ room: Room, _ configuration: String) throws -> Child {
        try room.start(try #require(Tool.mosquitto.path), ["-c", configuration])
    }

    var child: Child { process.withLock { $0 } }

    private func ready() async throws {
        try await child.errors.first { $0.hasSuffix(" running") }
    }

    func stop() async throws {
        child.signal(SIGTERM)
        _ = try await child.ending()
    }

    /// Starts on the same ports, without retained messages.
    func startAgain() async throws {
        let child = try Self.start(room, configuration)
        process.withLock { $0 = child }
        try await ready()
    }
}

/// A message to a subscriber.
struct Message: Sendable, CustomStringConvertible {
    var isRetained: Bool
    var quality: Int
    var topic: String
    var text: String

    var json: JSON { JSON(text.utf8) ?? .null }
    var description: String { "\(topic) \(text.prefix(200))" }
}

/// A real subscriber to everything below `p/`, and to the messages for Home Assistant.
final class Reader: Sendable {
    let child: Child

    /// - Parameter arguments: The arguments of mosquitto_sub(1), in addition to the port.
    init(
        _ broker: Broker,
        port: Int? = nil,
        _ arguments: String...,
        topic: String = "#"
    )
        async throws
    {
        let name = "reader\(UInt32.random(in: 0...UInt32.max))"
        child = try broker.room.start(
            try #require(Tool.mosquittoSub.path),
            [
                "-h", "127.0.0.1", "-p", "\(port ?? broker.sidePort)", "-i", name, "-q",
                "1", "-t",
                topic, "-F",
                "%r %q %t %p",
            ] + arguments
        )
        try await broker.child.errors.first { $0.contains("Sending SUBACK to \(name)") }
    }

    var all: [Message] { child.output.all.compactMap(Self.message) }

    @Sendable private static func message(_ line: String) -> Message? {
        let parts = line.split(
            separator: " ",
            maxSplits: 3,
            omittingEmptySubsequences: false
        )
        guard parts.count == 4, let quality = Int(parts[1]) else { return nil }
        return Message(
            isRetained: parts[0] == "1",
            quality: quality,
            topic: String(parts[2]),
            text: String(parts[3])
        )
    }

    /// Returns the first matching message at or after index `start`, waiting for it if necessary,
    /// and its index.
    @discardableResult
    func first(
        from start: Int = 0,
        where matches: @escaping @Sendable (Message) -> Bool
    ) async throws -> (index: Int, element: Message) {
        let found = try await child.output.first(from: start) {
            Self.message($0).map(matches) ?? false
        }
        return (found.index, try #require(Self.message(found.element)))
    }

    @discardableResult
    func first(_ topic: String, _ text: String, from start: Int = 0) async throws -> Int {
        try await first(from: start) { $0.topic == topic && $0.text == text }.index
    }

    /// Returns when the published state of the table equals the daemon's, except for what is
    /// possible, which is not published, and for the watchers: the bridge itself is one, and may
    /// have been disconnected when the daemon was asked.
    func state(_ table: String = "default", becomes snapshot: JSON) async throws {
        let right = snapshot.without("watchers").without("may")
        try await first {
            $0.topic == "p/\(table)/state" && $0.json.without("watchers") == right
        }
    }

    /// Returns the first event of this name.
    @discardableResult
    func event(_ name: String, table: String = "default", from start: Int = 0)
        async throws -> Int
    {
        try await first(from: start) {
            $0.topic == "p/\(table)/event"
                && $0.json["params"]["event"] == .string(name)
        }.index
    }
}

extension Room {
    /// Starts a diced-mqtt with the prefix `p`, without waiting for its connection.
    func startBridge(
        _ broker: String,
        _ arguments: [String] = [],
        environment: [String: String] = [:]
    ) throws -> Child {
        try start(
            Programs.dicedMQTT,
            ["--broker", broker, "--prefix", "p", "--socket", socket] + arguments,
            environment: environment
        )
    }

    /// Starts a diced-mqtt, and returns once the broker has accepted it.
    func bridge(_ broker: Broker, _ arguments: String...) async throws -> Child {
        let child = try startBridge("mqtt://127.0.0.1:\(broker.port)", arguments)
        try await child.errors.first { $0.contains(" connected ") }
        return child
    }
}
