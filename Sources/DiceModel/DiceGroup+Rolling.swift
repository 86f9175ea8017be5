extension DiceGroup {
    /// Draws the faces of a roll and changes nothing.
    ///
    /// - Parameters:
    ///   - numbers: the dice to roll, ascending; nil for every unlocked one.
    ///   - restart: whether dice in flight are settled first instead of the roll being refused.
    /// - Throws: `noSuchDie`, `busy`, `dieLocked` or `allLocked`.
    public func drawRoll(
        dice numbers: [Int]? = nil, animate: Bool = true, restart: Bool = false, by: String, at: Timestamp,
        owner: RollOwner? = nil
    ) throws(DiceError) -> RollDraw {
        let named = try dice(numbered: numbers ?? [])
        guard restart || !isAnyDieAnimating else { throw .busy }
        let lockedNames = named.filter(\.locked).map(\.number)
        guard lockedNames.isEmpty else { throw .dieLocked(lockedNames) }
        var rolled = named
        if numbers == nil {
            for die in dice where !die.locked { rolled.append(die) }
        }
        guard !rolled.isEmpty else { throw .allLocked }

        var stored = self.stored
        stored.rollCount += 1
        var rolledNumbers: [Int] = []
        rolledNumbers.reserveCapacity(rolled.count)
        for die in rolled {
            rolledNumbers.append(die.number)
            stored.dice[die.number - 1].value = randomness.face(sides: die.sides)
        }
        let record = RollRecord(
            roll: stored.rollCount, by: by, at: at, outcome: animate ? .cancelled : .completed, rolled: rolledNumbers,
            values: stored.dice.map { $0.value })
        return RollDraw(record: record, stored: stored, owner: owner, animate: animate)
    }

    /// Starts the roll: from this moment on its dice animate, all timers counting from the same instant. Dice still in
    /// flight are settled first (`restart`).
    public func begin(_ draw: RollDraw) -> Roll {
        stopAnimation(.restart)
        rollCount = draw.record.roll
        touch()
        let roll = Roll(turn: turn, draw: draw)
        if draw.animate {
            roll.run(startAnimations(draw, clock: clock))
        } else {
            for number in draw.record.rolled { dice[number - 1].show(draw.face(ofDie: number)) }
        }
        started(roll)
        return roll
    }

    /// Rolls every unlocked die and returns when the last of them has settled.
    ///
    /// - Throws: `busy` or `allLocked`.
    @discardableResult
    public func rollAllWithAnimation(by: String, at: Timestamp) async throws(DiceError) -> Roll {
        let roll = begin(try drawRoll(by: by, at: at))
        await roll.settled()
        return roll
    }

    private func startAnimations<C: TableClock>(_ draw: RollDraw, clock: C) -> [Task<Void, Never>] {
        let start = clock.now
        var tasks: [Task<Void, Never>] = []
        tasks.reserveCapacity(draw.record.rolled.count)
        for number in draw.record.rolled {
            tasks.append(
                dice[number - 1].startAnimation(
                    to: draw.face(ofDie: number), by: randomness.plan(), from: start, randomness: randomness,
                    clock: clock))
        }
        return tasks
    }
}
