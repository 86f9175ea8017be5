import DiceModel
import DiceTable
import DiceWire

/// Limits the size of each user's large throws, so that no one fills the disk with them.
///
/// A throw counts with the size of its entry, once its faces are known, so that no refusal reveals
/// them earlier; a secret throw counts in advance, with its maximum size. A user who exceeds the
/// limit has to wait. Throws in flight that have not counted yet are limited by `DiceInFlight`, or
/// to `Limits.growingThrowsInFlight` entries of up to 200 kB, which end within 10 s. In total a
/// user can store 1 MB a second, plus 20 MB once.
///
/// `RequestTurns` do not limit this: they count requests per tick of the loop, and delay users who
/// ask too much.
@TableActor
final class StoredByThrows {
    private let now: () -> Duration
    /// The time at which each user's counted bytes are paid off at the allowed rate. Users without
    /// debt are not listed.
    private var paidBy: [Account.AccountKey: Duration] = [:]

    /// The amount for one second may be used at once.
    private static let burst = Duration.seconds(1)

    init(_ now: @escaping () -> Duration) {
        self.now = now
    }

    /// Throws `limitExceeded` if this user has stored too much to allow a throw of up to this many
    /// bytes. Call it before the first face is drawn.
    func check(_ user: Account.AccountKey, for bytes: Int) throws(WireError) {
        guard bytes > Limits.smallThrow else { return }
        let wait = (paidBy[user] ?? .zero) - now() - Self.burst
        // At that time there is room for a byte.
        if wait >= .zero {
            throw WireError(
                .storedPerSecond,
                [
                    "limit": Limits.storedByThrows,
                    "megabytes": Limits.storedByThrows / 1_000_000,
                    "retryAfter": Int(wait / .milliseconds(1)) + 1,
                ]
            )
        }
    }

    /// Counts a throw of this many bytes.
    func count(_ bytes: Int, of user: Account.AccountKey) {
        guard bytes > Limits.smallThrow else { return }
        let now = now()
        paidBy = paidBy.filter { $0.value > now }
        paidBy[user, default: now] += .seconds(
            Double(bytes) / Double(Limits.storedByThrows)
        )
    }
}
