import DiceModel
import DiceTable
import DiceWire

/// Admission control for animating dice: limits them so that all settle in time, and so that no
/// user takes the room of others.
@TableActor
final class DiceInFlight {
    /// Dice that are animating, or are about to.
    struct Load: Equatable {
        /// The number of dice of rolls, and of throws.
        var rolled = 0, thrown = 0
        /// The number of dice that may follow from faces of secret throws. They count for their
        /// owner only and are invisible to everyone else.
        var hidden = 0
        var throwCount = 0
        /// The number of these throws whose number of dice is not known yet.
        var growing = 0

        /// The number of dice that others know about.
        var dice: Int { rolled + thrown }

        mutating func change(by load: Load, times: Int) {
            rolled += times * load.rolled
            thrown += times * load.thrown
            hidden += times * load.hidden
            throwCount += times * load.throwCount
            growing += times * load.growing
        }
    }

    /// The connection for which dice count, and its account at the time of the request.
    ///
    /// It holds the account for as long as anything counts, so that a user who disconnects and
    /// returns gets the same one.
    struct Payer: Hashable {
        let owner: RollOwner
        let account: Account?

        init(_ owner: RollOwner, _ account: Account? = nil) {
            self.owner = owner
            self.account = account
        }

        init(_ roller: Roller) {
            self.init(roller.owner, roller.account)
        }

        static func == (a: Payer, b: Payer) -> Bool {
            a.owner == b.owner && a.account === b.account
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(owner)
        }
    }

    private(set) var count = 0
    private var loads: [Payer: Load] = [:]
    /// Load that counts for its payer until `end`, even if none of its dice are animating.
    private var held: [(load: Load, payer: Payer, end: Duration)] = []
    /// The time since the server's start.
    let now: () -> Duration
    let stored: StoredByThrows

    init(on clock: some TableClock) {
        let start = clock.now
        now = { start.duration(to: clock.now) }
        stored = StoredByThrows(now)
    }

    /// Reserves room; returns `nil` for no dice. Call it before the first face is drawn. Throws if
    /// the load would exceed a limit. Dice that follow from faces need no admission: they are
    /// added.
    ///
    /// - Parameters:
    ///   - landing: the dice of the roll that the new roll replaces.
    ///   - time: the time, from the start, for which the load counts for its payer even if nothing
    ///     is animating; `nil` for as long as its dice are animating.
    func admit(
        _ load: Load,
        insteadOf landing: Int = 0,
        of payer: Payer,
        for time: Duration? = nil
    ) throws(WireError) -> Reservation? {
        guard load.dice > 0 else { return nil }
        release()
        guard count + load.dice - landing <= Limits.diceInFlight else {
            throw WireError(.diceInFlight, ["limit": Limits.diceInFlight])
        }
        let account = payer.account
        let isUser = account?.isOneUser == true
        let others = (isUser ? account?.inFlight : loads[payer]) ?? Load()
        let growing = account?.inFlight.growing ?? 0
        guard load.growing == 0 || growing < Limits.growingThrowsInFlight else {
            throw WireError(
                .growingThrowsOfUser,
                ["limit": Limits.growingThrowsInFlight]
            )
        }
        guard
            load.thrown == 0
                || others.maxThrown + load.maxThrown <= Limits.thrownDiceInFlight
        else {
            throw WireError(
                isUser ? .thrownByUser : .thrownByConnection,
                ["limit": Limits.thrownDiceInFlight]
            )
        }
        if account?.key.isGuest == true {
            guard
                others.rolled + load.rolled + others.maxThrown + load.maxThrown
                    - landing
                    <= Limits.diceInFlightPerUser
            else {
                throw WireError(.diceOfUser, ["limit": Limits.diceInFlightPerUser])
            }
            guard others.throwCount + load.throwCount <= Limits.throwsInFlightPerUser
            else {
                throw WireError(.throwsOfUser, ["limit": Limits.throwsInFlightPerUser])
            }
        }
        add(load, of: payer)
        var taken = load
        var counted: Payer? = payer
        return Reservation(load.dice) { [self] dice in
            if let time, let payer = counted.take() {
                held.append((load, payer, now() + time))
            }
            let next =
                load.rolled > 0
                ? Load(rolled: dice) : Load(throwing: dice, grows: load.growing > 0)
            add(next, of: counted)
            remove(taken, of: counted)
            taken = next
        }
    }

    /// Adds load regardless of the limits.
    func add(_ load: Load, of payer: Payer?) {
        change(by: load, times: 1, of: payer)
    }

    /// Removes load whose dice have settled or never started.
    func remove(_ load: Load, of payer: Payer?) {
        change(by: load, times: -1, of: payer)
    }

    private func release() {
        let now = now()
        for each in held where each.end <= now {
            charge(each.load, times: -1, to: each.payer)
        }
        held.removeAll { $0.end <= now }
    }

    private func change(by load: Load, times: Int, of payer: Payer?) {
        count += times * load.dice
        if let payer {
            charge(load, times: times, to: payer)
        }
    }

    private func charge(_ load: Load, times: Int, to payer: Payer) {
        var sum = loads[payer] ?? Load()
        sum.change(by: load, times: times)
        payer.account?.inFlight.change(by: load, times: times)
        loads[payer] = sum == Load() ? nil : sum
    }
}

extension DiceInFlight.Load {
    /// Creates the load of a throw of this many dice; empty for 0.
    ///
    /// - Parameters:
    ///   - most: the maximum number of dice, which counts for the throw's owner.
    ///   - grows: true if the throw's number of dice is not known in advance.
    init(throwing dice: Int, maximum: Int = 0, grows: Bool) {
        guard dice > 0 else { return }
        thrown = dice
        hidden = max(0, maximum - dice)
        throwCount = 1
        growing = grows ? 1 : 0
    }

    fileprivate var maxThrown: Int { thrown + hidden }
}
