import DiceClient
import Foundation
import Glibc
import Logging
import ProgramTestSupport
import Testing
import Unix

@testable import DiceMQTT

/// A bridge in a thread of the test process, with the test's own times. The bridge stops with its
/// value.
final class OwnBridge: Sendable {
    let log = Recorded<String>("the bridge's log")
    private let stopping: Locked<Int32?>
    /// The backoff values from which the bridge would continue if the daemon and the broker
    /// disconnected.
    private let pauses = Locked([Backoff]())

    init(_ room: Room, port: Int, _ times: BridgeTimes) throws {
        var configuration = BridgeConfiguration(
            socket: SocketPath(path: room.socket),
            isShared: false,
            broker: try BrokerAddress(parsing: "mqtt://127.0.0.1:\(port)"),
            password: .none,
            authorities: nil,
            topics: try #require(Topics(prefix: "p")),
            tables: nil,
            isForHomeAssistant: false,
            stateFolder: nil
        )
        configuration.times = times
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        stopping = Locked(ends[1])
        Thread.detachNewThread { [log, pauses, configuration, stopped = ends[0]] in
            let bridge = MQTTPublisher(
                configuration,
                logger: Logger(label: "bridge") { _ in Records(log: log) }
            )
            do {
                try bridge.run(until: stopped) {}
            } catch {
                log.append("\(error)")
            }
            pauses.withLock { $0 = [bridge.daemonPause, bridge.brokerPause] }
            close(stopped)
            log.end()
        }
    }

    /// Starts a bridge, and returns once the broker has accepted it.
    convenience init(_ room: Room, _ broker: Broker, _ times: BridgeTimes) async throws {
        try self.init(room, port: broker.port, times)
        try await log.first { $0.contains("connected") }
    }

    deinit {
        stop()
    }

    private func stop() {
        stopping.withLock { descriptor in
            if let descriptor {
                close(descriptor)
            }
            descriptor = nil
        }
    }

    /// Stops the bridge. Returns the final backoffs for the daemon and for the broker.
    func end() async throws -> [Backoff] {
        stop()
        try await log.ended()
        return pauses.withLock { $0 }
    }

    private struct Records: LogHandler {
        let log: Recorded<String>
        var metadata = Logger.Metadata()
        var logLevel = Logger.Level.info

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            log.append("\(event.message) \(event.metadata ?? [:])")
        }
    }
}
