public import DiceModel
internal import DiceProof

extension DiceGroup {
    /// The dice that a roll would roll. Changes nothing.
    ///
    /// - Parameters:
    ///   - numbers: the dice to roll, ascending; nil for every unlocked one.
    ///   - restart: whether dice in flight are settled first instead of the roll being refused.
    /// - Throws: `notYourTurn`, `noRollsLeft`, `noSuchDie`, `busy`, `dieLocked` or `allLocked`.
    public func diceToRoll(_ numbers: [Int]?, restart: Bool, by: String) throws(DiceError) -> [Die] {
        try checkTurn(of: by)
        if let limit = rules.rollsPerTurn, rollCount >= limit { throw .noRollsLeft(limit) }
        let named = try dice(numbered: numbers ?? [])
        guard restart || !isAnyDieAnimating else { throw .busy }
        let lockedNames = named.filter(\.locked).map(\.number)
        guard lockedNames.isEmpty else { throw .dieLocked(lockedNames) }
        var rolled = named
        if numbers == nil {
            for die in dice where !die.locked { rolled.append(die) }
        }
        guard !rolled.isEmpty else { throw .allLocked }
        return rolled
    }

    /// Draws the faces of a roll and changes nothing. The other params, and errors, are those of `diceToRoll`.
    ///
    /// - Parameter chance: what others than the daemon have added to it.
    public func drawRoll(
        dice numbers: [Int]? = nil, animate: Bool = true, restart: Bool = false, by: String, at: Timestamp,
        chance: AddedChance = AddedChance(), owner: RollOwner? = nil
    ) throws(DiceError) -> RollDraw {
        let rolled = try diceToRoll(numbers, restart: restart, by: by)
        let chance = chance.used(with: seed)
        var stored = self.stored
        stored.rollCount += 1
        stored.lastRoller = by
        var faces = FaceStream(
            secret(seed), table: name.description, turn: turn, roll: stored.rollCount, entropy: chance.entropy,
            reveals: chance.reveals)
        var rolledNumbers: [Int] = []
        rolledNumbers.reserveCapacity(rolled.count)
        for die in rolled {
            rolledNumbers.append(die.number)
            stored.dice[die.number - 1].value = faces.face(sides: die.sides)
        }
        let record = RollRecord(
            roll: stored.rollCount, by: by, at: at, outcome: animate ? .cancelled : .completed, rolled: rolledNumbers,
            values: stored.dice.map { $0.value }, entropy: chance.entropy, reveals: chance.reveals)
        return RollDraw(record: record, stored: stored, owner: owner, animate: animate)
    }

    /// A roll that moves no die, as its contributors have not all answered. Changes nothing.
    ///
    /// - Parameter absent: who is to blame.
    public func voidRoll(
        by: String, at: Timestamp, chance: AddedChance, reason: CancelReason, absent: [String]
    ) -> RollDraw {
        var stored = self.stored
        stored.rollCount += 1
        stored.lastRoller = by
        let record = RollRecord(
            roll: stored.rollCount, by: by, at: at, outcome: .void, rolled: [], values: stored.dice.map { $0.value },
            entropy: chance.used(with: seed).entropy, reveals: [], reason: reason, absent: absent)
        return RollDraw(record: record, stored: stored, owner: nil, animate: false)
    }

    /// What faces are drawn from. Where the seed is lost it is one that nobody learns.
    func secret(_ seed: CommittedSeed?) -> Seed { seed?.seed ?? .random() }

    /// Starts the roll: from this moment on its dice animate. Dice still in flight are settled first (`restart`).
    public func begin(_ draw: RollDraw) -> Roll {
        stopAnimation(.restart)
        let revisionBefore = lastingRevision
        var valuesBefore: [Int] = []
        if draw.animate { for die in dice { valuesBefore.append(die.value) } }
        (rollCount, lastRoller) = (draw.record.roll, draw.record.by)
        touch()
        let flightClock = draw.animate ? FlightClock(clock) : nil
        let roll = Roll(
            turn: turn, draw: draw, commitment: seed?.commitment, valuesBefore: valuesBefore,
            revisionBefore: revisionBefore, clock: flightClock)
        self.roll = roll
        var animations: [DieAnimation] = []
        for number in draw.record.rolled {
            let (die, face) = (dice[number - 1], draw.face(ofDie: number))
            if draw.animate {
                animations.append(
                    die.startAnimation(
                        to: face, passing: 1...die.sides, by: randomness.plan(), randomness: randomness))
            } else {
                die.show(face)
            }
        }
        observer?.diceGroup(self, didStart: roll)
        if let flightClock {
            roll.animationTask = startAnimations(animations, on: flightClock)
        } else {
            endRollAtRest()
        }
        return roll
    }

    /// Settles every die in flight at once and cancels the tasks that animate them. Returns their numbers.
    @discardableResult
    public func stopAnimation(_ reason: CancelReason) -> [Int] {
        let stopped = dice.filter(\.isAnimating)
        roll?.animationTask?.cancel()
        stopReason = reason
        for die in stopped { die.settle() }
        stopReason = nil
        return stopped.map(\.number)
    }

    /// Ends the roll with the last of its dice.
    func dieDidSettle(_ die: Die) { endRollAtRest() }

    private func endRollAtRest() {
        guard let roll, !isAnyDieAnimating else { return }
        self.roll = nil
        roll.end(snapshot.dice, reason: stopReason ?? (roll.animationTask?.isCancelled == true ? .cancel : nil))
        observer?.diceGroup(self, didSettle: roll)
    }
}

/// The dice begin to sleep until their first steps in the loop's next turn: a task that prefers an executor never starts
/// at once, and one that does not prefer this one would start Dispatch's pool of threads.
@TableActor
private func startAnimations(_ animations: [DieAnimation], on clock: FlightClock) -> Task<Void, Never> {
    Task.immediate(executorPreference: TableActor.shared.taskExecutor) { @TableActor in
        await rollAllWithAnimation(animations, on: clock)
    }
}

/// Animates the dice of a roll, each in a child task of its own, and returns when the last of them is at rest.
/// All timers count from the same instant. Cancelling the task settles every die at once.
@TableActor
private func rollAllWithAnimation(_ animations: [DieAnimation], on clock: FlightClock) async {
    await withDiscardingTaskGroup { group in
        for animation in animations {
            group.addImmediateTask { @TableActor in await animation.animateRoll(on: clock) }
        }
    }
}
