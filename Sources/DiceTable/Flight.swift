package import DiceModel

/// The connection that a flight belongs to.
package struct RollOwner: Sendable, Hashable {
    package let number: Int

    package init(_ number: Int) {
        self.number = number
    }
}

/// Faces that were drawn but have changed nothing yet, so that they can be stored before anyone
/// sees them.
package protocol FlightDraw: Sendable {
    associatedtype Started: Flight
    /// Stores the faces as history will report them if the daemon dies before the dice settle. If a
    /// throw ends as it begins, returns its entry, which is already in history.
    func save(in store: any TableStore, at: Timestamp) async throws(StoreError)
        -> SealedThrow?
    /// Starts the dice; from now on they animate.
    ///
    /// - Parameter reservation: The capacity that the dice use; `nil` for dice that settle at once.
    @TableActor func begin(at group: DiceGroup, taking reservation: Reservation?)
        -> Started
}

/// A draw and the animation of the die that will show its face.
typealias Tumbling = (draw: Int, animation: DieAnimation)

/// Dice that were drawn together, from their start until the last one settles. A flight does not
/// keep its table alive.
///
/// A `RollFlight` moves the table's own dice. A `ThrowFlight` moves the dice of an expression,
/// which appear as others settle.
@TableActor
package class Flight {
    /// The roll's number within its turn, or the throw's number at its table, from 1.
    package let number: Int
    package let by: String
    package let owner: RollOwner?
    /// True if the dice animate before they settle.
    package let isAnimated: Bool
    /// The table's pace at the start of the flight; dice that join later use it too.
    let pace: Double
    /// The clock, which counts from the start; `nil` without animation.
    let clock: FlightClock?
    private(set) weak var group: DiceGroup?
    /// The task of `rollAllWithAnimation`; `nil` without animation. Never stored.
    package private(set) var animationTask: Task<Void, Never>?
    /// True if every die is at rest or is being settled.
    package private(set) var hasSettled = false
    /// The flight's share of the limit on dice in flight; `nil` if it uses none.
    package let reservation: Reservation?

    init(
        at group: DiceGroup,
        number: Int,
        by: String,
        owner: RollOwner?,
        isAnimated: Bool,
        taking reservation: Reservation?
    ) {
        self.group = group
        self.number = number
        self.by = by
        self.owner = owner
        self.isAnimated = isAnimated
        self.reservation = reservation
        pace = group.settings.pace ?? 1
        clock = isAnimated ? FlightClock(group.clock) : nil
    }

    /// Cancels the animation of a table that was freed off its actor, where it could not be ended.
    deinit {
        animationTask?.cancel()
    }

    /// The dice moved by the flight so far.
    var flyingDice: [Die] { [] }

    /// Starts the dice that were waiting for this draw; `nil` starts the dice that do not wait for
    /// any draw.
    func start(after draw: Int?) -> [Tumbling] {
        []
    }

    /// Settles every die on its drawn face and reports the end.
    func land(_ reason: CancelReason?) {}

    /// The number of dice that are animating now, as shown to everyone.
    package var animatingCount: Int { flyingDice.count { $0.isAnimating } }

    /// Starts the animation task. The dice first sleep in the loop's next turn: a task that prefers
    /// an executor never starts at once, and one that does not prefer this executor would start
    /// Dispatch's thread pool.
    func begin() {
        let dice = start(after: nil)
        guard let clock, !dice.isEmpty else { return end(nil) }
        let next: @TableActor (Int) -> [Tumbling] = { [weak self] in
            self?.settled($0) ?? []
        }
        animationTask = Task.immediate(
            executorPreference: TableActor.shared.taskExecutor
        ) {
            @TableActor in
            await rollAllWithAnimation(dice, on: clock, next: next)
        }
    }

    /// Records that the die of this draw is at rest. Returns the dice that were waiting for that
    /// die and are now animating. The flight ends with its last die.
    private func settled(_ draw: Int) -> [Tumbling] {
        guard !hasSettled else { return [] }
        let next = start(after: draw)
        if next.isEmpty, !flyingDice.isAnyAnimating {
            end(animationTask?.isCancelled == true ? .cancel : nil)
        }
        return next
    }

    /// Settles every die at once, including dice that have not appeared yet, and cancels the
    /// animation tasks. Returns the numbers of the settled dice.
    @discardableResult
    package func stop(_ reason: CancelReason) -> [Int] {
        guard !hasSettled else { return [] }
        var stopped: [Int] = []
        for die in flyingDice where die.isAnimating {
            stopped.append(die.number)
        }
        let appeared = flyingDice.count
        animationTask?.cancel()
        end(reason)
        for die in flyingDice.dropFirst(appeared) {
            stopped.append(die.number)
        }
        return stopped
    }

    private func end(_ reason: CancelReason?) {
        hasSettled = true
        reservation?.dice = 0
        land(reason)
    }

    /// Waits until every die is at rest.
    package func settled() async {
        await animationTask?.value
    }
}

/// Animates each die in its own child task, followed by the dice that were waiting for that die.
/// Returns when the last die is at rest. All timers count from the same instant. Cancelling the
/// task settles every die at once.
///
/// - Parameter next: Returns the dice that were waiting for the die of this draw.
@TableActor
private func rollAllWithAnimation(
    _ dice: [Tumbling],
    on clock: FlightClock,
    next: @escaping @TableActor (Int) -> [Tumbling]
) async {
    await withDiscardingTaskGroup { group in
        for (draw, animation) in dice {
            group.addImmediateTask { @TableActor in
                await animation.animateRoll(on: clock)
                let waiting = next(draw)
                if !waiting.isEmpty {
                    await rollAllWithAnimation(waiting, on: clock, next: next)
                }
            }
        }
    }
}
