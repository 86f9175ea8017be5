internal import DiceModel
internal import DiceTable
internal import DiceWire

/// How much the large throws of each user store, so that nobody fills the disk with them.
///
/// A throw is counted once its faces are told, with what its entry takes, so that no refusal tells anything of faces before.
/// What is counted beyond the limit is paid for by waiting. In flight and not counted yet are at most as many dice as may be
/// (`DiceInFlight`), or `Limits.growingThrowsInFlight` entries of up to 200 kB, which are told within 10 s: whatever a user
/// does, 1 MB a second and 20 MB once.
///
/// `TurnShare` is no measure of this: it counts requests by turns of the loop, and lets who asks too much wait.
@TableActor
final class StoredByThrows {
    /// By the time of the server's start.
    private let now: () -> Duration
    /// Until when each user pays for what has been counted, at the rate that is allowed. Who has paid is none of them.
    private var paidBy: [Account.Key: Duration] = [:]

    /// What is allowed in a second may come at once.
    private static let burst = Duration.seconds(1)

    init(on clock: some TableClock) {
        let start = clock.now
        now = { start.duration(to: clock.now) }
    }

    /// To be called before the first face is drawn. Throws `limitExceeded` if this user has stored too much.
    func check(_ user: Account.Key) throws(WireError) {
        let wait = (paidBy[user] ?? .zero) - now() - Self.burst
        // From then on there is a byte's room.
        if wait >= .zero { throw .tooMuchThrown(retryAfter: Int(wait / .milliseconds(1)) + 1) }
    }

    /// The faces of a throw are told, and its entry takes so many bytes.
    func count(_ bytes: Int, of user: Account.Key) {
        guard bytes > Limits.smallThrow else { return }
        let now = now()
        paidBy = paidBy.filter { $0.value > now }
        paidBy[user, default: now] += .seconds(Double(bytes) / Double(Limits.storedByThrows))
    }
}
