import DiceGames
import DiceModel
import DiceNotation
import DiceProof
import DiceTable
import DiceTestSupport
import Testing

/// At a table of real dice faces are entered, not drawn.
@Suite("Real dice")
@TableActor
struct RealDiceTests {
    private nonisolated static let now = Timestamp(millisecondsSinceEpoch: 0)

    private func group(
        _ sides: [DieShape] = [6, 6, 20],
        hand: Bool? = true,
        game: Game? = nil
    )
        -> DiceGroup
    {
        var stored = StoredTable(
            new: .default,
            sides: game?.shapes ?? sides,
            seeds: .derived(from: 1)
        )
        stored.settings = TableSettings(rollsPerTurn: game?.rollsPerTurn, hand: hand)
        stored.match = game.map { Match($0) }
        return DiceGroup(
            stored,
            clock: TestClock(),
            randomness: DiceRandomness(
                seeds: .derived(from: 1),
                animation: SeededGenerator(seed: 2)
            )
        )
    }

    @discardableResult
    private func enter(_ faces: [Int]?, dice: [Int]? = nil, in group: DiceGroup) throws
        -> RollFlight
    {
        let rolled = try group.diceToRoll(dice, restart: false, by: "ann", faces: faces)
        return group.begin(
            group.drawRoll(
                rolled,
                animate: true,
                by: "ann",
                at: Self.now,
                chance: .nothing,
                faces: faces
            )
        )
    }

    @Test("real dice show the entered numbers at once and without entropy")
    func entered() throws {
        let group = group()
        let first = try enter([3, 6, 20], in: group)
        #expect(first.outcome == .completed)
        #expect(first.chance == .real)
        #expect(!first.isAnimated)
        group.apply(try group.planLocks(.lock, dice: [2], by: "ann"))
        try enter([1, 7], in: group)
        #expect(group.dice.map(\.value) == [1, 6, 7])
        try enter([5], dice: [3], in: group)
        #expect(group.dice.map(\.value) == [1, 6, 5])
    }

    @Test(
        "invalid real dice are refused with the expected values, and nothing changes",
        arguments: [
            nil, [], [3, 6], [3, 6, 20, 1], [0, 6, 20], [7, 6, 20], [3, 6, 21],
            [3, 6, -1],
        ] as [[Int]?]
    )
    nonisolated func refused(_ faces: [Int]?) async throws {
        try await refuse(faces)
    }

    private func refuse(_ faces: [Int]?) throws {
        let group = group()
        let sides = [6, 6, 20]
        let refusal: DiceError =
            faces == nil ? .facesMissing(sides: sides) : .wrongFaces(sides: sides)
        #expect(throws: refusal) { try enter(faces, in: group) }
        #expect(group.rollCount == 0)
        // A table without real dice accepts no entered faces.
        guard let faces else { return }
        #expect(throws: DiceError.noRealDice) {
            try enter(faces, in: self.group(hand: nil))
        }
    }

    @Test(
        "real dice follow the other rules: the first roll takes all, and rolls are limited"
    )
    func rules() throws {
        let group = group(game: Game.all.first { $0.name == "yahtzee" })
        #expect(throws: DiceError.rollAllFirst([3, 4, 5])) {
            try enter([1, 2], dice: [1, 2], in: group)
        }
        for _ in 1...3 {
            try enter([1, 2, 3, 4, 5], in: group)
        }
        #expect(throws: DiceError.noRollsLeft(3)) {
            try enter([1, 2, 3, 4, 5], in: group)
        }
        let (ending, _) = try group.planEndTurn(
            by: "ann",
            at: Self.now,
            box: "largeStraight"
        )
        #expect(ending.score?.points == 40)
    }

    @discardableResult
    private func replace(_ faces: [Int]?, by name: String = "ann", in group: DiceGroup) throws
        -> RollFlight
    {
        let replaced = try group.rollToReplace(by: name, with: faces)
        return group.begin(
            group.drawRoll(
                replaced.rolled,
                animate: true,
                by: name,
                at: Self.now,
                chance: .nothing,
                faces: faces,
                replacing: replaced
            )
        )
    }

    @Test("entered faces are replaced until anything but a throw changes the table")
    func replaced() throws {
        let group = group(game: Game.all.first { $0.name == "yahtzee" })
        #expect(throws: DiceError.nothingToReplace) { try replace([1, 2, 3, 4, 5], in: group) }
        try enter([1, 2, 3, 4, 5], in: group)
        let first = group.stored
        try replace([6, 6, 6, 6, 6], in: group)
        #expect(group.dice.map(\.value) == [6, 6, 6, 6, 6])
        #expect(group.rollCount == 1)
        let expression = try Expression(parsing: "d6")
        _ = group.begin(try group.drawThrow(expression, text: "d6", by: "bo", faces: [2]))
        #expect(throws: DiceError.wrongFaces(sides: [6, 6, 6, 6, 6])) {
            try replace([6, 6], in: group)
        }
        // Other dice than those of the last roll.
        #expect(throws: DiceError.wrongFaces(sides: [6, 6, 6, 6, 6])) {
            try group.rollToReplace([2], by: "ann", with: [1, 2, 3, 4, 5])
        }
        try replace([1, 2, 3, 4, 5], in: group)
        #expect(group.stored.dice == first.dice)
        group.apply(try group.planLocks(.lock, dice: [2, 3], by: "ann"))
        #expect(throws: DiceError.nothingToReplace) { try replace([1, 2, 3, 4, 6], in: group) }
        try enter([4, 4, 4], in: group)
        try replace([5, 5, 5], in: group)
        #expect(group.dice.map(\.value) == [5, 2, 3, 5, 5])
        #expect(group.rollsLeft == 1)
    }

    @Test("only the current player replaces entered faces, at a table of real dice")
    func replacedBy() throws {
        let group = group()
        group.configure(try group.planConfiguration(SettingsChange(players: ["ann", "bo"])))
        try enter([1, 2, 3], in: group)
        #expect(throws: DiceError.notYourTurn("ann")) {
            try replace([3, 2, 1], by: "bo", in: group)
        }
        #expect(throws: DiceError.facesMissing(sides: [6, 6, 20])) {
            try replace(nil, in: group)
        }
        #expect(throws: DiceError.noRealDice) {
            try replace([3, 2, 1], in: self.group(hand: nil))
        }
    }

    @Test("the real dice setting cannot change during a turn or a match")
    func configured() throws {
        let open = group()
        try enter([1, 2, 3], in: open)
        #expect(throws: DiceError.turnOpen) {
            try open.planConfiguration(SettingsChange(hand: false))
        }
        #expect(
            try open.planConfiguration(SettingsChange(hand: true)).settings.hand == true
        )
        let match = group(game: Game.all.first { $0.name == "yahtzee" })
        try enter([1, 2, 3, 4, 5], in: match)
        match.beginTurn(
            try match.planEndTurn(by: "ann", at: Self.now, box: "chance").stored
        )
        #expect(throws: DiceError.matchInProgress) {
            try match.planConfiguration(SettingsChange(hand: false))
        }
    }

    @Test("throws of real dice take exactly the faces that the expression needs")
    func thrown() throws {
        let group = group()
        let expression = try Expression(parsing: "2d6!+1")
        func draw(_ faces: [Int]?, _ group: DiceGroup) throws -> ThrowDraw {
            try group.drawThrow(expression, text: "2d6!+1", by: "ann", faces: faces)
        }
        let thrown = group.begin(try draw([6, 2, 5], group)).result?.shown(to: [])
        #expect(thrown?.total == 14)
        #expect(thrown?.faces == [6, 2, 5])
        #expect(thrown?.chance == .real)
        for (faces, sides) in [
            ([], [6]),
            ([6, 2], [6, 6, 6]),
            ([3, 7], [6, 6]),
            ([3, 2, 1], [6, 6]),
        ]
            as [([Int], [Int])]
        {
            #expect(throws: DiceError.wrongFaces(sides: sides)) {
                try draw(faces, group)
            }
        }
        #expect(group.throwCount == 1)
        #expect(try draw(nil, group).evaluation.draws.count >= 2)
        #expect(throws: DiceError.noRealDice) {
            try draw([6, 2, 5], self.group(hand: nil))
        }
    }
}
