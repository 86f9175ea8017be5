import DiceGames
import DiceModel
import DiceProof
import DiceVerifying
import Forgeries
import Testing

/// The changes of the fourth and the fifth edition.
struct EditionTests {
    private func finding(_ turns: [Turn]) -> Finding? {
        HistoryVerifier.finding(SampleHistory.chained(turns.map { .turn($0) }))
    }

    /// Returns a turn of these rolls, each of which rolls these dice, or is void if they are empty.
    private func turn(
        _ number: Int = 1,
        of dice: Int = 2,
        _ edition: Int? = 4,
        rolls: [[Int]],
        game: Game? = nil
    ) throws -> Turn {
        let seed = try #require(Seed(hex: SampleHistory.hex("\(number)", 64)))
        var values = Array(repeating: 1, count: dice)
        let records = rolls.enumerated().map { index, rolled in
            var faces = FaceStream(seed, table: "home", turn: number, roll: index + 1)
            for die in rolled {
                values[die - 1] = faces.face(sides: 6)
            }
            let isVoid = rolled.isEmpty
            return RollRecord(
                roll: index + 1,
                by: "ann",
                at: SampleHistory.instant(number),
                outcome: isVoid ? .void : .completed,
                rolled: rolled,
                values: values,
                chance: .nothing,
                reason: isVoid ? .absent : nil,
                absent: isVoid ? ["bo"] : nil
            )
        }
        let total = values.reduce(0, +)
        return Turn(
            id: 0,
            table: "home",
            turn: number,
            endedAt: SampleHistory.instant(number + 1),
            by: "ann",
            rolls: records,
            dice: values.enumerated().map {
                TurnDie(die: $0 + 1, sides: 6, value: $1, locked: false)
            },
            total: total,
            proof: EntryProof(
                commitment: seed.commitment,
                seed: seed.hex,
                edition: edition
            ),
            match: TurnMatch(
                score: game.map { _ in
                    Match.Score(match: number, box: "sum", points: total)
                },
                game: game,
                players: game == nil ? nil : [],
                winners: game == nil ? nil : []
            )
        )
    }

    private let game = Game(
        "sum",
        "Sum",
        dice: [6, 6],
        rules: .sheet(SheetRules([Box("sum", "Sum", .sum(.all))]))
    )

    @Test("the edition of turns never decreases and is covered by the chain hash")
    func order() throws {
        func turns(_ editions: [Int]) throws -> [Turn] {
            try editions.enumerated().map { try turn($0 + 1, $1, rolls: [[1, 2]]) }
        }
        #expect(finding(try turns([3, 3, 4, 4, 5, 5])) == nil)
        for editions in [[4, 3], [3, 4, 3, 4], [5, 4], [5, 3]] {
            #expect(finding(try turns(editions))?.reason == .lowerEdition)
        }
        var changed = SampleHistory.chained(try turns([3, 3]).map { .turn($0) })
        var other = try #require(changed[1].turn)
        other.edition = 4
        changed[1] = .turn(other)
        #expect(HistoryVerifier.finding(changed)?.reason == .brokenChain)
        #expect(HistoryVerifier.finding(try SampleHistory.entries(3)) == nil)
        #expect(HistoryVerifier.finding(try SampleHistory.entries(4)) == nil)
    }

    @Test(
        "throws and corrections within a turn have the edition of their predecessor or a later one"
    )
    func openTurn() throws {
        func finding(_ entries: [HistoryEntry]) -> Finding? {
            HistoryVerifier.finding(SampleHistory.chained(entries))
        }
        let turn = HistoryEntry.turn(try turn(1, 4, rolls: [[1, 2]]))
        let older = HistoryEntry.thrown(try SampleHistory.thrown(1, 4))
        let newer = HistoryEntry.thrown(try SampleHistory.thrown(2, 5))
        #expect(finding([older, newer, turn]) == nil)
        #expect(finding([older, turn, newer]) == nil)
        #expect(finding([newer, older, turn])?.reason == .lowerEdition)
        let last = HistoryEntry.turn(try self.turn(1, 5, rolls: [[1, 2]]))
        #expect(finding([last, older])?.entry.kind == .throw)
    }

    @Test(
        "an entry of a newer edition is skipped and later entries are checked"
    )
    func newer() throws {
        let number = Edition.known.upperBound + 1
        var turns = try [5, 5, 5, 5].enumerated().map {
            try turn($0 + 1, $1, rolls: [[1, 2]])
        }
        turns[1].edition = number
        turns[1].rolls = []
        let entries = SampleHistory.chained(turns.map { .turn($0) })
        let report = try #require(try HistoryVerifier.reports(entries).first)
        #expect(report.newer == number)
        #expect(report.newerEntries == 1)
        #expect(report.turns.chained == 3)
        var forged = entries
        guard var third = forged[2].turn else { return }
        third.by = "bo"
        forged[2] = .turn(third)
        #expect(HistoryVerifier.finding(forged)?.reason == .wrongDigest)
        #expect(
            HistoryVerifier.finding(Array(entries[..<1]) + Array(entries[2...]))?.reason
                == .missingTurn
        )
    }

    @Test(
        "a turn with a score begins with a roll of every die, except for void rolls",
        arguments: [[[1]], [[], [2]], [[2], [1, 2]], [[], [], [1], [2]]]
    )
    func firstRoll(_ rolls: [[Int]]) throws {
        #expect(
            finding([try turn(rolls: rolls, game: game)])?.reason == .firstRollLeavesOut
        )
        // The rule is unknown for a turn without a score, and did not exist for an older one.
        #expect(finding([try turn(rolls: rolls)]) == nil)
        #expect(finding([try turn(1, 3, rolls: rolls, game: game)]) == nil)
        let all = try turn(rolls: [[], [1, 2]] + rolls, game: game)
        #expect(finding([all]) == nil)
    }

    @Test(
        "a turn's chain hash covers its custom faces and its total sums their numbers"
    )
    func ownFaces() throws {
        let faces = ["2 hit", "-3", "sword", "blank", "1", "7-miss"]
        var turn = try turn(rolls: [[1, 2]])
        turn.dice[1].faces = faces
        let values = turn.dice.map(\.value)
        let worth = try #require([1: 0, 2: -3, 3: 0, 4: 0, 5: 1, 6: 7][values[1]])
        #expect(finding([turn])?.reason == .turnTotal || worth == values[1])
        turn.total = values[0] + worth
        #expect(finding([turn]) == nil)
        let lines = """
            \(Chain.start)
            4|home|1|\(turn.seed ?? "")|6,6|\(turn.endedAt)||ann
            1|\(turn.rolls[0].at)|completed|1,2|\(values[0]),\(values[1])|||ann
            faces|2=\(Digest.text(of: faces.joined(separator: "\n")))
            """

        #expect(
            Chain.link(turn, after: Chain.start) { _ in [] }.chain
                == Digest.text(of: lines)
        )
        var changed = try #require(SampleHistory.chained([.turn(turn)])[0].turn)
        changed.dice[1].faces?[2] = "shield"
        #expect(HistoryVerifier.finding([.turn(changed)])?.reason == .brokenChain)
        changed.dice[1].faces = ["hit"]
        #expect(HistoryVerifier.finding([.turn(changed)])?.reason == .impossibleDie)
    }

    @Test("void rolls do not fill a turn")
    func full() throws {
        func finding(_ edition: Int, voids: Int, made: Int) throws -> Finding? {
            var turn = try turn(
                1,
                of: 1,
                edition,
                rolls: Array(repeating: [], count: voids)
                    + Array(repeating: [1], count: made)
            )
            turn.full = true
            return self.finding([turn])
        }
        #expect(try finding(4, voids: 1, made: Limits.rollsPerTurn) == nil)
        #expect(
            try finding(4, voids: 1, made: Limits.rollsPerTurn - 1)?.reason == .notFull
        )
        #expect(try finding(3, voids: 1, made: Limits.rollsPerTurn - 1) == nil)
        #expect(
            try finding(3, voids: 1, made: Limits.rollsPerTurn - 2)?.reason == .notFull
        )
    }
}
