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

    /// Takes room, to be given back by `remove`. To be called before the first face is drawn; throws if it would be too
    /// much. Dice that follow from faces never ask for room: they are added.
    ///
    /// - Parameter landing: how many dice will land when it starts.
    func admit(_ load: Load, insteadOf landing: Int = 0, of owner: RollOwner) throws(WireError) {
        guard load.dice > 0 else { return }
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
    }

    /// They animate, whatever the limits.
    func add(_ load: Load, of owner: RollOwner?) { change(by: load, times: 1, of: owner) }

    /// They have settled, or have never started.
    func remove(_ load: Load, of owner: RollOwner?) { change(by: load, times: -1, of: owner) }

    /// It counts for its owner for so long, whatever animates.
    func hold(_ load: Load, for time: Duration, of owner: RollOwner) {
        changeShare(by: load, times: 1, of: owner)
        held.append((load, owner, now() + time))
    }

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

/// How much the large throws of each user store, so that nobody fills the disk with them.
///
/// A throw is counted once its faces are told, with what its entry takes, so that no refusal tells anything of faces before;
/// a secret one before, with what it may take at most.
/// What is counted beyond the limit is paid for by waiting. In flight and not counted yet are at most as many dice as may be
/// (`DiceInFlight`), or `Limits.growingThrowsInFlight` entries of up to 200 kB, which are told within 10 s: whatever a user
/// does, 1 MB a second and 20 MB once.
///
/// `RateLimit` is no measure of this: it counts requests by turns of the loop, and makes a user who asks too much wait.
@TableActor
final class StoredByThrows {
    private let now: () -> Duration
    /// Until when each user pays for what has been counted, at the allowed rate. A user who has paid is not listed.
    private var paidBy: [Account.AccountKey: Duration] = [:]

    /// What is allowed in a second may come at once.
    private static let burst = Duration.seconds(1)

    init(_ now: @escaping () -> Duration) { self.now = now }

    /// To be called before the first face is drawn. Throws `limitExceeded` if this user has stored too much for a throw
    /// that may take so many bytes.
    func check(_ user: Account.AccountKey, for bytes: Int) throws(WireError) {
        guard bytes > Limits.smallThrow else { return }
        let wait = (paidBy[user] ?? .zero) - now() - Self.burst
        // From then on there is a byte's room.
        if wait >= .zero { throw .tooMuchThrown(retryAfter: Int(wait / .milliseconds(1)) + 1) }
    }

    /// A throw takes this many bytes.
    func count(_ bytes: Int, of user: Account.AccountKey) {
        guard bytes > Limits.smallThrow else { return }
        let now = now()
        paidBy = paidBy.filter { $0.value > now }
        paidBy[user, default: now] += .seconds(Double(bytes) / Double(Limits.storedByThrows))
    }
}
