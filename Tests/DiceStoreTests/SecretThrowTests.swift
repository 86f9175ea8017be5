import DiceModel
import DiceProof
import DiceVerifying
import DiceWire
import Foundation
import Testing

@testable import DiceStore
@testable import DiceTable

@Suite struct SecretThrowTests {
    private let table = StoredTable(new: .default, sides: [6])

    /// Returns a throw that only `gm` sees. Its first die is public.
    private func thrown(_ number: Int = 1, faces: [Int]) -> StoredThrow {
        let seeds = [number, number + 1].map {
            SeedSource.derived(from: 1).seed(table: "default", throw: $0)
        }
        func result(_ dice: [ThrowDie]) -> ThrowResult {
            ThrowResult(
                table: "default",
                number: number,
                expression: "1d6!",
                by: "gm",
                values: ParameterValues(["bonus": 2]),
                group: ThrowGroup("fight-1"),
                outcome: .cancelled,
                total: nil,
                dice: dice,
                text: "",
                chance: .nothing,
                proof: EntryProof(
                    commitment: seeds[0].commitment,
                    edition: Edition.current
                )
            )
        }
        var whole = result(
            faces.enumerated().map {
                ThrowDie(die: $0 + 1, sides: 6, value: $1, kept: true, flags: [])
            }
        )
        whole.total = Double(faces.reduce(0, +))
        whole.faces = faces
        whole.seenBy = ["gm"]
        var hidden = result([
            ThrowDie(die: 1, sides: 6, value: 0, kept: true, flags: [], hidden: true)
        ])
        hidden.outcome = .other("")
        hidden.hidden = true
        return StoredThrow(
            result: whole,
            hidden: hidden,
            sides: faces.map { _ in 6 },
            seed: seeds[0],
            nextSeed: seeds[1]
        )
    }

    private func entry(_ store: SQLiteStore, for viewer: String?) async throws
        -> ThrowResult
    {
        let page = try await store.history(
            HistoryQuery(.all, kind: .throw, viewer: viewer),
            among: nil
        )
        return try #require(page.entries.first?.thrown)
    }

    private func counts(_ store: SQLiteStore) async throws -> [Int]? {
        let faces = try #require(
            try await store.faces(FaceQuery(table: .one(.default)), at: .default)
        )
        return faces.tally { _ in true }.counts[FaceTally.FaceKey(sides: 6, by: "gm")]
    }

    /// Checks that a stranger's version reveals nothing about the faces 6 and 2 until they are
    /// shown, and that `gm` sees them.
    private func isHiddenUntilShown(_ store: SQLiteStore) async throws {
        let strange = try await entry(store, for: nil)
        #expect(strange.hidden == true)
        #expect(strange.dice.map(\.value) == [0])
        #expect(strange.total == nil)
        #expect(strange.group == ThrowGroup("fight-1"))
        #expect(strange.values == ParameterValues(["bonus": 2]), "chosen before any face")
        #expect(strange.faces == nil)
        #expect(strange.seed == nil)
        #expect(strange.chain != nil)
        #expect(try await entry(store, for: "bo") == strange)
        let seen = try await entry(store, for: "gm")
        #expect(seen.faces == [6, 2])
        #expect(seen.total == 8)
        #expect(seen.group == strange.group)
        #expect(seen.seed != nil)
        #expect(seen.chain == strange.chain)
        #expect(try await counts(store) == nil)
        for viewers in [["bo"], []] {
            #expect(try await store.show(1, of: .default, by: viewers) == nil)
        }
        for wasHidden in [true, false] {
            let shown = try #require(try await store.show(1, of: .default, by: ["gm"]))
            #expect((shown.recipients == .only(["gm"])) == wasHidden)
            #expect(shown.toEverybody.faces == [6, 2])
            #expect(try await entry(store, for: nil) == shown.toEverybody)
            #expect(try await counts(store) == [0, 1, 0, 0, 0, 1])
        }
    }

    @Test("a secret throw is hidden until it is revealed, and counted then")
    func itIsHiddenUntilItIsShownAndCountedThen() async throws {
        try await withStore { store in
            try await store.create(table)
            let thrown = thrown(faces: [6, 2])
            try await store.begin(thrown, at: Timestamp(millisecondsSinceEpoch: 1))
            let sealed = SealedThrow(thrown.result, hidden: thrown.hidden)
            _ = try await store.end(sealed, at: Timestamp(millisecondsSinceEpoch: 2))
            try await isHiddenUntilShown(store)
        }
    }

    @Test("a secret throw in flight at a crash is hidden and keeps the faces drawn")
    func oneThatADaemonLeftInFlightIsHiddenAndHasTheFacesThatWereDrawn()
        async throws
    {
        try await withFolder { folder in
            var store = try SQLiteStore(directory: folder + "/state")
            try await store.create(table)
            try await store.begin(
                thrown(faces: [6, 2]),
                at: Timestamp(millisecondsSinceEpoch: 1)
            )
            try await store.close()
            store = try SQLiteStore(directory: folder + "/state")
            try await store.endLeftThrows(at: Timestamp(millisecondsSinceEpoch: 2))
            try await isHiddenUntilShown(store)
            try await store.close()
        }
    }

    @Test("a page ends at the same entry regardless of the faces")
    func aPageEndsAtTheSameEntryWhateverTheFacesAre() async throws {
        for count in [1, 1_000] {
            try await withStore { store in
                try await store.create(table)
                for number in 1...16 {
                    let thrown = thrown(
                        number,
                        faces: Array(repeating: 6, count: count)
                    )
                    _ = try await store.add(
                        thrown,
                        at: Timestamp(millisecondsSinceEpoch: 1)
                    )
                }
                let page = try await store.history(
                    HistoryQuery(.all, limit: 100, kind: .all),
                    among: nil
                )
                #expect(page.entries.count == 16)
                #expect(!page.more)
            }
        }
    }

    /// Runs `body` with a copy of a store with these throws. The first two have dice that may still
    /// be in flight for their viewers.
    private func withCopy(
        of throwing: [StoredThrow],
        ended: Int,
        _ body: (_ bytes: Data, _ copy: SQLiteStore) async throws -> Void
    ) async throws {
        try await withFolder { folder in
            let store = try SQLiteStore(directory: folder + "/state")
            try await store.create(table)
            for (index, thrown) in throwing.enumerated() {
                try await store.begin(thrown, at: Timestamp(millisecondsSinceEpoch: 1))
                guard index < ended else { continue }
                _ = try await store.end(
                    SealedThrow(thrown.result, hidden: thrown.hidden),
                    at: Timestamp(millisecondsSinceEpoch: 2)
                )
            }
            try FileManager.default.createDirectory(
                atPath: folder + "/copy",
                withIntermediateDirectories: true
            )
            let path = folder + "/copy/diced.sqlite"
            _ = try await store.backup(to: path, replacing: false) {
                WithheldData(hidden: [.default: [1, 2]])
            }
            try await store.close()
            let bytes = try #require(FileManager.default.contents(atPath: path))
            #expect(try StoreCheck.problems(directory: folder + "/copy") == [])
            let copy = try SQLiteStore(directory: folder + "/copy")
            try await copy.endLeftThrows(at: Timestamp(millisecondsSinceEpoch: 3))
            try await body(bytes, copy)
            try await copy.close()
        }
    }

    /// Strangers and history have received the end of this throw. The throw stays secret in the
    /// copy, and the chain continues past the throw.
    @Test("a backup holds the public view of a secret throw whose dice may move")
    func aCopyHoldsWhatStrangersSeeOfOneWhoseDiceMayMove() async throws {
        let throwing = (1...3).map { thrown($0, faces: [4_321, 1_230 + $0]) }
        try await withCopy(of: throwing, ended: 3) { bytes, copy in
            for (number, thrown) in throwing.enumerated() {
                let texts = [
                    "4321,\(1_231 + number)", try #require(thrown.seed?.seed).hex,
                ]
                for text in texts {
                    #expect(
                        (bytes.firstRange(of: Data(text.utf8)) != nil) == (number == 2),
                        "\(text)"
                    )
                }
            }
            for viewer in ["gm", nil] {
                let page = try await copy.history(
                    HistoryQuery(.all, kind: .all, viewer: viewer),
                    among: nil
                )
                #expect(
                    page.entries.map { $0.thrown?.hidden } == [
                        viewer == nil ? true : nil, true, true,
                    ]
                )
                // These faces are not derived from a seed.
                guard viewer == nil else { continue }
                var verifier = HistoryVerifier(.daemon)
                for entry in page.entries.reversed() {
                    try verifier.check(entry)
                }
                #expect(verifier.reports[0].thrown.chained == 3)
            }
            #expect(try await copy.show(1, of: .default, by: ["gm"]) == nil)
            #expect(try await copy.show(3, of: .default, by: ["gm"]) != nil)
        }
    }

    /// Neither the backup's contents nor its size depend on dice that are not public yet.
    @Test("the size of a backup reveals nothing of a secret throw", arguments: [0, 2])
    func theSizeOfACopyTellsNothing(_ ended: Int) async throws {
        var sizes: Set<Int> = []
        for count in [1, 10, 300, 900] {
            let throwing = (1...2).map {
                thrown($0, faces: Array(repeating: 6, count: count))
            }
            try await withCopy(of: throwing, ended: ended) { bytes, _ in
                sizes.insert(bytes.count)
            }
        }
        #expect(sizes.count == 1, "\(sizes)")
    }
}
