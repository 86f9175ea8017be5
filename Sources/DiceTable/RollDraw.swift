import DiceGames
package import DiceModel
import DiceProof

/// Faces drawn for a roll.
package struct RollDraw: FlightDraw {
    /// The record that history will contain if the daemon dies before the dice settle.
    package fileprivate(set) var record: RollRecord
    /// The table's stored state after the start of the roll.
    package fileprivate(set) var stored: StoredTable
    /// The table's stored state before the roll.
    fileprivate let before: StoredTable
    let owner: RollOwner?
    let animate: Bool

    package func save(in store: any TableStore, at: Timestamp) async throws(StoreError)
        -> SealedThrow?
    {
        try await store.save(stored, adding: record)
        return nil
    }

    /// First settles any dice that are still in flight (`restart`).
    @TableActor
    package func begin(at group: DiceGroup, taking reservation: Reservation?)
        -> RollFlight
    {
        group.stopAnimation(.restart)
        let roll = RollFlight(self, at: group, taking: reservation)
        group.roll = roll
        group.state.rollCount = stored.rollCount
        group.state.voids = stored.voids
        group.state.lastRoller = stored.lastRoller
        group.state.match = stored.match
        for die in group.dice where die.locked && !stored.dice[die.number - 1].locked {
            die.toggleLock()
        }
        group.touch()
        roll.begin()
        group.enteredRoll =
            record.chance == .real
            ? EnteredRoll(rolled: record.rolled, before: before, after: group.stored) : nil
        return roll
    }
}

/// A roll whose faces were entered.
package struct EnteredRoll: Sendable {
    package let rolled: [Int]
    /// The table's stored state before the roll.
    let before: StoredTable
    /// The table's stored state right after the roll.
    let after: StoredTable
}

extension DiceGroup {
    /// Returns the numbers of the dice that a roll would move. Changes nothing.
    ///
    /// - Parameters:
    ///   - numbers: The dice to roll, ascending; `nil` for every unlocked die.
    ///   - restart: True to settle dice in flight first instead of refusing the roll.
    ///   - faces: The entered faces of real dice, by die number.
    /// - Throws: The refusal of `permission`; `noSuchDie`, `rollAllFirst`, `freeDiceOmitted`,
    ///   `dieLocked`, `allLocked`, `noRealDice`, `facesMissing` or `wrongFaces`.
    package func diceToRoll(
        _ numbers: [Int]?,
        restart: Bool,
        by: String,
        faces: [Int]? = nil
    ) throws(DiceError) -> [Int] {
        try permission(for: .roll, restart: restart).check(by)
        let named = try dice(numbered: numbers ?? [])
        if let numbers, stored.mustRollAll {
            let leftOut = dice.map(\.number).filter { !numbers.contains($0) }
            guard leftOut.isEmpty else { throw .rollAllFirst(leftOut) }
        }
        let lockedNames = named.filter(\.locked).map(\.number)
        guard lockedNames.isEmpty else { throw .dieLocked(lockedNames) }
        var rolled = numbers ?? []
        if numbers == nil {
            let isHot = isHot
            for die in dice where !die.locked || isHot {
                rolled.append(die.number)
            }
        }
        try checkRoll(rolled)
        guard !rolled.isEmpty else { throw .allLocked }
        guard settings.hand == true else {
            guard faces == nil else { throw .noRealDice }
            return rolled
        }
        try check(faces, of: rolled)
        return rolled
    }

    /// Returns the last roll if the faces that were entered for it may be replaced. Changes nothing.
    ///
    /// - Parameters:
    ///   - numbers: The dice that the last roll must have rolled, ascending; `nil` for any.
    ///   - faces: The faces to show instead, by die number.
    /// - Throws: `noRealDice`; `nothingToReplace` if the last roll has no entered faces, or if
    ///   anything but a throw has changed the table since; `notYourTurn`; `facesMissing` or
    ///   `wrongFaces`.
    package func rollToReplace(_ numbers: [Int]? = nil, by: String, with faces: [Int]?)
        throws(DiceError) -> EnteredRoll
    {
        guard settings.hand == true else { throw .noRealDice }
        guard let entered = enteredRoll, entered.after.isSame(as: stored) else {
            throw .nothingToReplace
        }
        if let up = settings.up {
            try Permission(.player(up), others: .notYourTurn(up)).check(by)
        }
        try check(faces, of: entered.rolled)
        if let numbers, numbers != entered.rolled {
            throw .wrongFaces(sides: entered.rolled.map { dice[$0 - 1].sides })
        }
        return entered
    }

    private func check(_ faces: [Int]?, of rolled: [Int]) throws(DiceError) {
        let sides = rolled.map { dice[$0 - 1].sides }
        guard let faces else { throw .facesMissing(sides: sides) }
        guard faces.count == sides.count, zip(faces, sides).allSatisfy({ 1...$1 ~= $0 })
        else { throw .wrongFaces(sides: sides) }
    }

    /// Draws the faces of a roll. Changes nothing.
    ///
    /// - Parameters:
    ///   - rolled: The result of `diceToRoll`; empty for a void roll.
    ///   - chance: The contributions from everyone except the daemon.
    ///   - faces: The faces passed to `diceToRoll`. Real dice are not animated and take no
    ///     contributions.
    ///   - replaced: The roll that this one replaces; `nil` for a new roll.
    ///   - isBot: True if a bot makes the roll.
    package func drawRoll(
        _ rolled: [Int],
        animate: Bool,
        by: String,
        at: Timestamp,
        chance: RollChance,
        owner: RollOwner? = nil,
        faces entered: [Int]? = nil,
        replacing replaced: EnteredRoll? = nil,
        isBot: Bool = false
    ) -> RollDraw {
        let chance = entered == nil ? chance.used(with: seed) : .real
        let animate = animate && entered == nil
        let before = replaced?.before ?? self.stored
        var stored = before
        stored.rollCount += 1
        if !rolled.isEmpty {
            stored.lastRoller = by
            keepLocked(&stored)
        }
        var faces = FaceStream(
            secret(seed),
            table: name.description,
            turn: turn,
            roll: stored.rollCount,
            chance: chance
        )
        for (index, number) in rolled.enumerated() {
            stored.dice[number - 1].value =
                entered?[index] ?? faces.face(sides: stored.dice[number - 1].sides)
        }
        let record = RollRecord(
            roll: stored.rollCount,
            by: by,
            at: at,
            outcome: animate ? .cancelled : .completed,
            rolled: rolled,
            values: stored.dice.map { $0.value },
            chance: chance,
            bot: mark(isBot)
        )
        return RollDraw(
            record: record,
            stored: stored,
            before: before,
            owner: owner,
            animate: animate
        )
    }

    /// Returns a void roll: no die moves, because a contributor did not reveal. Changes nothing.
    ///
    /// - Parameters:
    ///   - entropy: The roller's entropy.
    ///   - absent: The contributors who did not reveal.
    package func voidRoll(
        by: String,
        at: Timestamp,
        entropy: String?,
        reason: CancelReason,
        absent: [String],
        isBot: Bool = false
    ) -> RollDraw {
        var void = drawRoll(
            [],
            animate: false,
            by: by,
            at: at,
            chance: RollChance(adding: entropy),
            isBot: isBot
        )
        void.record.outcome = .void
        void.record.reason = reason
        void.record.absent = absent
        void.stored.voids.add(absent)
        return void
    }
}
