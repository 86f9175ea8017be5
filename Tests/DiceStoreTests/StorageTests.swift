import DiceModel
import DiceProof
import Foundation
import Testing

@testable import DiceStore
@testable import DiceTable

/// The history bytes of each player, as counted by the store.
@Suite struct StorageTests {
    private let table = StoredTable(new: .default, sides: [6, 6])

    private func thrown(_ number: Int, maximum: Int, isSecret: Bool) -> StoredThrow {
        let seeds = [number, number + 1].map {
            SeedSource.derived(from: 1).seed(table: "default", throw: $0)
        }
        var result = ThrowResult(
            table: "default",
            number: number,
            expression: "1d6",
            by: "ann",
            outcome: .completed,
            total: 6,
            dice: [ThrowDie(die: 1, sides: 6, value: 6, kept: true, flags: [])],
            text: "6",
            chance: .nothing,
            proof: EntryProof(commitment: seeds[0].commitment, edition: Edition.current)
        )
        result.faces = [6]
        var hidden: ThrowResult?
        if isSecret {
            var ghost = result
            ghost.faces = nil
            ghost.total = nil
            ghost.hidden = true
            ghost.outcome = .other("")
            hidden = ghost
            result.seenBy = ["ann"]
        }
        return StoredThrow(
            result: result,
            hidden: hidden,
            sides: [6],
            seed: seeds[0],
            nextSeed: seeds[1],
            maxBytes: maximum
        )
    }

    private let now = Timestamp(millisecondsSinceEpoch: 1)

    @Test("every entry counts toward the storage of those it names")
    func everyEntryCountsForWhomItNames() async throws {
        try await withStore(removesInBackground: false) { store in
            try await store.create(table)
            #expect(try await store.storedBytes(by: "ann") == 0)
            _ = try await store.add(thrown(1, maximum: 5_000, isSecret: false), at: now)
            let one = try await store.storedBytes(by: "ann")
            #expect(one > 400 && one < 5_000, "an open throw counts what it takes")
            try await store.endTurn(of: table)
            let by = table.ending.by
            #expect(try await store.storedBytes(by: by) > 400)
            #expect(try await store.storedBytes(by: "nobody") == 0)
            try await store.delete(.default)
            while try await store.removeStep() {}
            #expect(try await store.storedBytes(by: "ann") == 0)
            #expect(try await store.storedBytes(by: by) == 0)
        }
    }

    @Test("a secret throw counts its maximum size until it is revealed")
    func aSecretThrowCountsItsMaximumUntilItIsShown() async throws {
        try await withStore { store in
            try await store.create(table)
            let secret = thrown(1, maximum: 5_000, isSecret: true)
            try await store.begin(secret, at: now)
            #expect(try await store.storedBytes(by: "ann") == 5_000, "in flight")
            _ = try await store.end(
                SealedThrow(secret.result, hidden: secret.hidden),
                at: now
            )
            #expect(try await store.storedBytes(by: "ann") == 5_000, "in history")
            _ = try await store.show(1, of: .default, by: ["ann"])
            let shown = try await store.storedBytes(by: "ann")
            #expect(shown > 400)
            #expect(shown < 5_000)
            _ = try await store.add(thrown(2, maximum: 5_000, isSecret: false), at: now)
            let open = try await store.storedBytes(by: "ann")
            #expect(open - shown > 400)
            #expect(open - shown < 5_000)
        }
    }

    @Test("a secret throw interrupted by a crash counts its maximum size")
    func oneThatACrashCutOffCountsItsMaximum() async throws {
        try await withFolder { folder in
            var store = try SQLiteStore(directory: folder + "/state")
            try await store.create(table)
            try await store.begin(thrown(1, maximum: 5_000, isSecret: true), at: now)
            try await store.close()
            store = try SQLiteStore(directory: folder + "/state")
            try await store.endLeftThrows(at: now)
            #expect(try await store.storedBytes(by: "ann") == 5_000)
            try await store.close()
        }
    }
}
