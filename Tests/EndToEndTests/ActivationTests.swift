import Glibc
import ProgramTestSupport
import Testing

@Suite("Socket activation", .room)
struct ActivationTests {
    /// Starts a daemon on `listener`, as a service manager would.
    private func activated(_ room: Room, _ listener: borrowing Descriptor) throws -> (Child, NotifySocket) {
        let notify = try NotifySocket(path: room.path("notify-\(UInt32.random(in: 0...UInt32.max))"))
        let child = try room.start(
            "/bin/sh",
            ["-c", #"export LISTEN_PID=$$; exec "$@""#, "sh", Programs.diced, "--state-dir", room.state],
            environment: ["LISTEN_FDS": "1", "NOTIFY_SOCKET": notify.path], files: [3: listener.number])
        Task {
            _ = try? await child.ending()
            notify.finish()
        }
        return (child, notify)
    }

    @Test("a daemon serves on the socket it inherits and leaves it to its owner at the end")
    func inherited() async throws {
        let room = try Room.here
        let listener = try Descriptor.socket(SOCK_STREAM, room.path("s"), binding: true)
        #expect(listen(listener.number, 16) == 0)
        // This one waits in the socket's queue before there is a daemon.
        let early = try Client(room.path("s"))
        let ping = await early.begin("ping")
        let (first, notify) = try activated(room, listener)
        try await notify.datagrams.first { $0.contains("READY=1") }
        #expect(try await early.reply(ping)["result"] == [:])
        #expect(try await early.result("table.roll", ["animate": false])["roll"] == 1)
        #expect(!room.exists("run/diced.sock"))
        first.signal(SIGTERM)
        #expect(try await first.ending() == .exited(0))
        #expect(room.exists("s"))

        let late = try Client(room.path("s"))
        let (second, again) = try activated(room, listener)
        try await again.datagrams.first { $0.contains("READY=1") }
        #expect(try await late.result("table.get")["roll"] == 1)
        second.signal(SIGTERM)
        #expect(try await second.ending() == .exited(0))
    }

    @Test(
        "systemd-socket-activate starts the daemon for the first client",
        .enabled(if: Programs.isInstalled(Programs.systemdSocketActivate)))
    func systemdSocketActivate() async throws {
        let room = try Room.here
        let notify = try NotifySocket(path: room.path("n"))
        var arguments = ["-l", room.path("s")]
        for (name, value) in room.environment { arguments += ["-E", "\(name)=\(value)"] }
        let child = try room.start(
            Programs.systemdSocketActivate,
            arguments + ["-E", "NOTIFY_SOCKET=\(notify.path)", Programs.diced, "--state-dir", room.state])
        try await child.errors.first { $0.contains("Listening on") }
        let client = try Client(room.path("s"))
        #expect(try await client.result("server.status")["pid"] == JSON(Int(child.pid)))
        try await notify.datagrams.first { $0.contains("READY=1") }
        child.signal(SIGTERM)
        #expect(try await child.ending() == .exited(0))
        #expect(room.exists("s"))
        notify.finish()
    }
}
