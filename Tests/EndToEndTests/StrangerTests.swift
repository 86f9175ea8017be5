import Glibc
import ProgramTestSupport
import Testing

@Suite(
    "Other users",
    .quickRoom,
    .needs(.setpriv, .nc),
    .asRoot("others are at the socket")
)
struct StrangerTests {
    @Test(
        "a connection from another user is closed without an answer"
    )
    func otherUser() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        for path in [room.folder, room.path("run")] {
            #expect(chmod(path, 0o755) == 0)
        }
        #expect(chmod(daemon.socket, 0o666) == 0)
        let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"# + "\n"
        for (uid, answers) in [(65_534, 0), (0, 1)] {
            let nc = try room.start(
                Tool.setpriv.name,
                [
                    "--reuid", "\(uid)", "--clear-groups", Tool.nc.name, "-N", "-U",
                    daemon.socket,
                ]
            )
            nc.write(ping)
            nc.closeInput()
            _ = try await nc.ending()
            #expect(try await nc.wholeOutput().count == answers)
        }
        try await daemon.child.errors.first {
            $0.contains("another user") && $0.contains("65534")
        }
        #expect(try await daemon.client().result("server.status")["clients"] == 1)
    }
}
