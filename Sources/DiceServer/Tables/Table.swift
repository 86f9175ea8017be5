import DiceModel
import DiceTable
import DiceWire
import Logging

/// A dice group with what surrounds it in the daemon: its watchers, its storage and the frames
/// between them.
///
/// Every change is stored before it is made, one after the other, so nobody is ever shown what a
/// crash could undo.
@TableActor
final class Table {
    let group: DiceGroup
    let subscribers: Subscribers
    let store: any TableStore
    let lock = WriteLock()
    let inFlight: DiceInFlight
    let now: @Sendable () -> Timestamp
    private(set) var isDeleted = false
    /// Goes up from use to use of any table.
    var lastUse = 0
    let logger: Logger
    /// Told when something has changed.
    let activity: () -> Void
    let clock: any TableClock
    let times: ServerTimes
    let counts: ServerCounts
    let quota: StorageQuota
    /// What is contributed to the next roll.
    var contributions = Contributions()
    /// Contributions not revealed for the last rolls that became void, as many as one turn may
    /// have.
    var missed: [String] = []
    /// The roll that waits for contributors; nil while none does.
    var asked: AskedRoll?
    /// Waits until the watchers are told who contributes.
    private let naming = Delay()
    /// Waits until the frame of what has changed is due.
    private let gathering = Delay()
    /// The same for those who alone see a throw: what others get, and when, depends on nothing of
    /// it.
    private let secretGathering = Delay()
    /// Waits until watchers who all have plans are shown which dice have settled: they know when
    /// each of them does.
    private let settling = Delay()
    /// Waits until the watchers are told how many they are.
    private let counting = Delay()
    /// How far what was drawn has come.
    var ledger = ThrowLedger()
    /// The faces of custom dice among it.
    var facesInFlight = FacesInFlight()
    /// Stores how flights have ended, and ends a lost turn of a bank game.
    var storing: Task<Void, Never>?
    var isStoringDue = false
    /// Waits until what could not be stored is tried again.
    let retrying = Delay()
    /// How long.
    var pause = Table.firstPause

    static let firstPause = Duration.seconds(1)
    static let longestPause = Duration.seconds(60)

    /// How long changes are gathered into one frame, by a clock whose ticks are as long: at most
    /// one frame of a 60 Hz screen, and less than the shortest gap between two values of a die
    /// (0.051 of 0.5 s), so no value is skipped.
    static let gatheringTime = Duration.milliseconds(8)
    /// How long settled dice are gathered for those who know it in advance: with a tick of the
    /// clock less than 50 ms.
    static let settlingTime = Duration.milliseconds(40)

    init(
        _ group: DiceGroup,
        store: any TableStore,
        inFlight: DiceInFlight,
        clock: any TableClock,
        times: ServerTimes,
        logger: Logger,
        counts: ServerCounts,
        quota: StorageQuota,
        now: @escaping @Sendable () -> Timestamp,
        activity: @escaping () -> Void
    ) {
        self.group = group
        self.store = store
        self.inFlight = inFlight
        subscribers = Subscribers(now: inFlight.now)
        self.clock = clock
        self.times = times
        self.counts = counts
        self.quota = quota
        self.now = now
        self.activity = activity
        var logger = logger
        logger[metadataKey: "table"] = "\(group.name)"
        self.logger = logger
        group.observer = self
    }

    var summary: TableSummary {
        TableSummary(
            table: group.name.description,
            dice: group.dice.count,
            turn: group.turn,
            roll: group.rollCount,
            rolling: group.isAnyDieAnimating,
            watchers: subscribers.count,
            owner: group.owner,
            watching: subscribers.audience.names
        )
    }

    /// What it takes of the room for tables: its dice, and as much as some fifty dice for the rest.
    var weight: Int { group.dice.count + 50 }

    /// The secret throws whose dice may move, by their number.
    var hiddenThrows: [Int] { ledger.hidden(at: inFlight.now()) }

    /// Whether all there is to know of it is stored, and nobody watches. It tells nothing of dice
    /// that nobody may know of.
    var isAtRest: Bool {
        group.flights.isEmpty && hiddenThrows.isEmpty && ledger.isStored
            && subscribers.isEmpty
            && contributions.standing.isEmpty && asked == nil && !group.isBust
    }

    /// Sends what has changed now instead of when the gathering time is over.
    func flushFrames() {
        gathering.cancel()
        settling.cancel()
        subscribers.send(.frames, of: group)
    }

    var snapshot: TableSnapshot {
        var snapshot = group.snapshot
        let audience = subscribers.audience
        snapshot.owner = group.owner
        snapshot.watchers = audience.count
        snapshot.watching = audience.names
        if !contributions.standing.isEmpty {
            snapshot.contributors = contributors
        }
        return snapshot
    }

    /// The snapshot with the dice in flight, for watchers with plans.
    var plannedSnapshot: TableSnapshot {
        var snapshot = snapshot
        snapshot.flight = group.flight
        return snapshot
    }

    /// The snapshot for the answer to a connection that may watch.
    func snapshot(for owner: RollOwner) -> TableSnapshot {
        subscribers[owner]?.frames == .plan ? plannedSnapshot : snapshot
    }

    func watch(_ owner: RollOwner, _ params: WatchParams, output: any WatcherOutput)
        -> TableSnapshot
    {
        flushFrames()
        subscribers.add(
            owner,
            TableWatch(params, output: output, sentRevision: group.revision)
        )
        countLater()
        // The snapshot has none of their dice.
        for flying in group.throwsInFlight {
            gather(for: flying.recipients)
        }
        return snapshot(for: owner)
    }

    func unwatch(_ owner: RollOwner) {
        subscribers.remove(owner)
        countLater()
    }

    /// A watcher has another name.
    func watcherChanged() {
        subscribers.watcherChanged()
        countLater()
    }

    private func countLater() {
        if subscribers.isEmpty {
            return counting.cancel()
        }
        counting.start(after: times.counting, on: clock) { [weak self] in
            guard let self else { return }
            flushFrames()
            subscribers.sendAudience(of: group)
        }
    }

    /// Tells the watchers soon: every contributor to a roll contributes again to the next one.
    func contributorsChanged() {
        naming.start(after: Self.gatheringTime, on: clock) { [weak self] in
            if let self, !isDeleted {
                announceContributors()
            }
        }
    }

    private func announceContributors() {
        naming.cancel()
        announce(.contributorsChanged(contributors))
    }

    /// Sends a watcher whose reader has caught up what it has missed.
    func sendMissed(to owner: RollOwner) {
        subscribers.sendOwedFrame(of: group, to: owner)
        if !counting.isWaiting, !counting.hasEnded {
            subscribers.sendMissedAudience(of: group, to: owner)
        }
    }

    /// Ends every watch and refuses every later change.
    func markDeleted() {
        isDeleted = true
        asked?.stop(.tableDeleted)
        announce(.tableDeleted)
        subscribers.removeAll(group.name)
        counting.end()
        retrying.end()
    }

    /// Tells these watchers, after the frame that shows the state it tells of.
    ///
    /// - Parameter planned: what those with plans are told, if it is something else.
    func announce(
        _ kind: TableEvent.Kind,
        by: String? = nil,
        to recipients: Recipients = .everybody,
        planned: TableEvent.Kind? = nil
    ) {
        // Their frames go with it.
        if recipients == .everybody {
            for delay in [gathering, settling] {
                delay.cancel()
            }
        }
        if kind == .serverStopping {
            counting.end()
        }
        guard !subscribers.isEmpty else { return }
        let event = EventLines(kind, by: by, planned: planned, of: group)
        subscribers.send(.event(event), to: recipients, of: group)
    }
}

extension Table: DiceGroupObserver {
    func diceGroupDidChange(
        _ group: DiceGroup,
        isPassing: Bool,
        for recipients: Recipients
    ) {
        if isPassing ? subscribers.wantPassingValues : !subscribers.isEmpty {
            gather(for: recipients)
        }
    }

    private func gather(for recipients: Recipients) {
        if recipients.includeStrangers {
            let isKnown =
                !subscribers.wantPassingValues
                && !group.throwsInFlight.contains { $0.recipients.includeStrangers }
            let (delay, time) =
                isKnown
                ? (settling, Self.settlingTime) : (gathering, Self.gatheringTime)
            delay.start(after: time, on: clock) { [weak self] in self?.flushFrames() }
        } else {
            secretGathering.start(after: Self.gatheringTime, on: clock) { [weak self] in
                guard let self else { return }
                let names = group.throwsInFlight.flatMap { $0.recipients.names ?? [] }
                subscribers.send(.frames, to: .only(names), of: group)
            }
        }
    }

    func diceGroup(_ group: DiceGroup, didStart roll: RollFlight) {
        let chance = TableEvent.RollEntropy(
            commitment: roll.commitment,
            added: roll.chance
        )
        let flight = subscribers.wantPlans ? group.flight : nil
        announce(
            .rollStarted(rolled: roll.rolled, chance: chance),
            by: roll.by,
            planned: flight.map {
                .rollStarted(
                    rolled: roll.rolled,
                    chance: chance,
                    roll: roll.number,
                    plan: $0.plan
                )
            }
        )
        logger.debug(
            "roll started",
            metadata: ["by": "\(roll.by)", "roll": "\(roll.number)"]
        )
        activity()
    }

    func diceGroup(_ group: DiceGroup, didSettle roll: RollFlight) {
        guard let outcome = roll.outcome else { return }
        announce(
            .rollSettled(
                rolled: roll.rolled,
                outcome: outcome,
                reason: roll.reason,
                absent: roll.absent,
                dice: roll.dice,
                total: roll.total,
                rollsLeft: roll.rollsLeft,
                entered: roll.chance.entered
            ),
            by: roll.by
        )
        // Before the next roll, as it does not ask all of them any more.
        if outcome == .void, !contributions.standing.isEmpty {
            announceContributors()
        }
        logger.log(
            level: outcome == .completed ? .debug : .info,
            "roll \(outcome)",
            metadata: [
                "by": "\(roll.by)", "roll": "\(roll.number)",
                "reason": "\(roll.reason?.rawValue ?? "none")",
            ]
        )
        activity()
        guard roll.isAnimated else { return }
        if outcome == .completed {
            ledger.completedRolls.append(roll.number)
        }
        if outcome == .completed || group.isBust {
            storeSoon()
        }
    }

    func diceGroup(_ group: DiceGroup, didSettle thrown: ThrowFlight) {
        guard let result = thrown.result else { return }
        facesInFlight.settled(thrown.number)
        subscribers.send(.end(thrown), to: thrown.recipients, of: group)
        perform(
            ledger.settled(thrown.number, for: thrown.recipients, as: result, at: now())
        )
        guard thrown.recipients.includeStrangers else { return }
        logger.debug(
            "throw \(result.recipients == .everybody ? result.shown(to: []).outcome.rawValue : "ended")",
            metadata: ["by": "\(result.by)", "throw": "\(result.number)"]
        )
        activity()
    }

    func diceGroup(_ group: DiceGroup, didChangeLocksOf dice: [Int], by: String) {
        let states = group.snapshot.dice
        announce(.lockChanged(dice: dice.map { states[$0 - 1] }), by: by)
    }
}
