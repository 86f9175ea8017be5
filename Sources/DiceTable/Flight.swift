package import DiceModel

/// Who a flight belongs to: the connection that asked for it.
package struct RollOwner: Sendable, Hashable {
    package let number: Int

    package init(_ number: Int) {
        self.number = number
    }
}

/// Faces that are drawn and have changed nothing yet, so that they can be stored before anyone sees
/// them.
package protocol FlightDraw: Sendable {
    associatedtype Started: Flight
    /// Stores them as history will tell them, if the daemon dies before the dice settle. Returns
    /// the entry of a throw that ends as it begins, which is in history then.
    func save(in store: any TableStore, at: Timestamp) async throws(StoreError)
        -> SealedThrow?
    /// Starts the dice: from this moment on they animate.
    ///
    /// - Parameter reservation: the room that they take; nil for dice that come to rest at once.
    @TableActor func begin(at group: DiceGroup, taking reservation: Reservation?)
        -> Started
}

/// A die that tumbles towards the face of a draw.
typealias Tumbling = (draw: Int, animation: DieAnimation)

/// Dice that were drawn together, from their start until the last of them is at rest. It does not
/// keep the table alive.
///
/// `RollFlight` says where the table's own dice come from, and `ThrowFlight` where the dice of an
/// expression come from, which appear as others settle.
@TableActor
package class Flight {
    /// The number of the roll in its turn, or of the throw at its table, from 1.
    package let number: Int
    package let by: String
    package let owner: RollOwner?
    /// Whether the dice tumble first.
    package let isAnimated: Bool
    /// The table's pace when this began; dice that join later use it too.
    let pace: Double
    /// Counts from the start; nil without animation.
    let clock: FlightClock?
    private(set) weak var group: DiceGroup?
    /// The task of `rollAllWithAnimation`; nil without animation. It is never stored.
    package private(set) var animationTask: Task<Void, Never>?
    /// Whether every die is at rest, or is being brought there.
    package private(set) var hasSettled = false
    /// The room that its dice take among those in flight; nil if they take none.
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

    /// Ends the rest of the animation if a table was freed off its actor, too late to end it there.
    deinit {
        animationTask?.cancel()
    }

    /// The dice that it moves, so far.
    var flyingDice: [Die] { [] }

    /// Starts the dice that have waited for this draw; nil for those that wait for none.
    func start(after draw: Int?) -> [Tumbling] {
        []
    }

    /// Brings every die to rest on what was drawn, and tells it.
    func land(_ reason: CancelReason?) {}

    /// How many of its dice animate now, as everybody may know.
    package var animatingCount: Int { flyingDice.count { $0.isAnimating } }

    /// The dice begin to sleep until their first steps in the loop's next turn: a task that prefers
    /// an executor never starts at once, and one that does not prefer this one would start
    /// Dispatch's pool of threads.
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

    /// The die of this draw is at rest. Returns the dice that have waited for it, which tumble from
    /// now on. The flight ends with the last of its dice.
    private func settled(_ draw: Int) -> [Tumbling] {
        guard !hasSettled else { return [] }
        let next = start(after: draw)
        if next.isEmpty, !flyingDice.isAnyAnimating {
            end(animationTask?.isCancelled == true ? .cancel : nil)
        }
        return next
    }

    /// Settles every die at once, those that were still to come among them, and cancels the tasks
    /// that animate them. Returns their numbers.
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

    /// Returns when every die is at rest.
    package func settled() async {
        await animationTask?.value
    }
}

/// Animates the dice, each in a child task of its own, and after it those that have waited for it.
/// Returns when the last of them is at rest. All timers count from the same instant. Cancelling the
/// task settles every die at once.
///
/// - Parameter next: the dice that have waited for the one of this draw.
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
