import DiceModel
import DiceProof
import DiceTable
import DiceWire
import Testing

@testable import DiceStore

@Suite struct SecretThrowTests {
    private let table = StoredTable(new: .default, sides: [6])

    /// A throw that `gm` alone sees. Strangers know of its first die.
    private func thrown(_ number: Int = 1, faces: [Int]) -> StoredThrow {
        let seeds = [number, number + 1].map { SeedSource.derived(from: 1).seed(table: "default", throw: $0) }
        func result(_ dice: [ThrowDie]) -> ThrowResult {
            ThrowResult(
                table: "default", number: number, expression: "1d6!", by: "gm", outcome: .cancelled, total: nil,
                dice: dice, text: "", entropy: "", reveals: [], commitment: seeds[0].commitment,
                edition: Edition.current)
        }
        var whole = result(
            faces.enumerated().map { ThrowDie(die: $0 + 1, sides: 6, value: $1, kept: true, flags: []) })
        (whole.total, whole.faces, whole.seenBy) = (Double(faces.reduce(0, +)), faces, ["gm"])
        var ghost = result([ThrowDie(die: 1, sides: 6, value: 0, kept: true, flags: [], hidden: true)])
        (ghost.outcome, ghost.hidden) = (.other(""), true)
        return StoredThrow(
            result: whole, ghost: ghost, sides: faces.map { _ in 6 }, seed: seeds[0], nextSeed: seeds[1])
    }

    private func entry(_ store: SQLiteStore, for viewer: String?) async throws -> ThrowResult {
        let page = try await store.history(HistoryQuery(.all, kind: .throw), among: nil, for: viewer)
        return try #require(page.entries.first?.thrown)
    }

    private func counts(_ store: SQLiteStore) async throws -> [Int]? {
        let faces = try #require(try await store.faces(FaceQuery(table: .default)))
        return faces.tally { _ in true }.counts[FaceTally.FaceKey(sides: 6, by: "gm")]
    }

    /// What strangers get tells nothing of the faces 6 and 2, and `gm` gets them; until they are shown.
    private func isHiddenUntilShown(_ store: SQLiteStore) async throws {
        let strange = try await entry(store, for: nil)
        #expect(strange.hidden == true && strange.dice.map(\.value) == [0] && strange.total == nil)
        #expect(strange.faces == nil && strange.seed == nil && strange.chain != nil)
        #expect(try await entry(store, for: "bo") == strange)
        let seen = try await entry(store, for: "gm")
        #expect(seen.faces == [6, 2] && seen.total == 8 && seen.seed != nil && seen.chain == strange.chain)
        #expect(try await counts(store) == nil)
        for viewer in ["bo", nil] { #expect(try await store.show(1, of: .default, by: viewer) == nil) }
        for wasHidden in [true, false] {
            let shown = try #require(try await store.show(1, of: .default, by: "gm"))
            #expect(shown.isSecret == wasHidden && shown.toEverybody.faces == [6, 2])
            #expect(try await entry(store, for: nil) == shown.toEverybody)
            #expect(try await counts(store) == [0, 1, 0, 0, 0, 1])
        }
    }

    @Test func itIsHiddenUntilItIsShownAndCountedThen() async throws {
        try await withStore { store in
            try await store.create(table)
            let thrown = thrown(faces: [6, 2])
            try await store.begin(thrown, at: Timestamp(millisecondsSinceEpoch: 1))
            let sealed = SealedThrow(thrown.result, ghost: thrown.ghost)
            _ = try await store.end(sealed, at: Timestamp(millisecondsSinceEpoch: 2))
            try await isHiddenUntilShown(store)
        }
    }

    @Test func oneThatADaemonLeftInFlightIsHiddenAndHasTheFacesThatWereDrawn() async throws {
        try await withFolder { folder in
            var store = try SQLiteStore(directory: folder + "/state")
            try await store.create(table)
            try await store.begin(thrown(faces: [6, 2]), at: Timestamp(millisecondsSinceEpoch: 1))
            try await store.close()
            store = try SQLiteStore(directory: folder + "/state")
            try await store.endLeftThrows(at: Timestamp(millisecondsSinceEpoch: 2))
            try await isHiddenUntilShown(store)
            try await store.close()
        }
    }

    @Test func aPageEndsAtTheSameEntryWhateverTheFacesAre() async throws {
        for count in [1, 1_000] {
            try await withStore { store in
                try await store.create(table)
                for number in 1...16 {
                    let thrown = thrown(number, faces: Array(repeating: 6, count: count))
                    _ = try await store.add(thrown, at: Timestamp(millisecondsSinceEpoch: 1))
                }
                let page = try await store.history(HistoryQuery(.all, limit: 100, kind: .all), among: nil, for: nil)
                #expect(page.entries.count == 16 && !page.more)
            }
        }
    }
}
