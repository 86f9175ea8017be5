package import DiceGames
package import DiceModel
package import DiceProof

/// Receives a table's changes, in the order in which they happen.
@TableActor
package protocol DiceGroupObserver: AnyObject {
    /// A die of the table or of a throw changed its value, its lock or its animation state.
    ///
    /// - Parameters:
    ///   - isPassing: True if the die shows a passing value.
    ///   - recipients: The viewers who may learn of the die.
    func diceGroupDidChange(
        _ group: DiceGroup,
        isPassing: Bool,
        for recipients: Recipients
    )
    /// The dice of `roll` started to animate, or settled at once.
    func diceGroup(_ group: DiceGroup, didStart roll: RollFlight)
    /// The last die of `roll` has settled.
    func diceGroup(_ group: DiceGroup, didSettle roll: RollFlight)
    /// The last die of `thrown` has settled.
    func diceGroup(_ group: DiceGroup, didSettle thrown: ThrowFlight)
    func diceGroup(_ group: DiceGroup, didMake change: LockPlan)
}

/// A table: its dice, its open turn and what is in flight.
///
/// Changes come in two steps so that they can be stored before anyone sees them: a `draw…` or
/// `plan…` method checks the rules and computes the stored state, changing nothing; the method that
/// takes its result makes the change.
@TableActor
package final class DiceGroup {
    /// The table's stored state, except the dice, which are in `dice`.
    var state: StoredTable
    package internal(set) var dice: [Die]
    /// Increases with every change.
    package private(set) var revision: Int
    /// The entry of the last turn, without its later corrections; `nil` if no turn has ended, or if
    /// that turn cannot be corrected.
    package internal(set) var lastTurn: Turn?
    /// True while a roll waits for its contributors.
    package var awaitsReveals = false
    /// The players who have been away so long that other players may make them rest.
    package var absentPlayers: Set<String> = []
    /// The roll in flight; `nil` if all dice of the table are at rest.
    package internal(set) var roll: RollFlight?
    /// The throws that have not settled, in the order of their numbers.
    package internal(set) var throwsInFlight: [ThrowFlight] = []
    /// The last roll, while its entered faces may be replaced.
    var enteredRoll: EnteredRoll?
    /// The latest changes that a frame shows.
    package private(set) var changes = LastChange()
    /// Increases with every change to a throw, secret or not. Clients never receive it.
    package private(set) var throwChanges = 0
    package weak var observer: (any DiceGroupObserver)?

    let clock: any TableClock
    let randomness: DiceRandomness

    /// - Parameters:
    ///   - lastTurn: The entry of the last turn, if it may still be corrected.
    ///   - revision: The initial revision.
    package init(
        _ stored: StoredTable,
        after lastTurn: Turn? = nil,
        revision: Int = 1,
        clock: any TableClock,
        randomness: DiceRandomness
    ) {
        state = stored
        self.lastTurn = lastTurn
        self.revision = revision
        self.clock = clock
        self.randomness = randomness
        dice = []
        changes.note(revision)
        state.unlockIfAllMustRoll()
        place(state.dice)
        state.dice = []
    }

    func place(_ stored: [TurnDie]) {
        dice = stored.map { die in
            Die(
                number: die.die,
                sides: die.sides,
                value: die.value,
                locked: die.locked,
                faces: die.faces
            )
        }
        for die in dice {
            die.owner = self
            die.changes.note(revision)
        }
    }

    isolated deinit {
        for flight in flights {
            flight.animationTask?.cancel()
        }
    }

    package var name: TableName { state.name }
    package var owner: String? { state.owner }
    package var settings: TableSettings { state.settings }
    package var lastRoller: String? { state.lastRoller }
    package var turn: Int { state.turn }
    package var rollCount: Int { state.rollCount }
    package var voids: VoidRolls { state.voids }
    package var throwCount: Int { state.throwCount }
    package var seed: CommittedSeed? { state.seed }
    package var throwSeed: CommittedSeed? { state.throwSeed }
    package var match: Match? { state.match }

    /// Returns the duration at this table of an animation that takes `time` at pace 1.
    package func stretched(_ time: Duration) -> Duration {
        randomness.stretched(time, pace: settings.pace ?? 1)
    }

    /// The roll and the throws that have not settled.
    package var flights: [Flight] { (roll.map { [$0] } ?? []) + throwsInFlight }

    /// The number of rolls in the open turn that were not void, including one in flight.
    package var rollsMade: Int { state.rollsMade }

    /// The number of rolls left in the open turn; `nil` without a limit.
    package var rollsLeft: Int? { settings.rollsPerTurn.map { max(0, $0 - rollsMade) } }

    /// True if any die is in flight. Computed from the dice, never stored.
    package var isAnyDieAnimating: Bool { dice.isAnyAnimating }

    /// Returns true if the dice of a stored roll show their final faces. A roll that has not begun
    /// yet has not settled.
    package func hasSettled(roll number: Int, ofTurn turn: Int) -> Bool {
        turn != self.turn || (number <= rollCount && number != roll?.number)
    }

    /// The count of watchers is missing here; only the observer knows it.
    package var snapshot: TableSnapshot {
        var frame = frame(since: -1)
        for die in dice where die.faces != nil {
            frame.dice[die.number - 1].faces = die.faces
        }
        return TableSnapshot(
            table: frame.table,
            revision: frame.revision,
            turn: frame.turn,
            roll: frame.roll,
            rolling: frame.rolling,
            by: lastRoller,
            settings: settings,
            rollsLeft: rollsLeft,
            total: frame.rolling ? nil : frame.dice.total,
            commitment: seed?.commitment,
            throwCommitment: throwSeed?.commitment,
            archived: state.archived,
            dice: frame.dice,
            game: game
        )
    }

    /// The remaining plans of the table's dice in flight; `nil` if all are at rest.
    package var flight: FlightPlan? { roll?.clock?.plan(of: dice) }

    /// Returns the table with the dice that changed after `revision`.
    package func frame(since revision: Int, _ frames: FrameKind = .values) -> Frame {
        Frame(
            table: name.description,
            revision: self.revision,
            turn: turn,
            roll: rollCount,
            rolling: isAnyDieAnimating,
            dice: dice.changed(since: revision, frames).states
        )
    }

    /// The table's stored state. Dice in flight have the faces already drawn.
    package var stored: StoredTable {
        var stored = state
        stored.dice.reserveCapacity(dice.count)
        for die in dice {
            stored.dice.append(die.stored)
        }
        return stored
    }

    func touch(isPassing: Bool = false) {
        revision += 1
        changes.note(revision, isPassing: isPassing)
    }

    /// Records a change to a throw; no frame reports such a change. A change that is not public
    /// leaves the revision alone.
    func touchThrow(for recipients: Recipients) {
        throwChanges += 1
        if recipients.includeStrangers {
            touchBesideFrames()
        }
    }

    /// Records a change that an event reports instead of a frame.
    func touchBesideFrames() {
        revision += 1
    }

    /// Notifies the observer of a public change.
    func notify(isPassing: Bool = false) {
        observer?.diceGroupDidChange(self, isPassing: isPassing, for: .everybody)
    }

    /// Returns the dice with these numbers. Throws `noSuchDie` with those that the table does not
    /// have.
    func dice(numbered numbers: [Int]) throws(DiceError) -> [Die] {
        let unknown = numbers.filter { !(1...dice.count).contains($0) }
        guard unknown.isEmpty else { throw .noSuchDie(unknown) }
        return numbers.map { dice[$0 - 1] }
    }
}

extension DiceGroup: DieOwner {
    func nextRevision(isPassing: Bool) -> Int {
        touch(isPassing: isPassing)
        return revision
    }

    func dieDidChange(_ die: Die, isPassing: Bool) {
        notify(isPassing: isPassing)
    }
}

// MARK: locks

/// A change to the locks of some dice.
package enum LockChange: Sendable, Hashable, CaseIterable {
    case lock
    case unlock
    case toggle
    /// Lock the named dice and unlock all others.
    case only
}

/// A lock change that has been checked but not yet made.
package struct LockPlan: Sendable {
    /// The table's stored state after the lock change.
    package let stored: StoredTable
    /// The numbers of the dice whose lock actually changes.
    package let changing: [Int]
    package let by: String
    /// True if a bot changes the locks.
    package let isBot: Bool
}

extension DiceGroup {
    /// Checks a lock change and changes nothing. Throws the refusal of `permission`, `noSuchDie`,
    /// `dieAnimating` or `game`.
    package func planLocks(
        _ change: LockChange,
        dice numbers: [Int],
        by: String,
        isBot: Bool = false
    ) throws(DiceError) -> LockPlan {
        try permission(for: .lock).check(by)
        var stored = self.stored
        let named = try dice(numbered: numbers)
        let animating = named.filter(\.isAnimating).map(\.number)
        guard animating.isEmpty else { throw .dieAnimating(animating) }
        let changing = (change == .only ? dice : named).filter { die in
            switch change {
            case .lock: !die.locked
            case .unlock: die.locked
            case .toggle: true
            case .only: die.locked != numbers.contains(die.number)
            }
        }
        for die in changing {
            stored.dice[die.number - 1].locked.toggle()
        }
        if !changing.isEmpty {
            try checkLocks(stored.dice)
        }
        return LockPlan(
            stored: stored,
            changing: changing.map(\.number),
            by: by,
            isBot: isBot
        )
    }

    /// Makes the lock change.
    package func apply(_ plan: LockPlan) {
        for number in plan.changing {
            dice[number - 1].toggleLock()
        }
        if !plan.changing.isEmpty {
            observer?.diceGroup(self, didMake: plan)
        }
    }
}
