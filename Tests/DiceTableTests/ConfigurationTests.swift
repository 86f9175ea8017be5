import DiceGames
import DiceModel
import DiceTable
import DiceTestSupport
import Testing

/// Rule 14: the settings of a table that may change, and when.
@Suite("Configuring a table")
@TableActor
struct ConfigurationTests {
    private let table = TestTable(sides: [6, 6])

    private func configure(
        _ group: DiceGroup,
        sides: [DieShape]? = nil,
        players: [String]? = nil,
        rollsPerTurn: Int? = nil,
        pace: Double? = nil
    ) throws(DiceError) {
        let stored = try group.planConfiguration(
            SettingsChange(
                dice: sides,
                players: players,
                rollsPerTurn: rollsPerTurn,
                pace: pace
            )
        )
        group.configure(stored)
        #expect(group.stored == stored)
    }

    @Test("players rest before the first turn until the players or the game are configured")
    func rests() throws {
        let group = try #require(table.group)
        let game = try #require(Game.all.first { $0.name == "yahtzee" })
        let players = ["ann", "bo"]
        let begin = SettingsChange(players: players)
        group.configure(try group.planConfiguration(begin, game: game))
        func rest() throws {
            let plan = try group.planRest(
                of: "ann",
                true,
                by: "ann",
                standing: .guest,
                at: Timestamp(millisecondsSinceEpoch: 0)
            )
            group.rest(try #require(plan).stored)
        }
        try rest()
        try configure(group, rollsPerTurn: 3, pace: 2)
        group.configure(try group.planConfiguration(SettingsChange(hand: true), game: game))
        #expect(group.snapshot.game?.resting == ["ann"])
        #expect(group.snapshot.up == "bo")
        try configure(group, players: players)
        #expect(group.snapshot.game?.resting == nil)
        try rest()
        let pig = try #require(Game.all.first { $0.name == "pig" })
        group.configure(try group.planConfiguration(SettingsChange(), game: pig))
        #expect(group.snapshot.game?.resting == nil)
    }

    @Test("new dice show 1, are unlocked and belong to the table")
    func dice() async throws {
        let group = try #require(table.group)
        group.apply(try group.planLocks(.lock, dice: [1], by: "ann"))
        let before = group.revision
        try configure(group, sides: [20, 4, 6])
        #expect(group.snapshot.dice.map(\.sides) == [20, 4, 6])
        #expect(group.snapshot.dice.allSatisfy { $0.value == 1 })
        #expect(group.revision > before)
        #expect(group.frame(since: before).dice.count == 3)
        #expect(group.dice.allSatisfy { !$0.locked })
        try await table.rollAllStepByStep(group)
        #expect(group.stored.dice.allSatisfy { $0.value <= $0.sides })
        #expect(group.rollCount == 1)
    }

    @Test("dice cannot change in flight or after a roll of the turn; other settings can")
    func openTurn() throws {
        let group = try #require(table.group)
        _ = try table.begin(group)
        #expect(throws: DiceError.busy) { try configure(group, sides: [6]) }
        group.stopAnimation(.cancel)
        let before = group.snapshot
        #expect(throws: DiceError.turnOpen) {
            try configure(group, sides: [6], rollsPerTurn: 3)
        }
        #expect(group.snapshot == before)
        // Setting the same dice again is not a change.
        try configure(group, sides: [6, 6], players: ["ann"], rollsPerTurn: 3)
        #expect(group.dice.map(\.value) == before.dice.map(\.value))
        #expect(group.snapshot.players == ["ann"])
        #expect(group.snapshot.rollsPerTurn == 3)
        try configure(group, players: [], rollsPerTurn: 0)
        #expect(group.snapshot.players == nil)
        #expect(group.snapshot.up == nil)
        #expect(group.snapshot.rollsPerTurn == nil)
    }

    @Test(
        "the pace alone changes, but not in flight or after a roll of the turn"
    )
    func pace() throws {
        let group = try #require(table.group)
        group.apply(try group.planLocks(.lock, dice: [1], by: "ann"))
        let before = group.snapshot
        try configure(group, pace: 2)
        var expected = before
        expected.pace = 2
        expected.revision = group.revision
        #expect(group.snapshot == expected)
        _ = try table.begin(group)
        #expect(throws: DiceError.busy) { try configure(group, pace: 4) }
        group.stopAnimation(.cancel)
        #expect(throws: DiceError.turnOpen) { try configure(group, pace: 4) }
        // Setting the same value again is not a change.
        try configure(group, pace: 2)
        let (_, next) = try group.planEndTurn(
            by: "ann",
            at: Timestamp(millisecondsSinceEpoch: 0)
        )
        group.beginTurn(next)
        #expect(group.snapshot.pace == 2)
        try configure(group, pace: 1)
        #expect(group.snapshot.pace == nil)
    }

    @Test("a limit on rolls unlocks no dice after the first roll")
    func laterLocks() throws {
        let group = try #require(table.group)
        try configure(group, rollsPerTurn: 3)
        _ = group.begin(
            try group.drawRoll(
                animate: false,
                by: "ann",
                at: Timestamp(millisecondsSinceEpoch: 0)
            )
        )
        group.apply(try group.planLocks(.lock, dice: [2], by: "ann"))
        try configure(group, rollsPerTurn: 2)
        #expect(group.dice[1].locked)
    }
}

extension TestTable {
    fileprivate func rollAllStepByStep(_ group: DiceGroup) async throws {
        _ = try begin(group)
        try await run(group)
    }
}
