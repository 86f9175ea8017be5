internal import DiceModel
internal import DiceTable
internal import DiceWire

/// Counts the dice that animate, so that those which are let in settle in time, and one user leaves room for others.
@TableActor
final class DiceInFlight {
    /// What a connection has in flight, and whose it was when that began.
    private struct Share {
        let account: Account
        var dice = 0
        var throwing = 0
    }

    private var count = 0
    private var shares: [RollOwner: Share] = [:]
    /// Of a connection that is open.
    private let account: (RollOwner) -> Account?

    init(account: @escaping (RollOwner) -> Account? = { _ in nil }) {
        self.account = account
    }

    /// To be called before a roll or a throw is stored; throws where its dice would be too many.
    ///
    /// - Parameters:
    ///   - landing: how many will land when it starts.
    ///   - throwing: how many throws it is.
    func admit(_ dice: Int, insteadOf landing: Int = 0, throwing: Int = 0, of owner: RollOwner) throws(WireError) {
        guard dice > 0 else { return }
        guard count + dice - landing <= Limits.diceInFlight else { throw .tooManyDiceInFlight(Limits.diceInFlight) }
        if var share = shares[owner] ?? account(owner).map({ Share(account: $0) }) {
            let account = share.account
            if account.key.isGuest {
                guard account.diceInFlight + dice - landing <= Limits.diceInFlightPerUser else {
                    throw .tooManyDiceInFlight(Limits.diceInFlightPerUser)
                }
                guard account.throwsInFlight + throwing <= Limits.throwsInFlightPerUser else {
                    throw .tooManyThrowsInFlight
                }
            }
            (share.dice, share.throwing) = (share.dice + dice, share.throwing + throwing)
            account.diceInFlight += dice
            account.throwsInFlight += throwing
            shares[owner] = share
        }
        count += dice
    }

    /// The dice of what was let in have settled, or never started.
    func landed(_ dice: Int, throwing: Int = 0, of owner: RollOwner?) {
        guard dice > 0 else { return }
        count -= dice
        guard let owner, var share = shares[owner] else { return }
        (share.dice, share.throwing) = (share.dice - dice, share.throwing - throwing)
        share.account.diceInFlight -= dice
        share.account.throwsInFlight -= throwing
        shares[owner] = share.dice == 0 ? nil : share
    }
}
