import DiceGames
import DiceModel
import DiceProof
import DiceTable
import DiceTestSupport
import Testing

/// A void roll uses up its roll number and nothing else.
@Suite("Void rolls")
@TableActor
struct VoidRollTests {
    private nonisolated static let now = Timestamp(millisecondsSinceEpoch: 0)

    private func group(
        rolls: Int? = nil,
        game: Game? = nil,
        _ change: (inout StoredTable) -> Void = { _ in }
    ) -> DiceGroup {
        var stored = StoredTable(
            new: .default,
            sides: game?.shapes ?? [6, 6],
            seeds: .derived(from: 1)
        )
        stored.settings = TableSettings(rollsPerTurn: rolls ?? game?.rollsPerTurn)
        stored.match = game.map { Match($0) }
        change(&stored)
        return DiceGroup(
            stored,
            clock: TestClock(),
            randomness: DiceRandomness(
                seeds: .derived(from: 1),
                animation: SeededGenerator(seed: 2)
            )
        )
    }

    private func void(_ group: DiceGroup, by: String = "zoe") {
        _ = group.begin(
            group.voidRoll(
                by: by,
                at: Self.now,
                entropy: nil,
                reason: .absent,
                absent: ["bo"]
            )
        )
    }

    private func roll(_ group: DiceGroup, _ dice: [Int]? = nil) throws {
        _ = group.begin(
            try group.drawRoll(dice: dice, animate: false, by: "ann", at: Self.now)
        )
    }

    @Test("void rolls do not count toward the limit of a turn, but roll numbers increase")
    func numbered() throws {
        let group = group(rolls: 2)
        #expect(group.snapshot.rollsLeft == 2)
        for left in [1, 0] {
            for _ in 1...3 {
                void(group)
            }
            #expect(group.snapshot.rollsLeft == left + 1)
            try roll(group)
            #expect(group.snapshot.rollsLeft == left)
        }
        void(group)
        #expect(throws: DiceError.noRollsLeft(2)) { try roll(group) }
        #expect(group.rollCount == 9)
        #expect(group.rollsMade == 2)
        #expect(group.snapshot.roll == 9)
        // The limit may be lower than the number of rolls already made.
        group.configure(try group.planConfiguration(SettingsChange(rollsPerTurn: 1)))
        #expect(group.snapshot.rollsLeft == 0)
    }

    @Test("void rolls cannot end a turn, and do not count as having rolled")
    func nothingRolled() throws {
        let group = group()
        void(group)
        #expect(group.snapshot.by == nil)
        #expect(group.snapshot.roll == 1)
        #expect(group.snapshot.rollsLeft == nil)
        #expect(throws: DiceError.nothingRolled) {
            try group.planEndTurn(by: "ann", at: Self.now)
        }
        try roll(group)
        void(group)
        #expect(group.snapshot.by == "ann")
        let (_, next) = try group.planEndTurn(by: "ann", at: Self.now)
        #expect(next.rollCount == 0)
        #expect(next.voids.count == 0)
        #expect(next.lastRoller == nil)
    }

    @Test("void rolls keep the dice from being changed")
    func turnOpen() {
        let group = group()
        void(group)
        #expect(throws: DiceError.turnOpen) {
            try group.planConfiguration(SettingsChange(dice: [20]))
        }
        #expect(throws: DiceError.turnOpen) {
            try group.planConfiguration(SettingsChange(pace: 2))
        }
    }

    @Test("void rolls do not fill a turn", arguments: [(1, 1_000), (1_000, 100)])
    func full(dice: Int, rolls: Int) {
        for voids in [0, 16] {
            func isFull(_ made: Int) -> Bool {
                group {
                    $0 = StoredTable(
                        new: .default,
                        sides: Array(repeating: 6, count: dice)
                    )
                    ($0.rollCount, $0.voids) = (
                        made + voids, VoidRolls(Array(repeating: [], count: voids))
                    )
                }.isTurnFull
            }
            #expect(!isFull(rolls - 1))
            #expect(isFull(rolls))
        }
    }

    @Test("a hand after void rolls still counts as a hand of the first roll")
    func firstRoll() throws {
        let game = Game(
            "first",
            "First",
            dice: [6, 6],
            rollsPerTurn: 2,
            rules: .sheet(
                SheetRules([
                    Box("any", "Any", needs: .alike([1]), .fixed(1), firstRoll: 9)
                ])
            )
        )
        let group = group(game: game)
        for expected in [9, 1] {
            void(group)
            #expect(group.game?.options?.map(\.points) == (expected == 9 ? nil : [9]))
            try roll(group)
            #expect(group.game?.options?.map(\.points) == [expected])
        }
        #expect(
            try group.planEndTurn(by: "ann", at: Self.now).ending.score?.points == 1
        )
    }

    @Test("void rolls are not counted as rolls of a corrected turn", arguments: [0, 1, 2])
    func corrected(_ place: Int) throws {
        let game = Game(
            "first",
            "First",
            dice: [6, 6],
            rollsPerTurn: 2,
            rules: .sheet(
                SheetRules([
                    Box("any", "Any", needs: .alike([1]), .fixed(1), firstRoll: 9),
                    Box("sum", "Sum", .sum(.all)),
                ])
            )
        )
        let group = group(game: game)
        for step in 0...1 {
            if step == place {
                void(group)
            }
            if step == 0 {
                try roll(group)
            }
        }
        if place == 2 {
            try roll(group)
        }
        let (ending, next) = try group.planEndTurn(by: "ann", at: Self.now, box: "sum")
        var turn = ending
        // The outcomes as the store fills them in.
        let outcomes: [RollOutcome] = [
            [.void, .completed],
            [.completed, .void],
            [.completed, .completed],
        ][place]
        turn.rolls = outcomes.enumerated().map { index, outcome in
            RollRecord(
                roll: index + 1,
                by: "ann",
                at: Self.now,
                outcome: outcome,
                rolled: outcome == .void ? [] : [1, 2],
                values: ending.dice.map(\.value)
            )
        }
        group.beginTurn(next, after: turn)
        let corrected = try group.planCorrection(
            to: "any",
            by: "ann",
            at: Self.now
        )
        #expect(corrected.entry.score.points == (place == 2 ? 1 : 9))
    }

    @Test("void rolls require no more dice to be locked and score nothing")
    func bank() throws {
        let game = Game(
            "all",
            "All",
            dice: [6, 6],
            rules: .bank(
                BankRules((1...6).map { ScoringSet(.faces([$0]), 1) }, target: 99)
            )
        )
        let group = group(game: game)
        void(group)
        #expect(!group.isTurnLost)
        try roll(group)
        group.apply(try group.planLocks(.lock, dice: [1], by: "ann"))
        void(group)
        #expect(group.game?.turn == 1 && group.dice[0].locked && !group.isTurnLost)
        try roll(group)
        #expect(throws: DiceError.noneLocked) { try roll(group) }
        void(group)
        #expect(throws: DiceError.game(.noScore(minimum: 0))) {
            try group.planEndTurn(by: "ann", at: Self.now)
        }
        group.apply(try group.planLocks(.lock, dice: [2], by: "ann"))
        #expect(
            try group.planEndTurn(by: "ann", at: Self.now).ending.score?.points == 2
        )
    }
}
