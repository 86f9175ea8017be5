import Glibc
import ProgramTestSupport
import Testing

@Suite("A history that anybody can check", .room)
struct ProofTests {
    @Test("what rolls, throws and an ended turn promised beforehand is noted, and verified afterwards")
    func promised() async throws {
        let room = try Room.here
        _ = try await room.daemon()
        _ = try await room.did("roll", "--motion", "none")
        _ = try await room.did("roll", "4d6kh3", "2d6!", "--motion", "none")
        _ = try await room.did("end-turn")
        _ = try await room.did("roll", "--motion", "none")
        _ = try await room.did("end-turn")
        let report = try await room.did("verify")
        #expect(
            report.joined(separator: "\n").contains(
                "turns 1 to 2 of default: 2 rolls right, 2 promised to you beforehand"), "\(report)")
        #expect(try room.mode("home/.local/state/dicectl/seen") == 0o600)
        #expect(try await room.dicectl("verify", "--json").ending == .exited(0))
    }
}
