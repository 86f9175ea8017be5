import Glibc
import ProgramTestSupport
import Testing
import Unix

@Suite("Socket activation", .quickRoom)
struct ActivationTests {
    @Test(
        "a daemon serves on an inherited socket and leaves it in place when it stops"
    )
    func inherited() async throws {
        let room = try Room.here
        let path = room.path("s")
        let listener = try Descriptor.socket(.stream, path, binding: true)
        #expect(listen(listener.number, 16) == 0)
        // This client waits in the socket's queue before the daemon starts.
        let early = try Client(path)
        let ping = await early.begin("ping")
        let first = try Daemon(room, inheriting: listener, at: path)
        try await first.ready()
        #expect(try await early.reply(ping)["result"] == [:])
        #expect(try await early.result("table.roll", ["animate": false])["roll"] == 1)
        #expect(!room.exists("run/diced.sock"))
        #expect(try await first.stop() == .exited(0))
        #expect(room.exists("s"))

        let late = try Client(path)
        let second = try Daemon(room, inheriting: listener, at: path)
        try await second.ready()
        #expect(try await late.result("table.get")["roll"] == 1)
        // Removed so that it can be created again.
        unlink(path)
        #expect(try await second.child.ending() == .exited(0))
    }

    @Test(
        "systemd-socket-activate starts the daemon for the first client",
        .needs(.systemdSocketActivate)
    )
    func systemdSocketActivate() async throws {
        let room = try Room.here
        let notify = try NotifySocket(path: room.path("n"))
        var arguments = ["-l", room.path("s")]
        for (name, value) in room.environment {
            arguments += ["-E", "\(name)=\(value)"]
        }
        let child = try room.start(
            Tool.systemdSocketActivate.name,
            arguments + [
                "-E", "NOTIFY_SOCKET=\(notify.path)", Programs.diced, "--state-dir",
                room.state,
            ]
        )
        try await child.errors.first { $0.contains("Listening on") }
        let client = try Client(room.path("s"))
        #expect(try await client.result("server.status")["pid"] == JSON(Int(child.pid)))
        try await notify.datagrams.first { $0.contains("READY=1") }
        child.signal(SIGTERM)
        #expect(try await child.ending() == .exited(0))
        #expect(room.exists("s"))
    }
}
