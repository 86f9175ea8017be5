internal import DiceModel
internal import DiceProof
internal import DiceTable
internal import DiceWire

/// What a connection has promised to add to the chance of a table's next roll.
struct Contribution: Hashable {
    let owner: RollOwner
    var contributor: Contributor
}

/// The promises that stand at a table, in the order in which they came, one a connection.
struct Contributions {
    private(set) var standing: [Contribution] = []

    var contributors: [Contributor] { standing.map(\.contributor) }

    /// Throws `limitExceeded` where there are `Limits.contributors` others.
    mutating func add(_ contribution: Contribution) throws(WireError) {
        if let index = standing.firstIndex(where: { $0.owner == contribution.owner }) {
            standing[index] = contribution
        } else {
            guard standing.count < Limits.contributors else { throw .tooManyContributors }
            standing.append(contribution)
        }
    }

    /// Returns whether a promise of this connection stands under another name now.
    mutating func rename(_ owner: RollOwner, to name: String) -> Bool {
        guard let index = standing.firstIndex(where: { $0.owner == owner && $0.contributor.by != name }) else {
            return false
        }
        standing[index].contributor.by = name
        return true
    }

    /// Takes away all for which `isGone` holds. Returns them.
    @discardableResult
    mutating func remove(where isGone: (Contribution) -> Bool) -> [Contribution] {
        let gone = standing.filter(isGone)
        standing.removeAll(where: isGone)
        return gone
    }
}

/// A roll that has been asked for and waits for what its contributors have promised.
@TableActor
final class AskedRoll {
    let contributions: [Contribution]
    private var reveals: [String?]
    /// Why it is void; nil while it need not be.
    private(set) var reason: CancelReason?
    /// Who is to blame for that: they did not reveal, each name once.
    private(set) var absent: [String] = []
    private var isOver = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ contributions: [Contribution]) {
        self.contributions = contributions
        reveals = Array(repeating: nil, count: contributions.count)
    }

    /// Throws `revealMismatch` where this connection has promised nothing, or something else.
    func reveal(_ entropy: String, from owner: RollOwner) throws(WireError) {
        guard let index = contributions.firstIndex(where: { $0.owner == owner }), !isOver else {
            throw .nothingToReveal
        }
        guard Entropy.commitment(entropy) == contributions[index].contributor.commitment else { throw .otherSecret }
        reveals[index] = entropy
        if !reveals.contains(nil) { end(nil) }
    }

    /// What a connection has not revealed will not come.
    func left(_ owner: RollOwner, _ reason: CancelReason) { end(reason) { $0 == owner } }

    /// The time is up.
    func timeIsUp() { end(.absent) { _ in true } }

    /// Nobody is waited for any more, and nobody is to blame.
    func stop(_ reason: CancelReason) { end(reason) }

    /// - Parameter isAbsent: who had to reveal; where that is nobody who has not, nothing ends.
    private func end(_ reason: CancelReason?, for isAbsent: ((RollOwner) -> Bool)? = nil) {
        guard !isOver else { return }
        if let isAbsent {
            for (contribution, reveal) in zip(contributions, reveals)
            where reveal == nil && isAbsent(contribution.owner) {
                if !absent.contains(contribution.contributor.by) { absent.append(contribution.contributor.by) }
            }
            if absent.isEmpty { return }
        }
        (isOver, self.reason) = (true, reason)
        let waiting = waiting
        self.waiting = []
        for waiter in waiting { waiter.resume() }
    }

    /// Returns when all have answered, or nobody is waited for any more.
    func ended() async {
        // Looked at inside: whoever awaits may be overtaken by the end before it waits.
        await withCheckedContinuation { continuation in
            if isOver { continuation.resume() } else { waiting.append(continuation) }
        }
    }

    /// What they have revealed, in the order of the list.
    var revealed: [String] { reveals.compactMap(\.self) }
}
