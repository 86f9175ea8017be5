internal import DiceModel
internal import DiceProof
internal import DiceTable
internal import DiceWire

/// What a connection has promised to add to the chance of a table's next roll.
struct Contribution {
    let owner: RollOwner
    let contributor: Contributor
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
        if !reveals.contains(nil) { end() }
    }

    /// A connection has closed: what it has not revealed will not come.
    func left(_ owner: RollOwner) {
        for (index, contribution) in contributions.enumerated()
        where contribution.owner == owner && reveals[index] == nil {
            end()
        }
    }

    /// Waits no longer.
    func end() {
        isOver = true
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

    /// Who has not answered, each name once.
    var absent: [String] {
        var names: [String] = []
        for (contribution, reveal) in zip(contributions, reveals)
        where reveal == nil && !names.contains(contribution.contributor.by) {
            names.append(contribution.contributor.by)
        }
        return names
    }

    /// What they have revealed, in the order of the list.
    var revealed: [String] { reveals.compactMap(\.self) }
}
