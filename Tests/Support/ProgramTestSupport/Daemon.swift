import Foundation
import Testing
package import Unix

/// A diced that is running in a room.
package final class Daemon: Sendable {
    package let room: Room
    package let child: Child
    package let notify: NotifySocket
    package let socket: String

    /// Starts a daemon without waiting for it.
    ///
    /// - Parameter through: a command that runs the daemon, whose command line is appended.
    package convenience init(
        _ room: Room,
        _ arguments: [String],
        socket: String? = nil,
        state: String? = nil,
        environment: [String: String] = [:],
        through: [String] = []
    ) throws {
        let socket = socket ?? room.socket
        try self.init(
            room,
            at: socket,
            through + [
                Programs.diced, "--socket", socket, "--state-dir", state ?? room.state,
            ]
                + arguments,
            environment
        )
    }

    /// Starts a daemon on a listening socket that the test has opened, as a service manager does.
    package convenience init(
        _ room: Room,
        inheriting listener: borrowing Descriptor,
        at socket: String,
        _ arguments: String...
    ) throws {
        let command = [
            "/bin/sh", "-c", #"export LISTEN_PID=$$; exec "$@""#, "sh", Programs.diced,
        ]
        try self.init(
            room,
            at: socket,
            command + ["--state-dir", room.state] + arguments,
            ["LISTEN_FDS": "1", "LISTEN_FDNAMES": "diced"],
            files: [3: listener.number]
        )
    }

    private init(
        _ room: Room,
        at socket: String,
        _ command: [String],
        _ environment: [String: String],
        files: [Int32: Int32] = [:]
    ) throws {
        self.room = room
        self.socket = socket
        notify = try NotifySocket(
            path: room.path("notify-\(UInt32.random(in: 0...UInt32.max))")
        )
        child = try room.start(
            command[0],
            Array(command.dropFirst()),
            environment: environment.merging(["NOTIFY_SOCKET": notify.path]) { $1 },
            files: files
        )
        Task { [child, notify] in
            _ = try? await child.ending()
            notify.finish()
        }
    }

    /// Returns when the daemon has reported that it is ready.
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

    /// Stops the daemon by SIGTERM; returns its exit.
    package func stop() async throws -> Child.Ending {
        child.signal(SIGTERM)
        return try await child.ending()
    }

    /// Returns everything that the daemon has sent to its supervisor, once it has ended.
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
    /// Starts a daemon. In a quick room the daemon's dice are quick, unless `arguments` contain a
    /// `--slow`: 1 is the usual speed.
    package func daemon(
        _ arguments: String...,
        socket: String? = nil,
        state: String? = nil,
        environment: [String: String] = [:],
        through: [String] = []
    ) async throws -> Daemon {
        let speed = isQuick && !arguments.contains("--slow") ? ["--slow", "0.05"] : []
        let daemon = try Daemon(
            self,
            speed + arguments,
            socket: socket,
            state: state,
            environment: environment,
            through: through
        )
        try await daemon.ready()
        return daemon
    }

    /// Starts a daemon that must refuse to start; returns its exit status and its message.
    package func refusedDaemon(
        _ arguments: String...,
        socket: String? = nil,
        state: String? = nil,
        through: [String] = []
    ) async throws -> (ending: Child.Ending, complaint: String) {
        let daemon = try Daemon(
            self,
            arguments,
            socket: socket,
            state: state,
            through: through
        )
        return (try await daemon.child.ending(), try await daemon.child.complaint())
    }

    /// Returns the first faces that a daemon with this seed rolls, as rolled by another daemon with
    /// the same seed: at the table `default`, or at a table with these dice.
    package func faces(seed: Int, sides: [Int]? = nil) async throws -> [JSON] {
        let twin = try await daemon(
            "--seed",
            "\(seed)",
            socket: path("twin/s"),
            state: path("twin-state")
        )
        let client = try twin.client()
        if let sides {
            try await client.result(
                "table.create",
                ["table": "t", "dice": JSON(sides)]
            )
        }
        let result = try await client.result(
            "table.roll",
            ["table": sides == nil ? "default" : "t", "animate": false]
        )
        twin.child.signal(SIGKILL)
        return result["dice"].array.map { $0["value"] }
    }
}
