import DiceGames
import DiceModel
import DiceProof
import DiceVerifying
import DiceWire
import Testing

@testable import DiceStore
@testable import DiceTable

@Suite struct TurnTests {
    let table = StoredTable(new: .default, sides: [6, 6, 20])

    @Test("the rolls of a turn are added to history in order")
    func theRollsOfATurnGoIntoHistoryInOrder() async throws {
        try await withStore { store in
            try await store.create(table)
            for number in 1...12 {
                try await store.saveRoll(of: table, number)
            }
            try await store.setOutcome(.cancelled, ofRoll: 3, in: .default)
            let turn = try await store.endTurn(of: table)
            #expect(turn.rolls.map(\.roll) == Array(1...12))
            #expect(turn.rolls.filter { $0.outcome == .cancelled }.map(\.roll) == [3])
            #expect(try await store.tables() == [table.next])
            #expect(
                try await store.history(
                    HistoryQuery(of: .default, limit: 1, before: nil)
                ).turns
                    == [turn]
            )
            // The next turn begins with no rolls.
            let next = try await store.endTurn(of: table.next)
            #expect(next.rolls.isEmpty)
            #expect(next.id > turn.id)
            #expect(next.turn == 2)
        }
    }

    /// The void roll in the old store has no reason, although every current entry states one.
    @Test("a turn begun before reasons existed is written in today's format")
    func aTurnThatBeganBeforeThereWereReasonsIsWrittenAsTodays() async throws {
        try await withStore { store in
            try await store.create(table)
            let void = RollRecord(
                roll: 1,
                by: "ann",
                at: Timestamp(millisecondsSinceEpoch: 1),
                outcome: .void,
                rolled: [],
                values: [1, 1, 1],
                chance: .nothing,
                absent: ["bo"]
            )
            try await store.save(table.rolled(1), adding: void)
            let turn = try await store.endTurn(of: table)
            #expect(turn.edition == Edition.current)
            #expect(turn.rolls == [void])
            let page = try await store.history(
                HistoryQuery(of: .default, limit: 1, before: nil)
            )
            #expect(page.turns == [turn])
            var verifier = HistoryVerifier(.daemon)
            try verifier.check(page.entries[0])
            #expect(verifier.reports[0].turns.void == 1)
        }
    }

    @Test("the entry of a throw is returned as it is in history")
    func theEntryOfAThrowIsGivenBackAsHistoryHasIt() async throws {
        try await withStore { store in
            try await store.create(table)
            var entries: [HistoryEntry] = []
            for number in 1...2 {
                let seeds = [number, number + 1].map {
                    SeedSource.kernel.seed(table: "default", throw: $0)
                }
                var result = ThrowResult(
                    table: "default",
                    number: number,
                    expression: "2",
                    by: "ann",
                    outcome: .completed,
                    total: 2,
                    dice: [],
                    text: "2: 2 = 2, no dice",
                    faces: [],
                    chance: .nothing
                )
                result.commitment = seeds[0].commitment
                result.edition = Edition.current
                let thrown = StoredThrow(
                    result: result,
                    sides: [],
                    seed: seeds[0],
                    nextSeed: seeds[1]
                )
                let at = Timestamp(millisecondsSinceEpoch: Int64(number))
                if number == 1 {
                    entries.append(
                        .thrown(try await store.add(thrown, at: at).shown(to: []))
                    )
                } else {
                    try await store.begin(thrown, at: at)
                    entries.append(
                        .thrown(
                            try await store.end(SealedThrow(result), at: at).shown(
                                to: [])
                        )
                    )
                }
            }
            #expect(
                try await store.history(HistoryQuery(.all, kind: .throw)).entries
                    == entries.reversed()
            )
            var verifier = HistoryVerifier(.daemon)
            for entry in entries {
                try verifier.check(entry)
            }
        }
    }

    /// The text and total keep their old form.
    @Test("a throw keeps the edition under which it was drawn")
    func aThrowKeepsTheEditionUnderWhichItWasDrawn() async throws {
        try await withStore { store in
            try await store.create(table)
            for (number, edition) in [(1, nil), (2, 3), (3, Edition.current)] {
                let seeds = [number, number + 1].map {
                    SeedSource.kernel.seed(table: "default", throw: $0)
                }
                var result = ThrowResult(
                    table: "default",
                    number: number,
                    expression: "2",
                    by: "ann",
                    outcome: .cancelled,
                    total: 2,
                    dice: [],
                    text: edition == Edition.current ? "2: 2 = 2, no dice" : "2: 2 = 2",
                    faces: [],
                    chance: .nothing
                )
                result.commitment = seeds[0].commitment
                result.edition = edition
                try await store.begin(
                    StoredThrow(
                        result: result,
                        sides: [],
                        seed: seeds[0],
                        nextSeed: seeds[1]
                    ),
                    at: Timestamp(millisecondsSinceEpoch: Int64(number))
                )
            }
            try await store.endLeftThrows(at: Timestamp(millisecondsSinceEpoch: 4))
            let page = try await store.history(HistoryQuery(.all, kind: .throw))
            #expect(
                page.entries.map { $0.thrown?.edition } == [Edition.current, 3, nil]
            )
            var verifier = HistoryVerifier(.daemon)
            for entry in page.entries.reversed() {
                try verifier.check(entry)
            }
            #expect(verifier.reports[0].thrown.right == 3)
        }
    }

    @Test("fields of a fifth-edition entry are read as they were stored")
    func whatAnEntryOfTheFifthEditionAddsIsReadAsItWasStored() async throws {
        try await withFolder { parent in
            let folder = parent + "/state"
            var store = try SQLiteStore(directory: folder)
            try await store.create(table)
            var roll = table.roll(1)
            roll.bot = true
            try await store.save(table.rolled(1), adding: roll)
            var ending = table.ending
            ending.proof.edition = 5
            ending.absent = true
            ending.bot = true
            ending.match = TurnMatch(
                score: Match.Score(match: 1, points: 3),
                hand: true
            )
            let turn = try await store.endTurn(ending, leaving: table.next)
            #expect(turn.rolls == [roll])
            let link = Chain.link(turn, after: Chain.start) { $0.jsonBytes() }
            #expect(turn.digest == link.digest)
            #expect(turn.digest != nil)
            #expect(turn.chain == link.chain)

            var rest = Rest(
                id: turn.id + 1,
                table: "default",
                endedAt: turn.endedAt,
                by: "ann",
                player: "bo",
                rests: false,
                joins: true,
                match: 4,
                winners: ["bo"],
                edition: 5,
                digest: "",
                chain: ""
            )
            rest.take(Chain.link(rest, after: link.chain, players: ["bo"]))
            try await store.execute(
                """
                INSERT INTO history
                    (kind, "table", turn, endedAt, by, rolls, dice, total, edition, score, digest, chain)
                VALUES ('rest', 'default', 4, \(rest.endedAt.millisecondsSinceEpoch), 'ann', '[]', '[]', 0, 5,
                    '{"player":"bo","rests":false,"joins":true,"winners":["bo"]}', '\(rest.digest)', '\(rest.chain)')
                """
            )
            try await store.close()
            #expect(try StoreCheck.problems(directory: folder) == [])
            store = try SQLiteStore(directory: folder)
            #expect(
                try await store.history(HistoryQuery(.all, kind: .all)).entries == [
                    .rested(rest), .turn(turn),
                ]
            )
            #expect(
                try await store.history(HistoryQuery(.all, kind: .rest)).entries == [
                    .rested(rest)
                ]
            )
            for damage in ["score = '{}'", "digest = ''", "chain = ''", "turn = 0"] {
                try await store.execute(
                    "UPDATE history SET \(damage) WHERE kind = 'rest'"
                )
                #expect(
                    try await store.history(HistoryQuery(.all, kind: .rest)).damaged
                        == 1
                )
            }
            try await store.close()
        }
    }

    @Test("a rest is a separate entry, and the order of play survives a restart")
    func rest() async throws {
        try await withFolder { parent in
            let folder = parent + "/state"
            let game = try #require(Game.all.first { $0.name == "yatzy" })
            var table = StoredTable(new: .default, sides: game.shapes)
            var match = Match(game, players: ["ann", "bo", "cy"])
            table.match = match
            table.settings.players = ["ann", "bo", "cy"]
            table.settings.up = "ann"
            var store = try SQLiteStore(directory: folder)
            try await store.create(table)
            try match.rest("ann", true)
            table.match = match
            table.settings.up = match.sheet.player
            let rest = Rest(
                id: 0,
                table: "default",
                endedAt: Timestamp(millisecondsSinceEpoch: 7),
                by: "bo",
                player: "ann",
                rests: true,
                match: 1,
                edition: Edition.current,
                digest: "",
                chain: ""
            )
            let entry = try await store.rest(rest, leaving: table)
            var expected = rest
            expected.id = entry.id
            expected.take(
                Chain.link(rest, after: Chain.start, players: ["ann", "bo", "cy"])
            )
            #expect(entry == expected)
            try await store.close()
            store = try SQLiteStore(directory: folder)
            #expect(
                try await store.history(HistoryQuery(.all, kind: .all)).entries == [.rested(entry)]
            )
            let stored = try #require(try await store.table(.default))
            #expect(stored.match == match)
            #expect(stored.settings.up == "bo")
            try await store.close()
        }
    }

    /// The turn's own entry stays unchanged, and the turn can be corrected again after a restart.
    @Test("a correction is a separate entry") func aCorrectionIsAnEntryOfItsOwn() async throws {
        try await withFolder { parent in
            let folder = parent + "/state"
            let game = try #require(Game.all.first { $0.name == "yatzy" })
            var table = StoredTable(new: .default, sides: game.shapes)
            table.match = Match(game, players: ["ann", "bo"])
            table.settings.players = ["ann", "bo"]
            table.settings.rollsPerTurn = game.rollsPerTurn
            var store = try SQLiteStore(directory: folder)
            try await store.create(table)
            try await store.saveRoll(of: table)
            var ending = table.ending
            var next = table.next
            next.match = table.match
            ending.score = try next.match?.end("ones", faces: [1, 1, 1, 1, 1], roll: 1)
            ending.game = game
            ending.players = ["ann", "bo"]
            let turn = try await store.endTurn(ending, leaving: next)
            var entries = [HistoryEntry.turn(turn)]
            var link = try #require(turn.chain)
            for box in ["yatzy", "chance"] {
                let score = try next.match?.correct(
                    box,
                    faces: [1, 1, 1, 1, 1],
                    roll: 1
                )
                let made = Correction(
                    id: 0,
                    table: "default",
                    endedAt: turn.endedAt,
                    by: "ann",
                    turn: 1,
                    score: try #require(score),
                    edition: Edition.current,
                    chain: ""
                )
                let correction = try await store.correct(turn, by: made, leaving: next)
                #expect(
                    correction.chain
                        == Chain.link(made, after: link, players: ["ann", "bo"]).chain
                )
                entries = entries + [.corrected(correction)]
                link = correction.chain
                try await store.close()
                #expect(try StoreCheck.problems(directory: folder) == [])
                store = try SQLiteStore(directory: folder)
                #expect(try await store.tables().map(\.match) == [next.match])
            }
            #expect(next.match?.progress.filled?.corrections == 2)
            #expect(
                try await store.history(HistoryQuery(.all, kind: .all)).entries
                    == entries.reversed()
            )
            #expect(
                try await store.history(HistoryQuery(.all, kind: .correction)).entries
                    .count == 2
            )
            #expect(
                try await store.history(HistoryQuery(of: .default)).entries == [
                    .turn(turn)
                ]
            )
            let match = try await store.matches(of: .default, before: nil, limit: 1)
                .page.first
            #expect(match?.sheets == next.match?.sheets)
            #expect(match?.startedAt == table.roll(1).at)
            try await store.execute(
                "UPDATE history SET score = '' WHERE kind = 'correction'"
            )
            #expect(
                try await store.history(HistoryQuery(.all, kind: .all)).damaged == 2
            )
            try await store.close()
        }
    }

    /// The first roll wins at once in one box.
    @Test("a match that is ended by a correction ends at that time")
    func aMatchThatACorrectionEndsEndsThen() async throws {
        try await withStore { store in
            let document = #"""
                {"name":"quick","title":"Quick","dice":[2],"boxes":[
                {"box":"any","title":"Any","needs":{"alike":[1]},"points":{"sum":"all"},"wins":true},
                {"box":"one","title":"One","points":{"sum":1}},{"box":"all","title":"All","points":{"sum":"all"}}]}
                """#
            let game = try #require(
                try GameChoice(json: try JSONValue(parsing: Array(document.utf8)))
                    .game()
            )
            var table = StoredTable(new: .default, sides: game.shapes)
            table.match = Match(game, players: ["ann", "bo"])
            try await store.create(table)
            try await store.saveRoll(of: table)
            var ending = table.ending
            var next = table.next
            next.match = table.match
            ending.score = try next.match?.end("one", faces: [1], roll: 1)
            ending.game = game
            ending.players = ["ann", "bo"]
            let turn = try await store.endTurn(ending, leaving: next)
            func correct(_ box: String, after milliseconds: Int64) async throws
                -> Timestamp?
            {
                let score = try #require(
                    try next.match?.correct(box, faces: [1], roll: 1)
                )
                let instant = Timestamp(
                    millisecondsSinceEpoch: turn.endedAt.millisecondsSinceEpoch
                        + milliseconds
                )
                let made = Correction(
                    id: 0,
                    table: "default",
                    endedAt: instant,
                    by: "ann",
                    turn: 1,
                    score: score,
                    winners: next.match?.winners,
                    edition: Edition.current,
                    chain: ""
                )
                _ = try await store.correct(turn, by: made, leaving: next)
                return try await store.matches(of: .default, before: nil, limit: 1).page
                    .first?
                    .endedAt
            }
            let end = turn.endedAt.millisecondsSinceEpoch
            #expect(try await correct("all", after: 5_000) == nil)
            #expect(
                try await correct("any", after: 9_000)
                    == Timestamp(millisecondsSinceEpoch: end + 9_000)
            )
            #expect(try await correct("one", after: 12_000) == nil)
        }
    }

    @Test("ending the turn of one table leaves the other tables unchanged")
    func theTurnOfOneTableLeavesTheOthers() async throws {
        try await withStore { store in
            let other = StoredTable(new: try TableName(valid: "other"), sides: [6])
            try await store.create(table)
            try await store.create(other)
            try await store.saveRoll(of: table)
            try await store.saveRoll(of: other)
            try await store.endTurn(of: table)
            #expect(
                try await store.history(
                    HistoryQuery(of: other.name, limit: 9, before: nil)
                ).turns
                    .isEmpty
            )
            #expect(
                try await store.endTurn(of: other).rolls == [
                    other.roll(1)
                ]
            )
        }
    }

    @Test("a deleted table loses its turn and history")
    func aDeletedTableTakesItsTurnAndHistoryWithIt() async throws {
        try await withStore { store in
            try await store.create(table)
            try await store.saveRoll(of: table)
            let turn = try await store.endTurn(of: table)
            try await store.save(table.next.rolled(1), adding: table.roll(1))
            try await store.delete(.default)
            #expect(try await store.tables().isEmpty)
            try await store.create(table)
            #expect(
                try await store.history(
                    HistoryQuery(of: .default, limit: 9, before: nil)
                ).turns
                    .isEmpty
            )
            let next = try await store.endTurn(of: table)
            #expect(next.rolls.isEmpty)
            #expect(next.id > turn.id, "an id was used twice")
        }
    }

    @Test("a late save does not restore a deleted table")
    func aLateSaveDoesNotBringADeletedTableBack() async throws {
        try await withStore { store in
            try await store.create(table)
            try await store.delete(.default)
            let save = try await failure { try await store.save(table, adding: nil) }
            #expect(save.kind == .corrupt)
            #expect(save.description.contains("table 'default'"))
            let outcome = try await failure {
                try await store.setOutcome(.cancelled, ofRoll: 1, in: .default)
            }
            #expect(outcome.description.contains("roll 1 of table 'default'"))
            #expect(try await store.tables().isEmpty)
        }
    }

    @Test("a roll writes two rows regardless of the length of the turn")
    func aRollWritesTwoRowsHoweverLongTheTurnIs() async throws {
        try await withStore { store in
            try await store.create(table)
            for number in 1...300 {
                let before = try await store.totalChanges()
                try await store.saveRoll(of: table, number)
                #expect(try await store.totalChanges() == before + 2)
            }
        }
    }
}
