import DiceModel
import DiceWire

/// The size of the custom faces that a table's throws in flight carry; a new watcher receives all
/// of them.
///
/// The size depends only on the expression. Secret throws count for as long as their dice may move,
/// regardless of the faces.
struct FacesInFlight {
    private struct Share {
        let bytes: Int
        let user: Account.AccountKey?
        /// The time at which the throw stops counting; `nil` if it counts until it has settled.
        let end: Duration?
    }

    /// Each throw's share, by the throw's number.
    private var shares: [Int: Share] = [:]

    /// Throws `limitExceeded` if there is no room for another throw with this many bytes of faces.
    func check(_ bytes: Int, of user: Account.AccountKey?, at now: Duration)
        throws(WireError)
    {
        guard bytes > 0 else { return }
        let counted = shares.values.filter { $0.end.map { $0 > now } ?? true }
        let own = counted.filter { $0.user == user }.reduce(bytes) { $0 + $1.bytes }
        let all = counted.reduce(bytes) { $0 + $1.bytes }
        guard own <= Limits.facesInFlight / 2 else {
            throw WireError(
                .facesInFlight,
                ["limit": Limits.facesInFlight / 2, "bytes": own]
            )
        }
        guard all <= Limits.facesInFlight else {
            throw WireError(.facesInFlight, ["limit": Limits.facesInFlight, "bytes": all])
        }
    }

    /// Adds a throw that has been drawn.
    ///
    /// - Parameter end: the time at which the throw stops counting; `nil` if it counts until it has
    ///   settled.
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

    /// Removes a throw whose dice have settled.
    mutating func settled(_ number: Int) {
        if shares[number]?.end == nil {
            shares[number] = nil
        }
    }
}
