import DiceGames
import DiceModel
import DiceProof
import DiceTable
import DiceTestSupport
import Testing

/// With players, a limit of rolls or a game, a turn begins with a roll of every die.
@Suite("The first roll of a turn")
@TableActor
struct FirstRollTests {
    private nonisolated static let now = Timestamp(millisecondsSinceEpoch: 0)
    private nonisolated static let five = [6, 6, 6, 6, 6]

    /// The table features that require a first roll of every die.
    enum Bond: CaseIterable, Sendable {
        case players, rolls, sheet, bank

        var rules: TableSettings {
            switch self {
            case .players: TableSettings(players: ["ann"], up: "ann")
            case .rolls: TableSettings(rollsPerTurn: 3)
            case .sheet, .bank: TableSettings()
            }
        }

        var game: Game? {
            switch self {
            case .players, .rolls: nil
            case .sheet:
                Game(
                    "chance",
                    "Chance",
                    dice: five,
                    rules: .sheet(SheetRules([Box("c", "C", .sum(.all))]))
                )
            // Every face scores, so that no turn is lost.
            case .bank:
                Game(
                    "all",
                    "All",
                    dice: five,
                    rules: .bank(
                        BankRules(
                            (1...6).map { ScoringSet(.faces([$0]), $0) },
                            target: 1_000
                        )
                    )
                )
            }
        }
    }

    private func stored(_ bond: Bond?, locked: [Int] = []) -> StoredTable {
        var stored = StoredTable(
            new: .default,
            sides: [6, 6, 6, 6, 6],
            seeds: .derived(from: 1)
        )
        if let bond {
            stored.settings = bond.rules
            stored.match = bond.game.map { Match($0) }
        }
        for die in locked {
            stored.dice[die - 1].locked = true
        }
        return stored
    }

    private func void(_ group: DiceGroup) {
        _ = group.begin(
            group.voidRoll(
                by: "ann",
                at: Self.now,
                entropy: nil,
                reason: .absent,
                absent: ["bo"]
            )
        )
    }

    private func roll(
        _ group: DiceGroup,
        _ dice: [Int]? = nil,
        restart: Bool = false,
        animate: Bool = false
    ) throws {
        _ = group.begin(
            try group.drawRoll(
                dice: dice,
                animate: animate,
                restart: restart,
                by: "ann",
                at: Self.now
            )
        )
    }

    @Test(
        "the first roll is refused if it omits dice, and they are named, void rolls or not",
        arguments: Bond.allCases
    )
    func takesAll(_ bond: Bond) throws {
        for voids in 0...2 {
            for restart in [false, true] {
                let table = TestTable(stored(bond))
                let group = try #require(table.group)
                for _ in 0..<voids {
                    void(group)
                }
                let before = group.snapshot
                #expect(throws: DiceError.rollAllFirst([2, 3, 4, 5])) {
                    try roll(group, [1], restart: restart)
                }
                #expect(throws: DiceError.rollAllFirst([1])) {
                    try group.diceToRoll([2, 3, 4, 5], restart: restart, by: "ann")
                }
                #expect(throws: DiceError.noSuchDie([6])) { try roll(group, [6]) }
                #expect(group.snapshot == before)
                try roll(group, restart ? [1, 2, 3, 4, 5] : nil, restart: restart)
                #expect(group.rollsMade == 1)
                #expect(group.rollCount == voids + 1)
            }
        }
    }

    @Test(
        "locks cannot change before the first roll, void rolls or not",
        arguments: Bond.allCases
    )
    func noLock(_ bond: Bond) throws {
        let table = TestTable(stored(bond))
        let group = try #require(table.group)
        for _ in 0...1 {
            for change in LockChange.allCases {
                #expect(throws: DiceError.nothingRolled) {
                    try group.planLocks(change, dice: [1], by: "ann")
                }
            }
            void(group)
        }
        try roll(group)
        group.apply(try group.planLocks(.lock, dice: [1], by: "ann"))
        #expect(group.dice[0].locked)
        try roll(group)
        #expect(group.dice[0].value == group.stored.dice[0].value)
        #expect(group.rollsMade == 2)
    }

    @Test("the first roll of a free table takes any dice, and locks can change before it")
    func free() throws {
        let table = TestTable(stored(nil))
        let group = try #require(table.group)
        group.apply(try group.planLocks(.lock, dice: [1], by: "ann"))
        try roll(group, [2])
        #expect(group.dice[0].locked)
        #expect(group.rollsMade == 1)
    }

    @Test(
        "the first roll finds every die unlocked regardless of what was stored",
        arguments: Bond.allCases
    )
    func unlockedWhenRead(_ bond: Bond) throws {
        for voids in 0...1 {
            var stored = stored(bond, locked: [1, 4])
            stored.rollCount = voids
            stored.voids = VoidRolls(Array(repeating: [], count: voids))
            let table = TestTable(stored)
            let group = try #require(table.group)
            #expect(group.dice.allSatisfy { !$0.locked })
            try roll(group)
            #expect(group.lastRoller == "ann")
        }
        var rolled = stored(bond, locked: [1, 4])
        rolled.rollCount = 1
        let table = TestTable(rolled)
        #expect(try #require(table.group).dice.count { $0.locked } == 2)
    }

    @Test(
        "the first roll finds dice unlocked that were locked before the table got its rules",
        arguments: Bond.allCases
    )
    func unlockedWhenConfigured(_ bond: Bond) throws {
        for voids in 0...1 {
            let table = TestTable(stored(nil))
            let group = try #require(table.group)
            group.apply(try group.planLocks(.lock, dice: [1, 5], by: "ann"))
            // After a void roll a game may still be set, just as players may be set; other dice may
            // not be set.
            if voids == 1, bond.game == nil {
                void(group)
            }
            let plan = try group.planConfiguration(
                SettingsChange(
                    players: bond.rules.players,
                    rollsPerTurn: bond.rules.rollsPerTurn ?? 0
                ),
                game: .some(bond.game)
            )
            group.configure(plan)
            #expect(group.stored == plan)
            #expect(group.dice.allSatisfy { !$0.locked })
            #expect(throws: DiceError.rollAllFirst([1, 5])) {
                try roll(group, [2, 3, 4])
            }
        }
    }

    // MARK: the turn after a full one

    private func full(_ bond: Bond?) throws -> DiceGroup {
        var stored = stored(bond)
        stored.rollCount = Limits.rollsPerTurn
        stored.lastRoller = "ann"
        stored.dice[1].locked = true
        let group = DiceGroup(
            stored,
            clock: TestClock(),
            randomness: DiceRandomness(
                seeds: .derived(from: 1),
                animation: SeededGenerator(seed: 2)
            )
        )
        #expect(group.isTurnFull)
        let (ending, next) = try group.planEndTurn(
            by: "ann",
            at: Self.now,
            isFull: true
        )
        #expect(ending.full == true)
        group.beginTurn(next)
        #expect(group.stored == next)
        return group
    }

    @Test(
        "the first roll after a full turn keeps its locks and takes any dice",
        arguments: [nil, Bond.players]
    )
    func goesOn(_ bond: Bond?) throws {
        let group = try full(bond)
        void(group)
        #expect(group.dice.map(\.locked) == [false, true, false, false, false])
        // The same holds after a restart of the daemon.
        let table = TestTable(group.stored)
        let again = try #require(table.group)
        #expect(again.stored == group.stored && again.dice[1].locked)
        again.apply(try again.planLocks(.lock, dice: [3], by: "ann"))
        try roll(again, [1])
        #expect(again.rollsMade == 1)
        again.beginTurn(try again.planEndTurn(by: "ann", at: Self.now).stored)
        if bond != nil {
            #expect(throws: DiceError.rollAllFirst([2, 3, 4, 5])) {
                try roll(again, [1])
            }
        }
    }

    @Test(
        "the first roll after a full turn does not continue it if the rules have changed",
        arguments: Bond.allCases
    )
    func goesOnNoMore(_ bond: Bond) throws {
        let group = try full(nil)
        let same = try group.planConfiguration(
            SettingsChange(players: [], rollsPerTurn: 0)
        )
        #expect(same == group.stored)
        group.configure(
            try group.planConfiguration(
                SettingsChange(
                    players: bond.rules.players,
                    rollsPerTurn: bond.rules.rollsPerTurn ?? 0
                ),
                game: .some(bond.game)
            )
        )
        #expect(group.dice.allSatisfy { !$0.locked })
        #expect(throws: DiceError.rollAllFirst([2, 3, 4, 5])) { try roll(group, [1]) }
        let table = TestTable(group.stored)
        #expect(throws: DiceError.nothingRolled) {
            try table.group?.planLocks(.lock, dice: [1], by: "ann")
        }
    }
}
