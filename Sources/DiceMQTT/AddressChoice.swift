/// Which addresses of a broker's name to try. libmosquitto tries only the first one that takes time
/// to answer, so that the others get a turn now and then, and soon as long as none has been good.
struct AddressChoice: Sendable, Hashable {
    enum Family: Sendable, Hashable {
        case v4, v6
    }

    /// nil is what the system gives first.
    private var good: Family?
    private var wasGood = false
    private var failures = 0

    /// The only addresses to try; nil for the first that the system gives.
    var family: Family? {
        guard isDetour else { return good }
        let others = ([nil, .v4, .v6] as [Family?]).filter { $0 != good }
        return others[failures / period % others.count]
    }

    /// Whether it is another one's turn.
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
