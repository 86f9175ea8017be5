import DiceModel
import DiceProof

/// Checks that a turn's faces follow from its seed, and that its other members follow from the
/// faces.
struct TurnCheck {
    let turn: Turn
    let entry: ChainedEntry

    /// - Parameter dice: the dice after the previous turn; `nil` if unknown.
    func run(after dice: [TurnDie]?) throws(Finding) -> Drawn {
        let seed = try entry.seed()
        try checkDice()
        try checkFull()
        if entry.isStrict {
            try checkRoom()
        }
        var drawn = Drawn()
        var values = start(after: dice)
        for (index, roll) in turn.rolls.enumerated() {
            try entry.require(
                roll.roll == index + 1,
                .rollNumber,
                "roll \(roll.roll) is where roll \(index + 1) belongs"
            )
            try checkFields(roll)
            try checkHeldDice(roll, after: values)
            if case .void = roll.outcome {
                drawn.voids[VoidRoll(roll), default: 0] += 1
            } else if turn.entered != nil {
                try checkEntered(roll)
                drawn.entered += 1
            } else if let seed {
                try checkFaces(roll, seed)
                drawn.right += 1
            }
            values = roll.values
        }
        guard let values, !turn.rolls.isEmpty else {
            throw entry.finding(.noRoll, "it has no roll")
        }
        for (index, die) in turn.dice.enumerated() where die.value != values[index] {
            throw entry.finding(
                .lastValue,
                "die \(die.die) shows \(die.value), but the last roll left \(values[index])"
            )
        }
        return drawn
    }

    private func checkDice() throws(Finding) {
        for (index, die) in turn.dice.enumerated() {
            try entry.require(
                die.die == index + 1,
                .dieNumber,
                "die \(die.die) is where die \(index + 1) belongs"
            )
            guard Limits.sidesOfThrow.contains(die.sides), die.isPossible else {
                throw entry.finding(
                    .impossibleDie,
                    "die \(die.die) shows \(die.value), but has \(die.sides) sides"
                )
            }
        }
        let total = turn.dice.total
        try entry.require(
            total == turn.total,
            .turnTotal,
            "its total is \(turn.total), but its dice make \(total)"
        )
    }

    private func checkFields(_ roll: RollRecord) throws(Finding) {
        try entry.require(
            roll.values.count == turn.dice.count,
            .valueCount,
            "roll \(roll.roll) has \(roll.values.count) values for \(turn.dice.count) dice"
        )
        try entry.require(
            RollOutcome.allCases.contains(roll.outcome),
            .unknownOutcome,
            "the outcome of roll \(roll.roll) is not valid"
        )
        try checkReason(roll)
        try entry.check(by: roll.by)
        try entry.check(roll.chance)
        guard entry.isStrict else { return }
        try entry.require(
            roll.bot != false && roll.chance.entered != false,
            .falseRollFlag,
            "roll \(roll.roll) writes a flag as false, but false flags are always omitted"
        )
        try entry.require(
            roll.bot != true || turn.bot == true,
            .botUnnamed,
            "roll \(roll.roll) is a bot's, but the turn is not marked as a bot's"
        )
    }

    private func checkFull() throws(Finding) {
        // Before the fourth edition, void rolls counted against this limit.
        let count = turn.rolls.count {
            $0.outcome != .void || entry.proof.edition ?? 0 < 4
        }
        guard turn.full == true, Self.hasRoom(for: count + 1, of: turn.dice.count)
        else { return }
        throw entry.finding(
            .notFull,
            "it is marked as full, but had room for another roll"
        )
    }

    private func checkRoom() throws(Finding) {
        let count = turn.rolls.count { $0.outcome != .void }
        try entry.require(
            Self.hasRoom(for: count, of: turn.dice.count),
            .tooManyRolls,
            "it has \(count) rolls of \(turn.dice.count) dice, more than a turn can hold"
        )
        try entry.require(
            turn.full != true || turn.match.score == nil,
            .fullWithScore,
            "it has a score, but is marked as full"
        )
    }

    private static func hasRoom(for rolls: Int, of dice: Int) -> Bool {
        rolls <= Limits.rollsPerTurn && rolls * dice <= Limits.valuesPerTurn
    }

    /// Checks that a void roll has a reason and that other rolls have none.
    private func checkReason(_ roll: RollRecord) throws(Finding) {
        let absent = roll.absent ?? []
        guard roll.outcome == .void else {
            return try entry.require(
                roll.reason == nil && absent.isEmpty,
                .needlessReason,
                "roll \(roll.roll) is \(roll.outcome.rawValue), but has the reason of a void roll"
            )
        }
        try entry.require(
            (roll.chance.reveals ?? []).isEmpty,
            .voidReveals,
            "roll \(roll.roll) is void, but has contributions"
        )
        switch roll.reason {
        case nil, .absent, .disconnected:
            try entry.require(
                (1...Limits.contributors).contains(absent.count)
                    && Set(absent).count == absent.count,
                .voidBlamesNobody,
                "roll \(roll.roll) is void, but does not name each missing contributor once"
            )
        case .serverStopping, .tableDeleted:
            try entry.require(
                absent.isEmpty,
                .voidBlames,
                "roll \(roll.roll) is void because the daemon was stopping, but names missing contributors"
            )
        default:
            throw entry.finding(
                .voidReason,
                "roll \(roll.roll) is void for a reason that is not valid"
            )
        }
    }

    /// Returns the values of the dice before the first roll; `nil` if unknown.
    private func start(after dice: [TurnDie]?) -> [Int]? {
        guard let first = turn.rolls.first, first.values.count == turn.dice.count else {
            return nil
        }
        guard let dice else { return turn.turn > 1 ? nil : turn.dice.map { _ in 1 } }
        // New dice show 1. Dice of the same shape as before also show 1 if the table had other dice
        // in between.
        let areNew =
            dice.map(\.shape) != turn.dice.map(\.shape)
            || turn.dice.allSatisfy {
                first.rolled.contains($0.die) || first.values[$0.die - 1] == 1
            }
        return areNew ? turn.dice.map { _ in 1 } : dice.map(\.value)
    }

    /// Checks that the dice that were not rolled kept their values. `rolled` must be ascending.
    private func checkHeldDice(_ roll: RollRecord, after values: [Int]?) throws(Finding) {
        try entry.require(
            roll.rolled.isEmpty == (roll.outcome == .void),
            .rolledNothing,
            "roll \(roll.roll) is \(roll.outcome.rawValue), but rolled \(roll.rolled.count) dice"
        )
        var kept = 0
        for die in roll.rolled {
            guard die > kept, die <= roll.values.count else {
                throw entry.finding(
                    .rolledOrder,
                    "the dice of roll \(roll.roll) are not valid numbers in ascending order"
                )
            }
            try checkHeldDice(roll, kept..<die - 1, values)
            kept = die
        }
        try checkHeldDice(roll, kept..<roll.values.count, values)
    }

    private func checkHeldDice(_ roll: RollRecord, _ indices: Range<Int>, _ values: [Int]?)
        throws(Finding)
    {
        guard let values else { return }
        for index in indices where roll.values[index] != values[index] {
            throw entry.finding(
                .keptChanges,
                "die \(index + 1) changes from \(values[index]) to \(roll.values[index]) in roll \(roll.roll), "
                    + "which did not roll it"
            )
        }
    }

    private func checkEntered(_ roll: RollRecord) throws(Finding) {
        try entry.require(
            roll.entered != nil,
            .partlyEntered,
            "only some of its faces were entered"
        )
        for die in roll.rolled
        where !(1...turn.dice[die - 1].sides ~= roll.values[die - 1]) {
            throw entry.finding(
                .impossibleEntered,
                "die \(die) cannot show \(roll.values[die - 1]), as in roll \(roll.roll)"
            )
        }
    }

    private func checkFaces(_ roll: RollRecord, _ seed: Seed) throws(Finding) {
        var faces = FaceStream(
            seed,
            table: turn.table,
            turn: turn.turn,
            roll: roll.roll,
            chance: roll.chance
        )
        for die in roll.rolled {
            let face = faces.face(sides: turn.dice[die - 1].sides)
            try entry.require(
                face == roll.values[die - 1],
                .faceOfRoll,
                "die \(die) shows \(roll.values[die - 1]) in roll \(roll.roll), but its seed gives \(face)"
            )
        }
    }
}
