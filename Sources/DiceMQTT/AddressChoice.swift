/// Chooses which of the addresses behind a broker's name to try. libmosquitto goes no
/// further than the first address that does not answer at once. The other addresses are therefore
/// tried occasionally, or often as long as none has worked.
struct AddressChoice: Sendable, Hashable {
    enum Family: Sendable, Hashable {
        case v4, v6
    }

    /// The family that worked; `nil` for the system's first address.
    private var good: Family?
    private var wasGood = false
    private var failures = 0

    /// The only addresses to try; `nil` for the system's first address.
    var family: Family? {
        guard isDetour else { return good }
        let others = ([nil, .v4, .v6] as [Family?]).filter { $0 != good }
        return others[failures / period % others.count]
    }

    /// True if another address gets a turn.
    var isDetour: Bool { failures % period == period - 1 }

    private var period: Int { wasGood ? 10 : 2 }

    mutating func failed() {
        failures += 1
    }

    mutating func accepted() {
        good = family
        wasGood = true
        failures = 0
    }
}
