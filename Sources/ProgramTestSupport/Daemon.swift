internal import Foundation
internal import Testing

/// A diced that serves in a room.
package final class Daemon: Sendable {
    package let room: Room
    package let child: Child
    package let notify: NotifySocket
    package let socket: String

    /// Starts one without waiting for it.
    package init(
        _ room: Room, _ arguments: [String], socket: String? = nil, state: String? = nil,
        environment: [String: String] = [:]
    ) throws {
        self.room = room
        self.socket = socket ?? room.socket
        notify = try NotifySocket(path: room.path("notify-\(UInt32.random(in: 0...UInt32.max))"))
        child = try room.start(
            Programs.diced, ["--socket", self.socket, "--state-dir", state ?? room.state] + arguments,
            environment: environment.merging(["NOTIFY_SOCKET": notify.path]) { $1 })
        Task { [child, notify] in
            _ = try? await child.ending()
            notify.finish()
        }
    }

    /// Returns when the daemon has said that it serves.
    package func ready() async throws {
        do {
            try await notify.datagrams.first { $0.contains("READY=1") }
        } catch {
            Issue.record("the daemon did not start: \(try await child.complaint())")
            throw error
        }
    }

    package func client(reading: Bool = true) throws -> Client {
        try Client(socket, isReading: reading)
    }

    /// Ends it politely; what it says is its exit status.
    package func stop() async throws -> Child.Ending {
        child.signal(SIGTERM)
        return try await child.ending()
    }

    /// Everything that it told its supervisor, once it has ended.
    package func everyNotification() async throws -> [String] {
        try await notify.datagrams.ended()
        return notify.datagrams.all
    }

    package func kill() async throws {
        child.signal(SIGKILL)
        #expect(try await child.ending() == .killed(by: SIGKILL))
    }
}

extension Room {
    /// A daemon that serves.
    package func daemon(
        _ arguments: String..., socket: String? = nil, state: String? = nil, environment: [String: String] = [:]
    ) async throws -> Daemon {
        let daemon = try Daemon(self, arguments, socket: socket, state: state, environment: environment)
        try await daemon.ready()
        return daemon
    }

    /// A daemon that is expected to refuse to start: its exit status and what it says.
    package func refusedDaemon(
        _ arguments: String..., socket: String? = nil, state: String? = nil
    ) async throws -> (ending: Child.Ending, complaint: String) {
        let daemon = try Daemon(self, arguments, socket: socket, state: state)
        return (try await daemon.child.ending(), try await daemon.child.complaint())
    }
}
