import DiceModel
import DiceTable
import DiceWire

/// Counts the dice that animate, so that those which are let in settle in time, and one user leaves room for others.
@TableActor
final class DiceInFlight {
    /// What animates, or is about to.
    struct Load: Equatable {
        /// Dice of rolls, and of throws.
        var rolled = 0, thrown = 0
        /// Dice that may follow from faces of secret throws: they count for their owner, and are told to nobody else.
        var hidden = 0
        var throwCount = 0
        /// The throws among these whose number of dice is not known yet.
        var growing = 0

        /// How many others know of.
        var dice: Int { rolled + thrown }

        mutating func change(by load: Load, times: Int) {
            rolled += times * load.rolled
            thrown += times * load.thrown
            hidden += times * load.hidden
            throwCount += times * load.throwCount
            growing += times * load.growing
        }
    }

    /// What a connection has in flight, and whose it was when that began.
    private struct Share {
        let account: Account?
        var load = Load()
    }

    private(set) var count = 0
    private var shares: [RollOwner: Share] = [:]
    /// What counts for its owner alone, and until when: more than what animates.
    private var held: [(load: Load, owner: RollOwner, end: Duration)] = []
    /// The time since the server's start.
    let now: () -> Duration
    /// The account of an open connection.
    let account: (RollOwner) -> Account?
    let stored: StoredByThrows

    init(on clock: some TableClock, account: @escaping (RollOwner) -> Account? = { _ in nil }) {
        let start = clock.now
        now = { start.duration(to: clock.now) }
        stored = StoredByThrows(now)
        self.account = account
    }

    /// Takes room; nil for no dice. To be called before the first face is drawn; throws if it would be too much. Dice that
    /// follow from faces never ask for room: they are added.
    ///
    /// - Parameters:
    ///   - landing: dice of the roll that it replaces.
    ///   - time: for how long from its start it counts for its owner, whatever animates; nil for as long as its dice do.
    func admit(
        _ load: Load, insteadOf landing: Int = 0, of owner: RollOwner, for time: Duration? = nil
    ) throws(WireError) -> Reservation? {
        guard load.dice > 0 else { return nil }
        release()
        guard count + load.dice - landing <= Limits.diceInFlight else {
            throw .tooManyDiceInFlight(Limits.diceInFlight)
        }
        let share = share(of: owner)
        let isUser = share.account?.isOneUser == true
        let others = isUser ? share.account?.inFlight ?? Load() : share.load
        let growing = share.account?.inFlight.growing ?? 0
        guard load.growing == 0 || growing < Limits.growingThrowsInFlight else {
            throw .tooManyThrowsInFlight(Limits.growingThrowsInFlight, "throws that bring more dice along")
        }
        guard load.thrown == 0 || others.mostThrown + load.mostThrown <= Limits.thrownDiceInFlight else {
            throw .tooManyDiceInFlight(
                Limits.thrownDiceInFlight, of: isUser ? "the throws of one user" : "the throws of one connection")
        }
        if share.account?.key.isGuest == true {
            guard
                others.rolled + load.rolled + others.mostThrown + load.mostThrown - landing
                    <= Limits.diceInFlightPerUser
            else {
                throw .tooManyDiceInFlight(Limits.diceInFlightPerUser, of: "one user")
            }
            guard others.throwCount + load.throwCount <= Limits.throwsInFlightPerUser else {
                throw .tooManyThrowsInFlight(Limits.throwsInFlightPerUser, "throws")
            }
        }
        add(load, of: owner)
        var (taken, payer) = (load, owner as RollOwner?)
        return Reservation(load.dice) { [self] dice in
            if let time, let owner = payer.take() { held.append((load, owner, now() + time)) }
            let next = load.rolled > 0 ? Load(rolled: dice) : Load(throwing: dice, grows: load.growing > 0)
            add(next, of: payer)
            remove(taken, of: payer)
            taken = next
        }
    }

    /// They animate, whatever the limits.
    func add(_ load: Load, of owner: RollOwner?) { change(by: load, times: 1, of: owner) }

    /// They have settled, or have never started.
    func remove(_ load: Load, of owner: RollOwner?) { change(by: load, times: -1, of: owner) }

    private func release() {
        let now = now()
        for each in held where each.end <= now { changeShare(by: each.load, times: -1, of: each.owner) }
        held.removeAll { $0.end <= now }
    }

    private func change(by load: Load, times: Int, of owner: RollOwner?) {
        count += times * load.dice
        if let owner { changeShare(by: load, times: times, of: owner) }
    }

    private func changeShare(by load: Load, times: Int, of owner: RollOwner) {
        var share = share(of: owner)
        share.load.change(by: load, times: times)
        share.account?.inFlight.change(by: load, times: times)
        shares[owner] = share.load == Load() ? nil : share
    }

    private func share(of owner: RollOwner) -> Share { shares[owner] ?? Share(account: account(owner)) }
}

extension DiceInFlight.Load {
    /// A throw of this many dice; nothing if it has none.
    ///
    /// - Parameters:
    ///   - most: how many it counts for at its owner.
    ///   - grows: whether it is not known how many it will have.
    init(throwing dice: Int, most: Int = 0, grows: Bool) {
        guard dice > 0 else { return }
        (thrown, hidden, throwCount, growing) = (dice, max(0, most - dice), 1, grows ? 1 : 0)
    }

    fileprivate var mostThrown: Int { thrown + hidden }
}
