import Glibc
import ProgramTestSupport
import Testing

@Suite("A store without permission", .room, .needs(.setpriv))
struct UnwritableStoreTests {
    /// Makes root subject to file modes too.
    private static let withoutPrivileges =
        geteuid() == 0
        ? [Tool.setpriv.name, "--bounding-set=-dac_override,-dac_read_search"] : []

    @Test(
        "an unwritable store is refused by its name with 74 and left unchanged",
        arguments: [
            ("state", 0o500), ("state/diced.sqlite", 0o400),
            ("state/diced.lock", 0o400),
        ]
    )
    func refused(_ name: String, _ mode: mode_t) async throws {
        let room = try Room.here
        #expect(try await room.daemon().stop() == .exited(0))
        let before = room.contents("state/diced.sqlite")
        let ours = try room.mode(name)
        #expect(chmod(room.path(name), mode) == 0)
        let (ending, complaint) = try await room.refusedDaemon(
            through: Self.withoutPrivileges
        )
        #expect(ending == .exited(74), "\(complaint)")
        #expect(complaint.contains(room.path(name)), "\(complaint)")
        #expect(room.contents("state/diced.sqlite") == before)
        #expect(!room.exists("run/diced.sock"))
        #expect(chmod(room.path(name), mode_t(ours)) == 0)
        _ = try await room.daemon(through: Self.withoutPrivileges)
    }
}
