import DiceGames
import DiceHints
import DiceModel
import DiceWire
import Testing

@testable import DiceJudging

@Suite("Reviews of matches")
struct MatchReviewTests {
    private static let game = Game(
        "two",
        "Two",
        dice: [6, 6, 6, 6, 6],
        rollsPerTurn: 2,
        rules: .sheet(
            SheetRules([
                Box("ones", "Ones", .sum(.face(1))),
                Box("sixes", "Sixes", .sum(.face(6))),
            ])
        )
    )

    /// Returns a turn that keeps `kept` of its first roll.
    private func turn(
        _ number: Int,
        _ by: String,
        _ first: [Int],
        keeping kept: Set<Int> = [],
        _ last: [Int]? = nil,
        box: String,
        points: Int,
        match: Int = 3,
        void: Bool = false
    ) -> HistoryEntry {
        func roll(
            _ number: Int,
            _ rolled: [Int],
            _ values: [Int],
            _ outcome: RollOutcome = .completed
        ) -> RollRecord {
            RollRecord(
                roll: number,
                by: by,
                at: Timestamp(millisecondsSinceEpoch: 0),
                outcome: outcome,
                rolled: rolled,
                values: values
            )
        }
        var rolls = [roll(1, [1, 2, 3, 4, 5], first)]
        if void {
            rolls.append(roll(2, [], first, .void))
        }
        if let last {
            rolls.append(
                roll(rolls.count + 1, (1...5).filter { !kept.contains($0) }, last)
            )
        }
        let dice = (last ?? first).enumerated().map {
            TurnDie(die: $0 + 1, sides: 6, value: $1, locked: false)
        }
        return .turn(
            Turn(
                id: number,
                table: "t",
                turn: number,
                endedAt: Timestamp(millisecondsSinceEpoch: 0),
                by: by,
                rolls: rolls,
                dice: dice,
                total: 0,
                match: TurnMatch(
                    score: Match.Score(match: match, box: box, points: points),
                    game: [5, 9].contains(number) ? Self.game : nil,
                    players: [5, 9].contains(number) ? ["ann", "bo"] : nil
                )
            )
        )
    }

    private func correction(_ turn: Int, _ box: String, points: Int, match: Int = 3)
        -> HistoryEntry
    {
        .corrected(
            Correction(
                id: 100,
                table: "t",
                endedAt: Timestamp(millisecondsSinceEpoch: 0),
                by: "bo",
                turn: turn,
                score: Match.Score(match: match, box: box, points: points),
                edition: 4,
                chain: ""
            )
        )
    }

    private var entries: [HistoryEntry] {
        [
            turn(4, "ann", [1, 1, 1, 1, 1], box: "ones", points: 5, match: 2),
            // Keeps one of three sixes, then fills sixes with 0.
            turn(
                5,
                "ann",
                [6, 6, 6, 1, 2],
                keeping: [1],
                [6, 1, 1, 1, 2],
                box: "sixes",
                points: 6,
                void: true
            ),
            // Five ones fill sixes, and are then corrected.
            turn(6, "bo", [1, 1, 1, 1, 1], box: "sixes", points: 0),
            correction(6, "ones", points: 5),
            turn(
                7,
                "ann",
                [1, 1, 2, 3, 4],
                keeping: [1, 2],
                [1, 1, 1, 3, 4],
                box: "ones",
                points: 3
            ),
        ]
    }

    private func review(_ entries: [HistoryEntry], _ number: Int? = nil) async throws
        -> (
            MatchReview?, HintTable
        )
    {
        let hints = try await HintTable(Self.game, workers: 1) { _ in }
        return (try MatchReview(number, of: entries) { _ in hints }, hints)
    }

    @Test(
        "known mistakes are shown with their cost, and luck explains the rest of the score"
    )
    func mistakes() async throws {
        let (found, hints) = try await review(entries)
        let players = try #require(found?.players)
        #expect(players.map(\.name) == ["ann", "bo"])
        #expect(players.map(\.choices.count) == [4, 1])
        #expect(
            players[0].now == 9 && players[1].mistakes.isEmpty,
            "what was corrected was no mistake"
        )
        for player in players {
            #expect(abs(player.start + player.luck - player.lost - player.now) < 0.0001)
        }
        let mistakes = players[0].mistakes
        #expect(mistakes.map(\.turn) == [5, 5])
        #expect(mistakes.map(\.roll) == [1, 2])
        let choices = hints.choices(Sheet(), faces: [6, 6, 6, 1, 2], roll: 1)
        let worth = [[0], [0, 1, 2]].map { kept in
            choices.first { $0.action == .keep(kept) }?.expected ?? .nan
        }
        #expect(
            mistakes[0].reviewed.loss == worth[1] - worth[0] && worth[1] - worth[0] > 1
        )

        let match = try #require(found?.match)
        let lines = ReviewText(rules: try #require(Self.game.sheet)).lines(
            match,
            players,
            maximum: 1
        )
        #expect(
            lines.count == 7 && lines[0].contains(", match 3, round 2 of 2")
                && lines[5].hasSuffix("of ann")
        )
        #expect(
            lines[6].contains(
                " in turn 5, roll 1, 6 6 6 1 2: keep 6, better keep 6 6 6; all boxes were open"
            )
        )
        let all = ReviewText(rules: try #require(Self.game.sheet)).lines(
            match,
            players,
            maximum: .max
        )
        #expect(
            all[7].contains(
                "roll 2, 6 1 1 1 2: 6 in Sixes, better 3 in Ones; all boxes were open"
            )
        )

        let json = String(
            decoding: ReviewAnswer(table: "t", match: match, players: players)
                .jsonBytes(),
            as: UTF8.self
        )
        #expect(
            json.hasPrefix(
                #"{"table":"t","match":3,"game":"two","over":false,"players":[{"player":"ann","start":"#
            )
        )
        #expect(json.contains(#""turn":5,"roll":1,"faces":[6,6,6,1,2],"lost":"#))
        #expect(json.contains(#""made":{"keep":[6],"expected":"#))
        #expect(json.contains(#""best":{"box":"ones","expected":"#))
    }

    private func rest(_ player: String, _ rests: Bool, joins: Bool? = nil) -> HistoryEntry {
        .rested(
            Rest(
                id: 101,
                table: "t",
                endedAt: Timestamp(millisecondsSinceEpoch: 0),
                by: "ann",
                player: player,
                rests: rests,
                joins: joins,
                match: 3,
                edition: 5,
                digest: "",
                chain: ""
            )
        )
    }

    @Test("players who rest, return or join are followed")
    func rests() async throws {
        var entries = entries
        // Before the first turn has ended.
        entries.insert(rest("bo", true), at: 1)
        entries.insert(rest("bo", false), at: 2)
        entries.insert(rest("cy", false, joins: true), at: 4)
        entries.insert(rest("cy", true), at: 5)
        entries.append(rest("bo", true))
        let found = try #require(try await review(entries).0)
        #expect(found.match.isOver)
        #expect(found.players.map(\.name) == ["ann", "bo", "cy"])
        #expect(found.players.map(\.now) == [9, 5, 0])
        #expect(found.players.map(\.choices.count) == [4, 1, 0])
    }

    @Test("rests that a change of the players ended are ignored")
    func endedRests() async throws {
        let entries = entries[1...1] + [turn(6, "bo", [1, 1, 1, 1, 1], box: "ones", points: 5)]
        let plain = try #require(try await review(Array(entries)).0)
        let found = try #require(try await review([rest("bo", true)] + entries).0)
        #expect(found.match == plain.match)
    }

    @Test("the last of several corrections counts, and each match has its own")
    func secondCorrectionAndSecondMatch() async throws {
        var entries = entries
        entries.insert(correction(6, "sixes", points: 0), at: 4)
        entries.insert(correction(6, "ones", points: 5), at: 5)
        let next = [
            turn(8, "bo", [6, 6, 6, 6, 6], box: "sixes", points: 30),
            turn(9, "ann", [6, 6, 1, 1, 1], box: "ones", points: 3, match: 4),
            correction(9, "sixes", points: 12, match: 4),
        ]
        let third = try #require(try await review(entries + next, 3).0)
        let fourth = try #require(try await review(entries + next).0)
        #expect(third.match.number == 3)
        #expect(third.players.map(\.now) == [9, 35])
        #expect(fourth.match.number == 4 && fourth.match.sheets[0].total == 12)
        #expect(third.players[1].mistakes.isEmpty)
        // A match in which a turn is corrected to a box other than the one in an earlier review.
        let back = entries.prefix(5) + entries.dropFirst(6).dropLast(1)
        let wrong = try #require(try await review(Array(back), 3).0)
        #expect(wrong.match.sheets[1].total == 0 && !wrong.players[1].mistakes.isEmpty)
    }

    @Test(
        "a match without its first turn is not reviewed, and gaps between entries are reported"
    )
    func others() async throws {
        #expect(try await review(entries, 2).0 == nil)
        #expect(try await review(Array(entries.dropFirst(2))).0 == nil)
        #expect(try await review(entries, 3).0?.match.number == 3)
        let wrong = entries + [turn(8, "bo", [1, 1, 1, 1, 1], box: "ones", points: 5)]
        let twice = entries + [entries[4]]
        let strange = [[1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1 << 40], [1, 1, 1]].map { dice in
            entries + [turn(8, "bo", dice, box: "sixes", points: 0)]
        }
        for entries in [wrong, twice] + strange {
            await #expect(throws: ReviewError.self) { _ = try await review(entries) }
        }
    }
}
