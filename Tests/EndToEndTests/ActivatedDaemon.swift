import Glibc
import ProgramTestSupport
import Unix

/// A daemon that is started on a socket of ours, as by a service manager.
final class ActivatedDaemon: Sendable {
    let child: Child
    let notify: NotifySocket

    init(_ room: Room, _ listener: borrowing Descriptor, _ arguments: String...) throws {
        notify = try NotifySocket(path: room.path("notify-\(UInt32.random(in: 0...UInt32.max))"))
        child = try room.start(
            "/bin/sh",
            ["-c", #"export LISTEN_PID=$$; exec "$@""#, "sh", Programs.diced, "--state-dir", room.state] + arguments,
            environment: ["LISTEN_FDS": "1", "LISTEN_FDNAMES": "diced", "NOTIFY_SOCKET": notify.path],
            files: [3: listener.number])
        Task { [child, notify] in
            _ = try? await child.ending()
            notify.finish()
        }
    }

    func ready() async throws {
        try await notify.datagrams.first { $0.contains("READY=1") }
    }

    func stop() async throws -> Child.Ending {
        child.signal(SIGTERM)
        return try await child.ending()
    }
}
