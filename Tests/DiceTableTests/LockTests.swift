import DiceGames
import DiceModel
import DiceProof
import DiceTable
import DiceTestSupport
import Testing

@Suite("Locks")
@TableActor
struct LockTests {
    @Test(
        "an animating die ignores toggleLock(), and a change that names one is refused whole",
        arguments: RandomCase.hundred
    )
    func animatingDiceIgnoreLocks(_ random: RandomCase) async throws {
        var random = random
        let table = TestTable(random.table())
        let group = try #require(table.group)
        let rolled = try table.begin(group).rolled.count
        // Stops at a random step before the last die settles: a single die takes one more step,
        // to its face, after its passing values.
        for step in 0..<random.int(0...rolled * AnimationPlan.stepCount) {
            guard
                group.dice.count(where: \.isAnimating) > 1
                    || step < AnimationPlan.valueCount
            else { break }
            try await table.nextStep(group)
        }
        let animating = group.dice.filter(\.isAnimating)
        try #require(!animating.isEmpty)
        let before = group.snapshot
        for die in animating {
            #expect(!die.toggleLock())
        }
        for change in LockChange.allCases {
            #expect(throws: DiceError.dieAnimating(animating.map(\.number))) {
                try group.planLocks(change, dice: group.dice.map(\.number), by: "ann")
            }
        }
        #expect(group.snapshot == before)
        let resting = group.dice.filter { !$0.isAnimating }
        for die in resting {
            let locked = die.locked
            #expect(die.toggleLock())
            #expect(die.locked == !locked)
        }
    }

    @Test("lock, unlock and toggle change the named dice and send only changes")
    func changes() throws {
        let table = TestTable(sides: [6, 6, 6])
        let group = try #require(table.group)
        func change(_ change: LockChange, _ dice: [Int]) throws -> [Bool] {
            let plan = try group.planLocks(change, dice: dice, by: "ann")
            group.apply(plan)
            #expect(group.stored == plan.stored)
            return group.dice.map(\.locked)
        }
        #expect(try change(.lock, [1, 2]) == [true, true, false])
        #expect(try change(.lock, [2, 3]) == [true, true, true])
        #expect(try change(.unlock, [1]) == [false, true, true])
        #expect(try change(.toggle, [1, 2]) == [true, false, true])
        #expect(try change(.only, [2, 3]) == [false, true, true])
        #expect(try change(.only, [2, 3]) == [false, true, true])
        #expect(try change(.only, []) == [false, false, false])
        let told = table.log.map {
            if case .locks(let dice) = $0 { dice } else { [Int]() }
        }
        #expect(told == [[1, 2], [3], [1], [1, 2], [1, 2], [2, 3]])
        #expect(throws: DiceError.noSuchDie([4])) {
            try group.planLocks(.only, dice: [1, 4], by: "ann")
        }
        #expect(throws: DiceError.noSuchDie([4])) {
            try group.planLocks(.lock, dice: [1, 4], by: "ann")
        }
    }

    @Test(
        "a roll in a bank game takes every unlocked die",
        arguments: RandomCase.hundred.prefix(30)
    )
    func bankRollsAllFreeDice(_ random: RandomCase) throws {
        var random = random
        let farkle = try #require(Game.all.first { $0.name == "farkle" })
        let rules = try #require(farkle.bank)
        var stored = StoredTable(
            new: .default,
            sides: farkle.shapes,
            seeds: .derived(from: UInt64(random.number))
        )
        stored.match = Match(farkle)
        let group = try #require(TestTable(stored, seed: UInt64(random.number)).group)
        let now = Timestamp(millisecondsSinceEpoch: 0)
        func roll(_ dice: [Int]?) throws {
            _ = group.begin(
                try group.drawRoll(dice: dice, animate: false, by: "a", at: now)
            )
        }
        try roll(nil)
        while !group.isTurnLost {
            let open = group.dice.filter { !$0.locked }
            let scoring = rules.best(of: open.map(\.value)).map { open[$0].number }
            #expect(throws: DiceError.noneLocked) {
                try roll([open[0].number])
            }
            group.apply(try group.planLocks(.lock, dice: scoring, by: "a"))
            let free = open.map(\.number).filter { !scoring.contains($0) }
            if free.isEmpty {
                return
            }
            for count in 1..<max(free.count, 1) {
                let some = free.shuffled(using: &random.generator).prefix(count)
                    .sorted()
                #expect(
                    throws: DiceError.freeDiceOmitted(
                        free.filter { !some.contains($0) }
                    )
                ) {
                    try roll(some)
                }
            }
            try roll(random.bool() ? free : nil)
        }
    }

    @Test(
        "a locked die of a bank game stays locked even if others are to replace it"
    )
    func bank() throws {
        let rules = BankRules((1...6).map { ScoringSet(.faces([$0]), 1) }, target: 99)
        var stored = StoredTable(new: .default, sides: [6, 6, 6])
        stored.match = Match(Game("all", "All", dice: [6, 6, 6], rules: .bank(rules)))
        let group = try #require(TestTable(stored).group)
        _ = group.begin(
            try group.drawRoll(
                animate: false,
                by: "ann",
                at: Timestamp(millisecondsSinceEpoch: 0)
            )
        )
        group.apply(try group.planLocks(.only, dice: [1], by: "ann"))
        for dice in [[], [2], [2, 3]] {
            #expect(throws: DiceError.locksStay) {
                try group.planLocks(.only, dice: dice, by: "ann")
            }
        }
        group.apply(try group.planLocks(.only, dice: [1, 3], by: "ann"))
        #expect(group.dice.map(\.locked) == [true, false, true])
        #expect(group.game?.turn == 2)
    }
}
