import DiceModel
import DiceTable
import DiceTestSupport
import Testing

/// Rule 13: players and rolls per turn.
@Suite("Players and their turns")
@TableActor
struct PlayersTests {
    private func table(players: [String] = [], rolls: Int? = nil) -> TestTable {
        var stored = StoredTable(new: .default, sides: [6, 6])
        stored.settings.apply(SettingsChange(players: players, rollsPerTurn: rolls))
        return TestTable(stored)
    }

    private let now = Timestamp(millisecondsSinceEpoch: 0)

    private func roll(
        _ group: DiceGroup,
        by: String,
        restart: Bool = false,
        animate: Bool = false
    )
        throws
    {
        _ = group.begin(
            try group.drawRoll(animate: animate, restart: restart, by: by, at: now)
        )
    }

    private func endTurn(_ group: DiceGroup, by: String) throws -> Turn {
        let (ending, stored) = try group.planEndTurn(by: by, at: now)
        group.beginTurn(stored)
        #expect(group.stored == stored)
        return ending
    }

    @Test("only the current player rolls, locks and ends the turn, which passes to the next")
    func turns() throws {
        let table = table(players: ["ann", "bo"])
        let group = try #require(table.group)
        for up in ["ann", "bo", "ann"] {
            let other = up == "ann" ? "bo" : "ann"
            let refusal = DiceError.notYourTurn(up)
            let before = group.snapshot
            #expect(before.players == ["ann", "bo"])
            #expect(before.up == up)
            #expect(before.by == nil)
            for stranger in [other, "zoe"] {
                #expect(throws: refusal) { try roll(group, by: stranger) }
                #expect(throws: refusal) {
                    try group.planLocks(.lock, dice: [1], by: stranger)
                }
                #expect(throws: refusal) {
                    try group.planEndTurn(by: stranger, at: now)
                }
                #expect(throws: refusal) { try group.checkTurn(of: stranger) }
            }
            #expect(group.snapshot == before)
            try roll(group, by: up)
            group.apply(try group.planLocks(.lock, dice: [1], by: up))
            #expect(group.snapshot.by == up)
            #expect(try endTurn(group, by: up).by == up)
        }
        #expect(group.snapshot.up == "bo")
        #expect(group.turn == 4)
    }

    @Test("one roll more than the limit of a turn is refused, in flight and at rest")
    func rolls() throws {
        let table = table(rolls: 2)
        let group = try #require(table.group)
        #expect(group.snapshot.rollsPerTurn == 2)
        try roll(group, by: "ann")
        try roll(group, by: "bo", animate: true)
        #expect(throws: DiceError.busy) { try roll(group, by: "ann") }
        #expect(throws: DiceError.noRollsLeft(2)) {
            try roll(group, by: "ann", restart: true)
        }
        #expect(group.isAnyDieAnimating)
        group.stopAnimation(.cancel)
        #expect(throws: DiceError.noRollsLeft(2)) { try roll(group, by: "ann") }
        _ = try endTurn(group, by: "ann")
        try roll(group, by: "ann")
    }

    @Test(
        "locks cannot change before the first roll if rolls are limited; on a free table they can",
        arguments: [nil, 3]
    )
    func locksBeforeTheFirstRoll(_ rolls: Int?) throws {
        let table = table(rolls: rolls)
        let group = try #require(table.group)
        for change in LockChange.allCases {
            if rolls == nil {
                group.apply(try group.planLocks(change, dice: [1], by: "ann"))
            } else {
                #expect(throws: DiceError.nothingRolled) {
                    try group.planLocks(change, dice: [1], by: "ann")
                }
            }
        }
        try roll(group, by: "ann")
        group.apply(try group.planLocks(.lock, dice: [1], by: "ann"))
        #expect(group.dice[0].locked)
    }

    @Test("a turn that ends because it is full remains its player's turn")
    func full() throws {
        let table = table(players: ["ann", "bo"])
        let group = try #require(table.group)
        try roll(group, by: "ann")
        group.beginTurn(try group.planEndTurn(by: "ann", at: now, isFull: true).stored)
        #expect(group.snapshot.up == "ann")
        #expect(group.turn == 2)
    }

    @Test("the total is shown at rest, but not while a die animates")
    func total() throws {
        let table = table()
        let group = try #require(table.group)
        #expect(group.snapshot.total == 2)
        try roll(group, by: "ann", animate: true)
        #expect(group.snapshot.total == nil)
        #expect(group.snapshot.by == "ann")
        group.stopAnimation(.cancel)
        #expect(group.snapshot.total == group.dice.reduce(0) { $0 + $1.value })
    }
}
