import DiceGames
import DiceModel
import DiceVerifying
import DiceWire
import Forgeries
import Testing

@testable import DiceJudging
@testable import dicectl

/// The selection of entries to archive, and the messages about them.
struct ArchiveTests {
    private let entries: [SentEntry]

    init() throws {
        entries = try SampleHistory.entries().filter { $0.table == "home" }.map {
            try SentEntry(json: JSONValue(parsing: $0.jsonBytes()))
        }
    }

    private func table(_ game: GameState? = nil, turn: Int = 5, roll: Int = 0)
        -> TableSnapshot
    {
        TableSnapshot(
            table: "home",
            revision: 1,
            turn: turn,
            roll: roll,
            rolling: false,
            dice: [
                DieState(die: 1, sides: 6, value: 1, locked: false, animating: false)
            ],
            game: game
        )
    }

    private func game(match: Int, over: Bool, turn: Int? = nil) -> GameState {
        GameState(
            name: "pairs",
            match: match,
            round: 1,
            over: over,
            sheets: [Sheet()],
            turn: turn
        )
    }

    @Test("entries are archived up to the first one that is not before the time")
    func before() throws {
        // Throw 4 ends at 450, but precedes throw 3, which ends at 350.
        let bound = ArchiveBound(before: SampleHistory.instant(400), at: table())
        #expect(entries.prefix(while: bound.includes).count == 4)
        #expect(!bound.includes(entries[4]) && bound.includes(entries[5]))
        let later = ArchiveBound(before: SampleHistory.instant(100_000), at: table())
        #expect(entries.allSatisfy(later.includes))
    }

    /// Returns the turns of two matches with a rest in each.
    private func played() throws -> [SentEntry] {
        var evening = Evening()
        evening.begin(HonestHistory.pairs, ["ann", "bo"])
        for box in ["low", "high"] {
            try evening.turn("ann", .these([[1, 2]]), box)
            try evening.turn("bo", .these([[1, 2]]), box)
        }
        evening.begin(HonestHistory.pairs, ["ann", "bo"])
        try evening.turn("ann", .these([[1, 2]]), "low")
        return try evening.history.map {
            try SentEntry(json: JSONValue(parsing: $0.jsonBytes()))
        }
    }

    private let never = Timestamp(millisecondsSinceEpoch: 4_000_000_000_000)

    @Test("the match in progress stays")
    func openMatch() throws {
        let played = try played()
        let open = ArchiveBound(
            before: never,
            at: table(game(match: 2, over: false), turn: 6)
        )
        #expect(played.prefix(while: open.includes).count == 4)
        let none = ArchiveBound(before: never, at: table())
        #expect(played.allSatisfy(none.includes))
    }

    @Test("the last turn of a finished match stays while it can be corrected")
    func lastTurn() throws {
        let played = try played().dropLast()
        let bound = ArchiveBound(before: never, at: table(game(match: 1, over: true)))
        #expect(played.prefix(while: bound.includes).count == 3)
        let rolled = ArchiveBound(
            before: never,
            at: table(game(match: 1, over: true), roll: 1)
        )
        #expect(played.allSatisfy(rolled.includes))
        let bank = ArchiveBound(
            before: never,
            at: table(game(match: 1, over: true, turn: 0))
        )
        #expect(played.allSatisfy(bank.includes))
    }

    @Test("an entry that cannot be read is not archived")
    func unknown() throws {
        let line =
            #"{"id":9,"kind":"spell","table":"home","endedAt":"2026-01-01T00:00:00.000Z","by":"a","edition":99}"#
        let sent = try SentEntry(json: JSONValue(parsing: Array(line.utf8)))
        #expect(!ArchiveBound(before: never, at: table()).includes(sent))
    }

    @Test("verification reports the archived entries and the files that the history continues")
    func lines() throws {
        var report = TableReport(table: "home")
        report.archived = Archived(
            entries: 120,
            last: 311,
            chain: SampleHistory.hex("chain", 64),
            at: SampleHistory.instant(0)
        )
        #expect(
            VerifyLines.lines(report).contains {
                $0.hasPrefix("home: 120 entries archived, up to 20")
                    && $0.hasSuffix("; the chain was checked from there")
            }
        )
        report.filed = 1
        #expect(
            VerifyLines.lines(report).contains(
                "home: 1 entry in the files; the daemon's history continues them"
            )
        )
        let json = String(decoding: VerifyJSON.bytes([report]), as: UTF8.self)
        #expect(json.contains(#""archived":{"entries":120,"last":311,"#))
        #expect(json.contains(#""filed":1"#))
    }
}
