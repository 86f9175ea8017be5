import DiceModel
import DiceWire

/// The faces of custom dice that the throws in flight at a table carry: a watcher that is new is
/// told of all of them.
///
/// They are counted by the expression alone, those of a secret throw for as long as its dice may
/// move, whatever its faces.
struct FacesInFlight {
    private struct Share {
        let bytes: Int
        let user: Account.AccountKey?
        /// Until when they count; nil for until the throw has settled.
        let end: Duration?
    }

    /// By the number of the throw.
    private var shares: [Int: Share] = [:]

    /// Throws `limitExceeded` if there is no room for another throw with so many bytes of faces.
    func check(_ bytes: Int, of user: Account.AccountKey?, at now: Duration)
        throws(WireError)
    {
        guard bytes > 0 else { return }
        let counted = shares.values.filter { $0.end.map { $0 > now } ?? true }
        let own = counted.filter { $0.user == user }.reduce(bytes) { $0 + $1.bytes }
        let all = counted.reduce(bytes) { $0 + $1.bytes }
        guard own <= Limits.facesInFlight / 2 else {
            throw .tooManyFacesInFlight(Limits.facesInFlight / 2, own)
        }
        guard all <= Limits.facesInFlight else {
            throw .tooManyFacesInFlight(Limits.facesInFlight, all)
        }
    }

    /// A throw has been drawn.
    ///
    /// - Parameter end: until when it counts; nil for until it has settled.
    mutating func add(
        _ number: Int,
        bytes: Int,
        of user: Account.AccountKey?,
        until end: Duration?,
        at now: Duration
    ) {
        shares = shares.filter { $0.value.end.map { $0 > now } ?? true }
        if bytes > 0 {
            shares[number] = Share(bytes: bytes, user: user, end: end)
        }
    }

    /// The dice of a throw have settled.
    mutating func settled(_ number: Int) {
        if shares[number]?.end == nil {
            shares[number] = nil
        }
    }
}
