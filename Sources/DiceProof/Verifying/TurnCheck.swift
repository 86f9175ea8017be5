internal import DiceModel

/// Whether a turn's faces follow from its seed, and the rest of it from the faces.
struct TurnCheck {
    private let turn: Turn
    private let entry: ChainedEntry

    init(_ turn: Turn, _ entry: ChainedEntry) {
        self.turn = turn
        self.entry = entry
    }

    func run() throws(Finding) -> Drawn {
        let seed = try entry.seed()
        try checkDice()
        var drawn = Drawn()
        var values: [Int]?
        for (index, roll) in turn.rolls.enumerated() {
            guard roll.roll == index + 1 else {
                throw entry.finding("roll \(roll.roll) stands where roll \(index + 1) should")
            }
            try checkFields(roll)
            try checkKept(roll, after: values)
            if case .void = roll.outcome {
                drawn.void += 1
            } else if let seed {
                try checkFaces(roll, seed)
                drawn.right += 1
            }
            values = roll.values
        }
        guard let values else { throw entry.finding("it has no roll") }
        for (index, die) in turn.dice.enumerated() where die.value != values[index] {
            throw entry.finding("die \(die.die) shows \(die.value), and the last roll left \(values[index])")
        }
        return drawn
    }

    private func checkDice() throws(Finding) {
        var total = 0
        for (index, die) in turn.dice.enumerated() {
            guard die.die == index + 1 else {
                throw entry.finding("die \(die.die) stands where die \(index + 1) should")
            }
            guard Limits.sidesOfThrow.contains(die.sides), (1...die.sides).contains(die.value) else {
                throw entry.finding("die \(die.die) shows \(die.value) and has \(die.sides) sides")
            }
            total += die.value
        }
        guard total == turn.total else { throw entry.finding("its total is \(turn.total), and its dice make \(total)") }
    }

    private func checkFields(_ roll: RollRecord) throws(Finding) {
        guard roll.values.count == turn.dice.count else {
            throw entry.finding("roll \(roll.roll) has \(roll.values.count) values for \(turn.dice.count) dice")
        }
        // A word that the chain covers in the middle of a line must not look like the rest of the line.
        for byte in roll.outcome.rawValue.utf8 where !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) {
            throw entry.finding("the outcome of roll \(roll.roll) is no word")
        }
        try entry.check(by: roll.by)
        try entry.check(entropy: roll.entropy, reveals: roll.reveals)
    }

    /// Whether the dice that were not rolled kept their values. `rolled` must be ascending.
    private func checkKept(_ roll: RollRecord, after values: [Int]?) throws(Finding) {
        guard roll.rolled.isEmpty == (roll.outcome == .void) else {
            throw entry.finding("roll \(roll.roll) is \(roll.outcome.rawValue) and rolled \(roll.rolled.count) dice")
        }
        var kept = 0
        for die in roll.rolled {
            guard die > kept, die <= roll.values.count else {
                throw entry.finding("the dice of roll \(roll.roll) are not numbers of its dice, ascending")
            }
            try checkKept(roll, kept..<die - 1, values)
            kept = die
        }
        try checkKept(roll, kept..<roll.values.count, values)
    }

    private func checkKept(_ roll: RollRecord, _ indices: Range<Int>, _ values: [Int]?) throws(Finding) {
        guard let values else { return }
        for index in indices where roll.values[index] != values[index] {
            throw entry.finding(
                "die \(index + 1) changes from \(values[index]) to \(roll.values[index]) in roll \(roll.roll), which did "
                    + "not roll it")
        }
    }

    private func checkFaces(_ roll: RollRecord, _ seed: Seed) throws(Finding) {
        var faces = FaceStream(
            seed, table: turn.table, turn: turn.turn, roll: roll.roll, entropy: roll.entropy ?? Entropy.none,
            reveals: roll.reveals ?? [])
        for die in roll.rolled {
            let face = faces.face(sides: turn.dice[die - 1].sides)
            guard face == roll.values[die - 1] else {
                throw entry.finding(
                    "die \(die) shows \(roll.values[die - 1]) in roll \(roll.roll), and its seed gives \(face)")
            }
        }
    }
}
