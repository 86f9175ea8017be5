import DiceGames
import DiceModel
import DiceProof
import DiceVerifying

// Seeds, rolls and throws.

extension Forgery {
    static let ofSeeds: [Forgery] = [
        .turn(.malformedSeed, "a seed that is none") { $0.seed = "none" },
        .turn(.otherSeed, "another seed") { $0.seed = SampleHistory.hex("other", 64) },
        .turn(.otherSeed, "another commitment") {
            $0.commitment = SampleHistory.hex("other", 64)
        },
        .turn(.enteredWithEntropy, "entered faces with entropy") {
            $0.rolls[0].entered = true
        },
        .turn(.malformedEntropy, "entropy that is none") {
            $0.rolls[0].entropy = "none"
        },
        .turn(.seededEntropy, "a seed from a number, with entropy") {
            $0.seeded = true
        },
        .thrown(.seededEntropy, "a throw of a seed from a number, with entropy") {
            $0.seeded = true
        },
        .turn(.malformedReveal, "a contribution that is none") {
            $0.rolls[0].reveals = ["none"]
        },
    ]

    static let ofRolls: [Forgery] = [
        .turn(.rollNumber, "a roll's number") { $0.rolls[2].roll = 4 },
        .turn(.noRoll, "no roll") { $0.rolls = [] },
        .turn(.lastValue, "a die at the end") { turn in
            let value = turn.dice[3].value % 2 + 1
            turn.total += value - turn.dice[3].value
            turn.dice[3].value = value
        },
        .turn(.dieNumber, "a die's number") { $0.dice[1].die = 9 },
        .turn(.impossibleDie, "a die of no sides") { $0.dice[0].sides = 0 },
        .turn(.turnTotal, "the total") { $0.total += 1 },
        .turn(.valueCount, "a value less") { $0.rolls[0].values.removeLast() },
        .turn(.unknownOutcome, "an outcome that there is not") {
            $0.rolls[0].outcome = .other("settled")
        },
        .turn(.notFull, "a turn that was not full") { $0.full = true },
        .evening(.fullWithScore, "a turn of a match that had no room") { evening in
            try evening.long(rolls: 1_000)
            evening.changeLast { $0.full = true }
        },
        .evening(.tooManyRolls, "a roll more than a turn holds") {
            try $0.long(rolls: 1_001)
        },
        .turn(.needlessReason, "a roll that is not void, and says why it is") {
            $0.rolls[2].reason = .disconnected
        },
        .turn(.needlessReason, "a roll that is not void, and names somebody") {
            $0.rolls[2].absent = ["bo"]
        },
        .turn(.voidReveals, "a void roll to which somebody has added") {
            $0.rolls[1].reveals = [SampleHistory.hex("a", 32)]
        },
        .turn(.voidBlamesNobody, "a void roll that names nobody") {
            $0.rolls[1].absent = nil
        },
        .turn(.voidBlamesNobody, "a void roll that names somebody twice") {
            $0.rolls[1].absent = ["bo", "bo"]
        },
        .turn(.voidBlames, "a void roll that blames somebody for the daemon's end") {
            $0.rolls[1].reason = .serverStopping
        },
        .turn(.voidReason, "a void roll that somebody has cancelled") {
            $0.rolls[1].reason = .cancel
        },
        .turn(.rolledNothing, "a void roll that rolled") { turn in
            turn.rolls[1].rolled = [1]
        },
        .turn(.rolledOrder, "a die that is rolled twice") {
            $0.rolls[0].rolled.append(5)
        },
        .turn(.keptChanges, "a value of the void roll") {
            $0.rolls[1].values[0] = $0.rolls[1].values[0] % 6 + 1
        },
        .turn(.keptChanges, "a die that was kept") { turn in
            let value = turn.rolls[2].values[1] % 6 + 1
            turn.rolls[2].values[1] = value
            turn.total += value - turn.dice[1].value
            turn.dice[1].value = value
        },
        .evening(.partlyEntered, "faces of which some were entered") { evening in
            try evening.real()
            evening.changeLast { $0.rolls[1].chance = .nothing }
        },
        .evening(.impossibleEntered, "a face that no die has") { evening in
            try evening.real()
            evening.changeLast { $0.rolls[0].values[1] = 7 }
        },
        .turn(.faceOfRoll, "a face of the first roll") {
            $0.rolls[0].values[2] = $0.rolls[0].values[2] % 20 + 1
        },
        .turn(.botUnnamed, "a bot's roll in a turn of nobody but people") {
            $0.rolls[0].bot = true
        },
        .turn(.falseRollFlag, "a roll that says that no bot made it") {
            $0.rolls[0].bot = false
        },
    ]

    static let ofThrows: [Forgery] = [
        .thrown(.unreadableExpression, "an expression that cannot be read") {
            $0.expression = "a new kind of dice"
        },
        .thrown(.throwOutcome, "a void throw") { $0.outcome = .void },
        .thrown(.throwContributors, "chance of a contributor") {
            $0.reveals = [SampleHistory.hex("other", 32)]
        },
        .thrown(.throwContributors, "an absent contributor") { $0.absent = ["bo"] },
        .thrown(.throwReason, "a throw that was cut short, and was not") {
            $0.reason = .disconnected
        },
        .thrown(.faceOfThrow, "a face") {
            $0.faces = [($0.faces?[0] ?? 0) % 6 + 1] + ($0.faces ?? []).dropFirst()
        },
        .thrown(.throwFails, "a failure") { $0.outcome = .failed },
        .thrown(.throwTotal, "the total") { $0.total = ($0.total ?? 0) + 1 },
        .thrown(.throwMeaning, "a target of a throw that has none") {
            $0.meaning.result = "a hit"
        },
        .thrown(.throwMessage, "why it failed, though it did not") {
            $0.message = "a division by zero"
        },
        .thrown(.throwDiceCount, "a die less") { $0.dice.removeLast() },
        .thrown(.throwDie, "a die that does not count") { $0.dice[1].kept.toggle() },
        .thrown(.throwDieNumbers, "two dice of one number") {
            $0.dice[0].die = $0.dice[1].die
        },
        .thrown(.throwText, "a text that lies") {
            $0.text = "4d6kh3+2: 6 6 6 (6) + 2 = 20"
        },
    ]
}

extension Evening {
    /// Adds a turn of a game with one die and no limit on rolls.
    fileprivate mutating func long(rolls: Int) throws {
        let game = Game(
            "one",
            "One",
            dice: [6],
            rules: .sheet(SheetRules([Box("sum", "Sum", .sum(.all))]))
        )
        begin(game, ["ann"])
        try turn("ann", .these(Array(repeating: [1], count: rolls)), "sum")
    }

    /// Adds a turn with real dice.
    fileprivate mutating func real() throws {
        begin(HonestHistory.pairs, ["ann"], hand: true)
        try turn("ann", .these([[1, 2], [1]]), "low", entered: [[3, 4], [5, 4]])
    }
}
