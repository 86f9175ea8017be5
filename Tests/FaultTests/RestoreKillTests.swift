import DiceModel
import FoundationEssentials
import Glibc
import ProgramTestSupport
import Testing

@Suite("a killed restore", .quickRoom)
struct RestoreKillTests {
    @Test(
        "kill -9 at any moment of a restore leaves one complete store and the other beside it",
        arguments: [Soak.seed]
    )
    func anyMoment(seed: UInt64) async throws {
        let room = try Room.here
        var luck = SeededGenerator(seed: seed)
        var copies: [String] = []
        for turns in 1...2 {
            let daemon = try await room.daemon()
            let client = try daemon.client()
            try await client.result("table.roll", ["animate": false])
            try await client.result("table.endTurn")
            copies.append(room.path("copy\(turns).sqlite"))
            _ = try await room.did("backup", copies[turns - 1])
            _ = try await daemon.stop()
        }
        for kill in 0..<Soak.size(10, long: 50) {
            let child = try room.start(
                Programs.diced,
                ["--state-dir", room.state, "--restore", copies[kill % 2]]
            )
            // A real delay, not a wait: the kill happens at any moment.
            try? await Task.sleep(
                for: .microseconds(Int64.random(in: 0...40_000, using: &luck))
            )
            child.signal(SIGKILL)
            _ = try await child.ending()
            let daemon = try await room.daemon()
            let entries = try await daemon.client().result("table.history")["entries"]
                .array
            #expect([1, 2].contains(entries.count), "kill \(kill), seed \(seed)")
            _ = try await daemon.stop()
            let left = try FileManager.default.contentsOfDirectory(atPath: room.state)
                .filter {
                    !["diced.lock", "diced.sqlite"].contains($0)
                }
            #expect(left.allSatisfy { $0.hasPrefix("diced.sqlite.2") }, "\(left)")
            for kept in left {
                let look = try room.start(
                    Programs.diced,
                    [
                        "--state-dir", room.state, "--restore", "\(room.state)/\(kept)",
                        "--dry-run",
                    ]
                )
                #expect(try await look.ending() == .exited(0), "\(kept)")
            }
        }
    }
}
