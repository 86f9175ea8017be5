import DiceModel
import DiceTable
import Foundation
import ProgramTestSupport
import Testing

@testable import DiceStore

/// A table that has been rolled at often: a million times in the long form.
@Suite struct ManyFacesTests {
    private static let turns = Soak.size(60, long: 1_000)

    /// Makes turns of a thousand rolls, of five dice each, which all show the same face.
    private func fill(_ file: String) throws {
        try raw(
            file,
            """
            INSERT INTO tables (name, turn, rollCount, dice) VALUES ('default', 1001, 0, '[' || substr(replace(
                hex(zeroblob(5)), '00', ',{"locked":false,"sides":6,"value":3}'), 2) || ']');
            WITH RECURSIVE
                turn(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM turn WHERE n < \(Self.turns)),
                roll(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM roll WHERE n < 1000),
                rolls(face, list) AS (
                    SELECT face.n, '[' || group_concat('{"at":"2026-11-20T22:59:01.123Z","by":"p' || (roll.n % 4)
                        || '","outcome":"completed","roll":' || roll.n || ',"rolled":[1,2,3,4,5],"values":['
                        || face.n || ',' || face.n || ',' || face.n || ',' || face.n || ',' || face.n || ']}') || ']'
                    FROM roll, (SELECT n FROM roll WHERE n <= 6) AS face GROUP BY face.n)
            INSERT INTO history ("table", turn, endedAt, by, rolls, dice, total)
            SELECT 'default', n, 1795215541123 + n, 'p0', list, '[' || substr(replace(replace(hex(zeroblob(5)), '00',
                ',{"die":1,"locked":false,"sides":6,"value":F}'), 'F', face), 2) || ']', face * 5
            FROM turn, rolls WHERE face = n % 6 + 1;
            """)
    }

    @Test func theyAreCountedAndTold() async throws {
        try await withFolder { folder in
            let store = try SQLiteStore(directory: folder)
            try fill(store.file)
            let start = ContinuousClock.now
            try await store.countHistory()
            let opened = ContinuousClock.now
            let faces = try #require(try await store.faces(FaceQuery(table: .default)))
            let statistics = FaceStatistics(FaceQuery(table: .default), faces.tally { _ in true })
            print("\(Self.turns) 000 rolls: counted in \(opened - start), told in \(ContinuousClock.now - opened)")
            // Turn n shows n % 6 + 1.
            let turns = (1...6).map { face in (1...Self.turns).count { $0 % 6 + 1 == face } }
            #expect(statistics.faces.first?.counts == turns.map { $0 * 5_000 })
            #expect(statistics.faces.map(\.by) == [nil, "p0", "p1", "p2", "p3"])
            #expect(statistics.faces.map(\.rolls) == [4, 1, 1, 1, 1].map { $0 * Self.turns * 1_250 })
            try await store.close()
        }
    }
}
