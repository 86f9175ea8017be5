import DiceModel
import DiceTable
import DiceWire

/// How much the large throws of each user store, so that nobody fills the disk with them.
///
/// A throw is counted once its faces are told, with what its entry takes, so that no refusal tells
/// anything of faces before; a secret one before, with what it may take at most. What is counted
/// beyond the limit is paid for by waiting. In flight and not counted yet are at most as many dice
/// as may be (`DiceInFlight`), or `Limits.growingThrowsInFlight` entries of up to 200 kB, which are
/// told within 10 s: whatever a user does, 1 MB a second and 20 MB once.
///
/// `RequestTurns` do not limit this: they count requests by ticks of the loop, and let a user who
/// asks too much wait.
@TableActor
final class StoredByThrows {
    private let now: () -> Duration
    /// Until when each user pays for what has been counted, at the allowed rate. A user who has
    /// paid is not listed.
    private var paidBy: [Account.AccountKey: Duration] = [:]

    /// What is allowed in a second may come at once.
    private static let burst = Duration.seconds(1)

    init(_ now: @escaping () -> Duration) {
        self.now = now
    }

    /// To be called before the first face is drawn. Throws `limitExceeded` if this user has stored
    /// too much for a throw that may take so many bytes.
    func check(_ user: Account.AccountKey, for bytes: Int) throws(WireError) {
        guard bytes > Limits.smallThrow else { return }
        let wait = (paidBy[user] ?? .zero) - now() - Self.burst
        // From then on there is a byte's room.
        if wait >= .zero {
            throw .tooMuchThrown(retryAfter: Int(wait / .milliseconds(1)) + 1)
        }
    }

    /// A throw takes this many bytes.
    func count(_ bytes: Int, of user: Account.AccountKey) {
        guard bytes > Limits.smallThrow else { return }
        let now = now()
        paidBy = paidBy.filter { $0.value > now }
        paidBy[user, default: now] += .seconds(
            Double(bytes) / Double(Limits.storedByThrows)
        )
    }
}
