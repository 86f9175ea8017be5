import DiceModel
import DiceTable
import DiceWire

/// Counts the dice that animate, so that those which are let in settle in time, and one user leaves
/// room for others.
@TableActor
final class DiceInFlight {
    /// What animates, or is about to.
    struct Load: Equatable {
        /// Dice of rolls, and of throws.
        var rolled = 0, thrown = 0
        /// Dice that may follow from faces of secret throws: they count for their owner, and are
        /// told to nobody else.
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

    /// The connection for which dice count, and the account that it had when they were asked for.
    ///
    /// It keeps the account for as long as anything counts, so that whoever disconnects and returns
    /// finds the same one.
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
    /// What counts for its payer alone, and until when: more than what animates.
    private var held: [(load: Load, payer: Payer, end: Duration)] = []
    /// The time since the server's start.
    let now: () -> Duration
    let stored: StoredByThrows

    init(on clock: some TableClock) {
        let start = clock.now
        now = { start.duration(to: clock.now) }
        stored = StoredByThrows(now)
    }

    /// Takes room; nil for no dice. To be called before the first face is drawn; throws if it would
    /// be too much. Dice that follow from faces never ask for room: they are added.
    ///
    /// - Parameters:
    ///   - landing: dice of the roll that it replaces.
    ///   - time: for how long from its start it counts for its payer, whatever animates; nil for as
    ///     long as its dice do.
    func admit(
        _ load: Load,
        insteadOf landing: Int = 0,
        of payer: Payer,
        for time: Duration? = nil
    ) throws(WireError) -> Reservation? {
        guard load.dice > 0 else { return nil }
        release()
        guard count + load.dice - landing <= Limits.diceInFlight else {
            throw .tooManyDiceInFlight(Limits.diceInFlight)
        }
        let account = payer.account
        let isUser = account?.isOneUser == true
        let others = (isUser ? account?.inFlight : loads[payer]) ?? Load()
        let growing = account?.inFlight.growing ?? 0
        guard load.growing == 0 || growing < Limits.growingThrowsInFlight else {
            throw .tooManyThrowsInFlight(
                Limits.growingThrowsInFlight,
                "throws that bring more dice along"
            )
        }
        guard
            load.thrown == 0
                || others.mostThrown + load.mostThrown <= Limits.thrownDiceInFlight
        else {
            throw .tooManyDiceInFlight(
                Limits.thrownDiceInFlight,
                of: isUser ? "the throws of one user" : "the throws of one connection"
            )
        }
        if account?.key.isGuest == true {
            guard
                others.rolled + load.rolled + others.mostThrown + load.mostThrown
                    - landing
                    <= Limits.diceInFlightPerUser
            else {
                throw .tooManyDiceInFlight(Limits.diceInFlightPerUser, of: "one user")
            }
            guard others.throwCount + load.throwCount <= Limits.throwsInFlightPerUser
            else {
                throw .tooManyThrowsInFlight(Limits.throwsInFlightPerUser, "throws")
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

    /// They animate, whatever the limits.
    func add(_ load: Load, of payer: Payer?) {
        change(by: load, times: 1, of: payer)
    }

    /// They have settled, or have never started.
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
    /// A throw of this many dice; nothing if it has none.
    ///
    /// - Parameters:
    ///   - most: how many it counts for at its owner.
    ///   - grows: whether it is not known how many it will have.
    init(throwing dice: Int, most: Int = 0, grows: Bool) {
        guard dice > 0 else { return }
        thrown = dice
        hidden = max(0, most - dice)
        throwCount = 1
        growing = grows ? 1 : 0
    }

    fileprivate var mostThrown: Int { thrown + hidden }
}
