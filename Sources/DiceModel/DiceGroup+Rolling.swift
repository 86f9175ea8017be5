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

        var faces: [(die: Int, face: Int)] = []
        for die in rolled { faces.append((die: die.number, face: randomness.face(sides: die.sides))) }
        var stored = self.stored
        stored.rollCount += 1
        for (die, face) in faces { stored.dice[die - 1].value = face }
        let record = RollRecord(
            roll: stored.rollCount, by: by, at: at, outcome: animate ? .cancelled : .completed,
            rolled: faces.map(\.die), values: stored.dice.map(\.value))
        return RollDraw(record: record, stored: stored, owner: owner, animate: animate, faces: faces)
    }

    /// Starts the roll: from this moment on its dice animate, all timers counting from the same instant. Dice still in
    /// flight are settled first (`restart`).
    public func begin(_ draw: RollDraw) -> Roll {
        stopAnimation(.restart)
        rollCount = draw.record.roll
        touch()
        let roll = Roll(turn: turn, draw: draw)
        if draw.animate {
            roll.run(startAnimations(draw.faces, clock: clock))
        } else {
            for (die, face) in draw.faces { dice[die - 1].show(face) }
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

    private func startAnimations<C: TableClock>(
        _ faces: [(die: Int, face: Int)], clock: C
    ) -> [Task<Void, Never>] {
        let start = clock.now
        var tasks: [Task<Void, Never>] = []
        tasks.reserveCapacity(faces.count)
        for (die, face) in faces {
            tasks.append(
                dice[die - 1].startAnimation(
                    to: face, by: randomness.plan(), from: start, randomness: randomness, clock: clock))
        }
        return tasks
    }
}
