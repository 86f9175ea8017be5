package import DiceModel
import DiceProof

/// Changes to an entry, each of which every verifier must detect.
package enum Tampering {
    /// Changes to faces and derived values. The chain is rebuilt, as a daemon's owner could rebuild
    /// it.
    package static let ofTurns: [Change<Turn>] = [
        Change("a face of the first roll") {
            $0.rolls[0].values[2] = $0.rolls[0].values[2] % 20 + 1
        },
        Change("a face of the last roll") { turn in
            let value = turn.rolls[2].values[0] % 6 + 1
            turn.rolls[2].values[0] = value
            turn.total += value - turn.dice[0].value
            turn.dice[0].value = value
        },
        Change("a die that was kept") { turn in
            let value = turn.rolls[2].values[1] % 6 + 1
            turn.rolls[2].values[1] = value
            turn.total += value - turn.dice[1].value
            turn.dice[1].value = value
        },
        Change("a value of the void roll") {
            $0.rolls[1].values[0] = $0.rolls[1].values[0] % 6 + 1
        },
        Change("a die at the end") { turn in
            let value = turn.dice[3].value % 2 + 1
            turn.total += value - turn.dice[3].value
            turn.dice[3].value = value
        },
        Change("the total") { $0.total += 1 },
        Change("another die's sides") { turn in
            turn.dice[2].sides = 1_000
        },
        Change("another seed") { $0.seed = SampleHistory.hex("other", 64) },
        Change("another seed and its commitment") { turn in
            turn.seed = SampleHistory.hex("other", 64)
            turn.commitment = turn.seed.flatMap { Seed(hex: $0)?.commitment }
        },
        Change("another commitment") { $0.commitment = SampleHistory.hex("other", 64) },
        Change("other entropy") {
            $0.rolls[0].entropy = SampleHistory.hex("other", 32)
        },
        Change("no entropy") { $0.rolls[0].entropy = "" },
        Change("another reveal") {
            $0.rolls[0].reveals?[1] = SampleHistory.hex("other", 32)
        },
        Change("reveals in another order") { $0.rolls[0].reveals?.reverse() },
        Change("a reveal less") { $0.rolls[0].reveals?.removeLast() },
        Change("a die that was not rolled") { $0.rolls[2].rolled = [1, 2, 3, 4] },
        Change("a die that was rolled") { $0.rolls[2].rolled = [3, 4] },
        Change("dice rolled in another order") { $0.rolls[0].rolled.swapAt(0, 1) },
        Change("a void roll that rolled") { $0.rolls[1].outcome = .completed },
        Change("a roll that is void") { $0.rolls[2].outcome = .void },
        Change("a roll's number") { $0.rolls[2].roll = 4 },
        Change("a roll less") { $0.rolls.remove(at: 1) },
        Change("a roll more") { $0.rolls.append($0.rolls[2]) },
        Change("no roll") { $0.rolls = [] },
        Change("a value less") { $0.rolls[0].values.removeLast() },
        Change("a die less") { $0.dice.removeLast() },
        Change("a die's number") { $0.dice[1].die = 9 },
        Change("the turn's number") { $0.turn = 30 },
        Change("no commitment") { ($0.commitment, $0.seed) = (nil, nil) },
        Change("a name that takes another field's place") {
            $0.rolls[0].by = "ann\n2|x"
        },
        Change("an outcome that takes another field's place") {
            $0.rolls[0].outcome = .other("completed|1")
        },
        Change("an outcome that there is not") {
            $0.rolls[0].outcome = .other("settled")
        },
        Change("a last roll that is void, though nobody had promised anything") { turn in
            turn.rolls[2].rolled = []
            turn.rolls[2].values = turn.rolls[1].values
            turn.rolls[2].outcome = .void
            turn.rolls[2].reason = .absent
            for index in turn.dice.indices {
                turn.dice[index].value = turn.rolls[1].values[index]
            }
            turn.total = turn.dice.reduce(0) { $0 + $1.value }
        },
        Change("a void roll that names nobody") { $0.rolls[1].absent = nil },
        Change("a void roll that names somebody twice") {
            $0.rolls[1].absent = ["bo", "bo"]
        },
        Change("a void roll without a reason, that names nobody") {
            ($0.rolls[1].reason, $0.rolls[1].absent) = (nil, [])
        },
        Change("a void roll that blames somebody for the daemon's end") {
            $0.rolls[1].reason = .serverStopping
        },
        Change("a void roll that somebody has cancelled") {
            $0.rolls[1].reason = .cancel
        },
        Change("a void roll of a reason that there is not") {
            $0.rolls[1].reason = .other("luck")
        },
        Change("a void roll to which somebody has added") {
            $0.rolls[1].reveals = [SampleHistory.hex("a", 32)]
        },
        Change("a roll that is not void, and has a reason") {
            $0.rolls[2].reason = .disconnected
        },
        Change("a roll that is not void, and names somebody") {
            $0.rolls[2].absent = ["bo"]
        },
        Change("a turn that was not full") { $0.full = true },
        Change("a seed from a number, with entropy") { $0.seeded = true },
        Change("an edition that never was") { $0.edition = 0 },
        Change("no edition behind one that has one") { $0.edition = nil },
    ]

    /// Changes that only the chain reveals.
    package static let coveredOfTurns: [Change<Turn>] = [
        Change("the instant of its end") { $0.endedAt = SampleHistory.instant(1) },
        Change("who ended it") { $0.by = "bo" },
        Change("the instant of a roll") { $0.rolls[0].at = SampleHistory.instant(1) },
        Change("who rolled") { $0.rolls[2].by = "bo" },
        Change("an outcome") { $0.rolls[0].outcome = .cancelled },
        Change("a lock") { $0.dice[0].locked.toggle() },
        Change("a lock less") { $0.dice[4].locked.toggle() },
        Change("entropy of the void roll") {
            $0.rolls[1].entropy = SampleHistory.hex("other", 32)
        },
        Change("the link") { $0.chain = SampleHistory.hex("other", 64) },
        Change("no link") { $0.chain = nil },
        Change("no seed, as if a backup had left it out") { $0.seed = nil },
        Change("sides of a die that is not rolled again") { $0.dice[1].sides = 7 },
        Change("who was absent") { $0.rolls[1].absent = ["cy"] },
        Change("that another was absent, too") { $0.rolls[1].absent = ["bo", "cy"] },
        Change("why a roll is void") { $0.rolls[1].reason = .disconnected },
        Change("that it is not told why a roll is void") { $0.rolls[1].reason = nil },
    ]

    package static let ofThrows: [Change<ThrowResult>] = [
        Change("a face") { $0.faces = [1] + ($0.faces ?? []).dropFirst() },
        Change("a face less") { $0.faces?.removeLast() },
        Change("a face more") { $0.faces?.append(1) },
        Change("no faces") { $0.faces = nil },
        Change("the total") { $0.total = ($0.total ?? 0) + 1 },
        Change("a die's value") { $0.dice[0].value += 1 },
        Change("a die's sides") { $0.dice[1].sides = 8 },
        Change("a die that does not count") { $0.dice[1].kept.toggle() },
        Change("what became of a die") { $0.dice[1].flags = ["exploded"] },
        Change("a die less") { $0.dice.removeLast() },
        Change("another seed") { $0.seed = SampleHistory.hex("other", 64) },
        Change("another seed and its commitment") { result in
            result.seed = SampleHistory.hex("other", 64)
            result.commitment = result.seed.flatMap { Seed(hex: $0)?.commitment }
        },
        Change("other entropy") { $0.entropy = SampleHistory.hex("other", 32) },
        Change("chance of a contributor") {
            $0.reveals = [SampleHistory.hex("other", 32)]
        },
        Change("an absent contributor") { $0.absent = ["bo"] },
        Change("another expression") { $0.expression = "4d6kh3+1" },
        Change("an expression that cannot be read") {
            $0.expression = "a new kind of dice"
        },
        Change("a text that lies") { $0.text = "4d6kh3+2: 6 6 6 (6) + 2 = 20" },
        Change("no text") { $0.text = "" },
        Change("no total") { $0.total = nil },
        Change("a total that is off by a little") {
            $0.total = $0.total.map { $0.nextUp }
        },
        Change("totals of a repeat that is none") { $0.totals = $0.total.map { [$0] } },
        Change("a die's number") { $0.dice[0].die = 9 },
        Change("two dice of one number") { $0.dice[0].die = $0.dice[1].die },
        Change("a Fate die") { $0.dice[0].fate = true },
        Change("why it failed, though it did not") {
            $0.message = "a division by zero"
        },
        Change("why it was cut short, though it was not") { $0.reason = .disconnected },
        Change("that it was cut short for what throws know not") {
            ($0.outcome, $0.reason) = (.cancelled, .restart)
        },
        Change("a seed from a number, with entropy") { $0.seeded = true },
        Change("an edition that never was") { $0.edition = 0 },
        Change("no edition behind one that has one") { $0.edition = nil },
        Change("another total, of a lost seed") { ($0.total, $0.seed) = (20, nil) },
        Change("another text, of a lost seed") { ($0.text, $0.seed) = ("", nil) },
        Change("no dice, of a lost seed") {
            ($0.dice, $0.faces, $0.seed) = ([], [], nil)
        },
        Change("a face that a die does not have, of a lost seed") { result in
            result.faces?[0] = 7
            result.seed = nil
        },
        Change("a failure") { $0.outcome = .failed },
        Change("a void one") { $0.outcome = .void },
        Change("its number") { $0.number = 5 },
        Change("no commitment") { ($0.commitment, $0.seed) = (nil, nil) },
    ]

    package static let coveredOfThrows: [Change<ThrowResult>] = [
        Change("no id") { $0.id = nil },
        Change("no instant") { $0.endedAt = nil },
        Change("the instant of its end") { $0.endedAt = SampleHistory.instant(1) },
        Change("who threw") { $0.by = "ann" },
        Change("an outcome") { $0.outcome = .cancelled },
        Change("the expression's spelling") { $0.expression = "4d6kh3 + 2" },
        Change("the link") { $0.chain = SampleHistory.hex("other", 64) },
        Change("no link") { $0.chain = nil },
        Change("no seed") { $0.seed = nil },
    ]

    /// Changes to values derived from the faces of a failed throw.
    package static let ofFailures: [Change<ThrowResult>] = [
        Change("a die's sides") { $0.dice[0].sides = 8 },
        Change("a die's value") { $0.dice[0].value = $0.dice[0].value % 6 + 1 },
        Change("a die that does not count") { $0.dice[0].kept.toggle() },
        Change("a die less") { $0.dice.removeLast() },
        Change("a die's number") { $0.dice[0].die = 3 },
        Change("a total") { $0.total = 6 },
        Change("another message") { $0.message = "too many explosions" },
        Change("no message") { $0.message = nil },
        Change("another text") { $0.text = "1d6/(1d6*0): 6 / 6 = 1" },
        Change("that it was completed") {
            ($0.outcome, $0.message) = (.completed, nil)
        },
    ]
}
