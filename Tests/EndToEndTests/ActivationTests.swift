import Glibc
import ProgramTestSupport
import Testing
import Unix

@Suite("Socket activation", .room)
struct ActivationTests {
    @Test("a daemon serves on the socket it inherits and leaves it to its owner at the end")
    func inherited() async throws {
        let room = try Room.here
        let listener = try Descriptor.socket(.stream, room.path("s"), binding: true)
        #expect(listen(listener.number, 16) == 0)
        // This one waits in the socket's queue before there is a daemon.
        let early = try Client(room.path("s"))
        let ping = await early.begin("ping")
        let first = try ActivatedDaemon(room, listener)
        try await first.ready()
        #expect(try await early.reply(ping)["result"] == [:])
        #expect(try await early.result("table.roll", ["animate": false])["roll"] == 1)
        #expect(!room.exists("run/diced.sock"))
        #expect(try await first.stop() == .exited(0))
        #expect(room.exists("s"))

        let late = try Client(room.path("s"))
        let second = try ActivatedDaemon(room, listener)
        #expect(try await late.result("table.get")["roll"] == 1)
        #expect(try await second.stop() == .exited(0))
    }

    @Test("of several descriptors the one that is named diced is served on")
    func amongOthers() async throws {
        let room = try Room.here
        let log = try Descriptor.socket(.datagram)
        let web = try Descriptor.socket(.stream, room.path("web"), binding: true)
        let listener = try Descriptor.socket(.stream, room.path("s"), binding: true)
        #expect(listen(listener.number, 16) == 0 && listen(web.number, 16) == 0)
        let client = try Client(room.path("s"))
        let ping = await client.begin("ping")
        let child = try room.start(
            "/bin/sh",
            ["-c", #"export LISTEN_PID=$$; exec "$@""#, "sh", Programs.diced, "--state-dir", room.state],
            environment: ["LISTEN_FDS": "3", "LISTEN_FDNAMES": "log:diced:web"],
            files: [3: log.number, 4: listener.number, 5: web.number])
        #expect(try await client.reply(ping)["result"] == [:])
        child.signal(SIGTERM)
        #expect(try await child.ending() == .exited(0))
    }

    @Test("a daemon whose inherited socket is removed ends, so that the socket can be made again")
    func removed() async throws {
        let room = try Room.here
        let listener = try Descriptor.socket(.stream, room.path("s"), binding: true)
        #expect(listen(listener.number, 16) == 0)
        let daemon = try ActivatedDaemon(room, listener)
        try await daemon.ready()
        unlink(room.path("s"))
        #expect(try await daemon.child.ending() == .exited(0))
    }

    @Test("systemd-socket-activate starts the daemon for the first client", .needs(.systemdSocketActivate))
    func systemdSocketActivate() async throws {
        let room = try Room.here
        let notify = try NotifySocket(path: room.path("n"))
        var arguments = ["-l", room.path("s")]
        for (name, value) in room.environment { arguments += ["-E", "\(name)=\(value)"] }
        let child = try room.start(
            Tool.systemdSocketActivate.name,
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
