import DiceMQTT
import Foundation
import Glibc
import Logging
import ProgramTestSupport
import Testing
import Unix

/// A bridge inside the test process, on a thread of its own, with times of the test's choice. It stops with its value.
final class OwnBridge: Sendable {
    let log = Recorded<String>("the bridge's log")
    private let stop: Int32

    /// Returns once the broker has accepted it.
    init(_ room: Room, _ broker: Broker, _ times: BridgeTimes) async throws {
        var configuration = BridgeConfiguration(
            socket: SocketPath(path: room.socket), isShared: false,
            broker: try BrokerAddress(parsing: "mqtt://127.0.0.1:\(broker.port)"), password: .none, authorities: nil,
            topics: try #require(Topics(prefix: "p")), tables: nil, isForHomeAssistant: false, stateFolder: nil)
        configuration.times = times
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        stop = ends[1]
        Thread.detachNewThread { [log, configuration, stopped = ends[0]] in
            let logger = Logger(label: "bridge") { _ in Records(log: log) }
            do {
                try Bridge(configuration, logger: logger).run(until: stopped) {}
            } catch {
                log.append("\(error)")
            }
            close(stopped)
            log.end()
        }
        try await log.first { $0.contains("connected") }
    }

    deinit { close(stop) }

    private struct Records: LogHandler {
        let log: Recorded<String>
        var metadata = Logger.Metadata()
        var logLevel = Logger.Level.info

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { log.append("\(event.message) \(event.metadata ?? [:])") }
    }
}
