import DiceModel
import DiceTable
import DiceWire
import Logging

/// A dice group together with its watchers, its storage and the frames between them.
///
/// Changes run one at a time, and each is stored before it takes effect, so no client ever sees a
/// state that a crash could undo.
@TableActor
final class Table {
    let group: DiceGroup
    let subscribers: Subscribers
    let store: any TableStore
    let lock = WriteLock()
    let inFlight: DiceInFlight
    let now: @Sendable () -> Timestamp
    private(set) var isDeleted = false
    /// LRU clock, shared by all tables.
    var lastUse = 0
    let logger: Logger
    /// Called after every change.
    let activity: () -> Void
    let clock: any TableClock
    let times: ServerTimes
    let counts: ServerCounts
    let quota: StorageQuota
    /// The contributions to the next roll.
    var contributions = Contributions()
    /// The names that want to be in the next match.
    var asking = Asking()
    /// The players without a connection here, by name.
    var absences: [String: Absence] = [:]
    /// The contributors that did not reveal for recent void rolls, at most as many as one turn may
    /// have.
    var missed: [String] = []
    /// The roll that is waiting for contributors; `nil` if there is none.
    var asked: AskedRoll? {
        didSet { group.awaitsReveals = asked != nil }
    }
    /// Debounces the notification of contributors.
    private let naming = Delay()
    /// Delays the frame that contains recent changes.
    private let gathering = Delay()
    /// The same delay for throws that only some see, so that the timing of others' frames does not
    /// depend on them.
    private let secretGathering = Delay()
    /// Delays the notification of settled dice if all watchers have plans and thus know when each
    /// die settles.
    private let settling = Delay()
    /// Debounces the number of watchers.
    private let counting = Delay()
    /// The progress of each draw, from drawn to published.
    var ledger = ThrowLedger()
    /// The custom faces in those draws.
    var facesInFlight = FacesInFlight()
    /// The task that stores outcomes of flights and ends a lost turn of a bank game.
    var storing: Task<Void, Never>?
    var isStoringDue = false
    /// Delays the next attempt to store.
    let retrying = Delay()
    /// The delay before the next attempt.
    var pause = Table.firstPause

    static let firstPause = Duration.seconds(1)
    static let longestPause = Duration.seconds(60)

    /// The time for which changes are gathered into one frame, on a clock with ticks of the same
    /// length: together at most one frame of a 60 Hz screen, and less than the shortest gap between
    /// two values of a die (0.051 of 0.5 s), so no value is skipped.
    static let gatheringTime = Duration.milliseconds(8)
    /// The time for which settled dice are gathered for watchers with plans; with one tick of the
    /// clock it is less than 50 ms.
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
        notePresence()
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

    /// The table's cost against the cache budget: its dice, plus the equivalent of some fifty dice
    /// for the rest.
    var weight: Int { group.dice.count + 50 }

    /// The numbers of the secret throws whose dice may still be moving.
    var hiddenThrows: [Int] { ledger.hidden(at: inFlight.now()) }

    /// True if everything is stored and no one is watching. It reveals nothing about secret dice.
    var isAtRest: Bool {
        group.flights.isEmpty && hiddenThrows.isEmpty && ledger.isStored
            && subscribers.isEmpty
            && contributions.standing.isEmpty && asked == nil
    }

    /// Sends pending changes immediately, before the gathering time is over.
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
        snapshot.asking = asking.names.isEmpty ? nil : asking.names
        snapshot.away = audience.away
        snapshot.bots = audience.bots
        if !contributions.standing.isEmpty {
            snapshot.contributors = contributors
        }
        return snapshot
    }

    /// The snapshot that includes the dice in flight, for watchers with plans.
    var plannedSnapshot: TableSnapshot {
        var snapshot = snapshot
        snapshot.flight = group.flight
        return snapshot
    }

    /// Returns the snapshot for a reply to a connection, which may be a watcher.
    func snapshot(for connection: ClientConnection) -> TableSnapshot {
        snapshot(for: connection.owner, connection)
    }

    private func snapshot(for owner: RollOwner, _ output: any WatcherOutput)
        -> TableSnapshot
    {
        var snapshot = subscribers[owner]?.frames == .plan ? plannedSnapshot : snapshot
        snapshot.may = PossibleActs(at: group).may(
            of: output.permit,
            standing: output.standing(at: group)
        )
        return snapshot
    }

    func watch(_ owner: RollOwner, _ params: WatchParams, output: any WatcherOutput)
        -> TableSnapshot
    {
        flushFrames()
        subscribers.add(
            owner,
            TableWatch(params, output: output, sentRevision: group.revision)
        )
        notePresence(of: subscribers[owner]?.viewers ?? [])
        subscribers[owner]?.sentAudience = subscribers.audience
        // The snapshot does not contain the dice of throws.
        for flying in group.throwsInFlight {
            gather(for: flying.recipients)
        }
        return snapshot(for: owner, output)
    }

    func unwatch(_ owner: RollOwner) {
        let names = subscribers[owner]?.names ?? []
        let viewers = subscribers[owner]?.viewers ?? []
        subscribers.remove(owner)
        askersLeft(names)
        notePresence(of: viewers)
    }

    /// Notes that a watcher's permit has been narrowed.
    func permitChanged(of owner: RollOwner) {
        subscribers.watcherChanged()
        subscribers.sendMay(of: group, to: owner)
        notePresence()
    }

    func countLater() {
        if subscribers.isEmpty {
            return counting.cancel()
        }
        counting.start(after: times.counting, on: clock) { [weak self] in
            guard let self else { return }
            flushFrames()
            subscribers.sendAudience(of: group)
        }
    }

    /// Notifies the watchers soon: after a roll, every contributor contributes again to the next
    /// one.
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

    /// Sends a watcher that has caught up the lines that it has missed.
    func sendMissed(to owner: RollOwner) {
        subscribers.sendOwedFrame(of: group, to: owner)
        if !counting.isWaiting, !counting.hasEnded {
            subscribers.sendMissedAudience(of: group, to: owner)
        }
    }

    /// Ends every watch and rejects all later changes.
    func markDeleted() {
        isDeleted = true
        asked?.stop(.tableDeleted)
        announce(.tableDeleted)
        subscribers.removeAll(group.name)
        counting.end()
        retrying.end()
    }

    /// Sends an event to these watchers, after the frame with the state that it describes.
    ///
    /// - Parameters:
    ///   - bot: true if a bot caused it, otherwise `nil`.
    ///   - planned: the event for watchers with plans, if it differs.
    func announce(
        _ kind: TableEvent.Kind,
        by: String? = nil,
        bot: Bool? = nil,
        to recipients: Recipients = .everybody,
        planned: TableEvent.Kind? = nil
    ) {
        // The watchers' frames precede the event.
        if recipients == .everybody {
            for delay in [gathering, settling] {
                delay.cancel()
            }
        }
        if kind == .serverStopping {
            counting.end()
        }
        if let by, !kind.isActForAbsentPlayer {
            noteAct(by: by)
        }
        guard !subscribers.isEmpty else { return }
        let event = EventLines(kind, by: by, bot: bot, planned: planned, of: group)
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
            bot: roll.isBot ? true : nil,
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
            by: roll.by,
            bot: roll.isBot ? true : nil
        )
        // Sent before the next roll, which no longer asks all of these contributors.
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
        let isStoredAsCancelled = roll.isAnimated && outcome == .completed
        let actions = diceSettled(isStoredAsCancelled ? roll.number : nil)
        // A roll without animation still holds the lock, and ends a lost turn itself.
        if roll.isAnimated {
            perform(actions)
        }
    }

    /// Records that the table's dice are at rest.
    ///
    /// - Parameter roll: the completed roll that is stored as cancelled; `nil` if there is none.
    func diceSettled(_ roll: Int? = nil) -> [ThrowLedger.Action] {
        let isTurnLost = group.isTurnLost && group.contradictions.isEmpty
        return ledger.settled(roll: roll, isTurnLost: isTurnLost)
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

    func diceGroup(_ group: DiceGroup, didMake change: LockPlan) {
        let states = group.snapshot.dice
        announce(
            .lockChanged(dice: change.changing.map { states[$0 - 1] }),
            by: change.by,
            bot: change.isBot ? true : nil
        )
    }
}
