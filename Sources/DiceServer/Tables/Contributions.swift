import DiceModel
import DiceProof
import DiceTable
import DiceWire

/// The contributions that stand at a table, in the order in which they came, one a connection.
struct Contributions {
    private(set) var standing: [Contribution] = []

    /// Whom a roll asks: nobody for a roll of their own name.
    func asked(by roller: Roller, after voids: VoidRolls) -> [Contribution] {
        standing.filter {
            $0.owner != roller.owner && !$0.names.contains(roller.by)
                && voids.mayAsk($0.contributor.by)
        }
    }

    /// Adds a contribution, in the place of the one of its connection. Throws `limitExceeded` if
    /// there is no room beside those of others: no name takes the room of another one.
    mutating func add(_ contribution: Contribution) throws(WireError) {
        let name = contribution.contributor.by
        let others = standing.filter { $0.owner != contribution.owner }.map(
            \.contributor.by
        )
        guard others.contains(name) || Set(others).count < Limits.contributors else {
            throw .tooManyContributors
        }
        guard others.count(where: { $0 == name }) < Limits.contributionsPerName else {
            throw .tooManyContributions(of: name)
        }
        if let index = standing.firstIndex(where: { $0.owner == contribution.owner }) {
            standing[index] = contribution
        } else {
            standing.append(contribution)
        }
    }

    /// The connection has these names now. A contribution under another one continues under the
    /// first, or is withdrawn if there is no room for it.
    mutating func rename(_ owner: RollOwner, to names: [String]) {
        guard var contribution = standing.first(where: { $0.owner == owner }) else {
            return
        }
        contribution.names = names
        if !names.contains(contribution.contributor.by) {
            contribution.contributor.by = names[0]
        }
        do throws(WireError) {
            try add(contribution)
        } catch {
            remove { $0.owner == owner }
        }
    }

    /// Removes and returns all for which `isGone` is true.
    @discardableResult
    mutating func remove(where isGone: (Contribution) -> Bool) -> [Contribution] {
        let gone = standing.filter(isGone)
        standing.removeAll(where: isGone)
        return gone
    }
}

extension Table {
    /// Notes what a connection contributes to the next roll; an empty text takes its contribution
    /// back. Throws `tableNotFound`, `notAllowed` or `limitExceeded`.
    ///
    /// - Parameter names: all those of the connection; nil for this one alone.
    func contribute(
        _ commitment: String,
        by: String,
        owner: RollOwner,
        names: [String]? = nil
    ) throws(WireError) -> ContributeResult {
        guard !isDeleted else { throw .tableNotFound(group.name) }
        let players = group.settings.players
        if commitment.isEmpty {
            contributorLeft(owner)
        } else {
            guard players?.contains(by) != false else {
                throw .contributorIsNoPlayer(by)
            }
            try contributions.add(
                Contribution(
                    owner: owner,
                    contributor: Contributor(by: by, commitment: commitment),
                    names: names ?? [by]
                )
            )
            contributorsChanged()
        }
        return ContributeResult(contributors: contributors)
    }

    /// Who contributes, and whom of them the rolls of this turn do not ask any more.
    var contributors: [Contributor] {
        contributions.standing.map {
            var contributor = $0.contributor
            contributor.nextTurn = group.voids.mayAsk(contributor.by) ? nil : true
            return contributor
        }
    }

    /// A connection's contribution is withdrawn.
    ///
    /// - Parameter reason: what a roll that waits for it is void for.
    func contributorLeft(_ owner: RollOwner, _ reason: CancelReason = .absent) {
        if !contributions.remove(where: { $0.owner == owner }).isEmpty {
            contributorsChanged()
        }
        asked?.left(owner, reason)
    }

    /// A connection goes by these names from now on.
    func contributorRenamed(_ owner: RollOwner, to names: [String]) {
        let listed = contributors
        contributions.rename(owner, to: names)
        if contributors != listed {
            contributorsChanged()
        }
        checkContributors()
    }

    /// Throws `revealMismatch`.
    func reveal(_ entropy: String, from owner: RollOwner) throws(WireError) {
        do throws(WireError) {
            guard let asked else { throw .nothingToReveal }
            try asked.reveal(entropy, from: owner)
        } catch {
            throw Entropy.commitment(entropy).map(missed.contains) == true
                ? .tooLate : error
        }
    }

    /// Leaves out contributions of people who no longer play here.
    func checkContributors() {
        guard let players = group.settings.players else { return }
        let gone = contributions.remove { !players.contains($0.contributor.by) }
        if !gone.isEmpty {
            contributorsChanged()
        }
    }

    /// The roll uses up what it asks for.
    func useUp(_ asked: AskedRoll) {
        let used = contributions.remove { asked.contributions.contains($0) }
        if !used.isEmpty {
            contributorsChanged()
        }
        // A contributor who took it back while this was stored will not reveal it.
        for contribution in asked.contributions where !used.contains(contribution) {
            asked.left(contribution.owner, .absent)
        }
    }

    /// Asks the contributors, and returns when all have revealed or nobody is waited for any more.
    func ask(_ asked: AskedRoll, roll: Int, entropy: String, by: String) async {
        announce(
            .rollAsked(
                roll: roll,
                entropy: entropy,
                contributors: asked.contributions.map(\.contributor)
            ),
            by: by
        )
        let timeout = TableActor.after(times.reveal, on: clock) { asked.timeIsUp() }
        await asked.ended()
        timeout.cancel()
    }
}

extension WireError {
    static let tooManyContributors = limit(
        .contributors,
        Limits.contributors,
        "\(Limits.contributors) people contribute to the next roll already; wait until it is rolled"
    )

    static func tooManyContributions(of name: String) -> WireError {
        .limit(
            .contributors,
            Limits.contributionsPerName,
            "\(name) contributes to the next roll over \(Limits.contributionsPerName) connections already; withdraw one "
                + "of these first"
        )
    }

    static func contributorIsNoPlayer(_ name: String) -> WireError {
        WireError(
            .notAllowed,
            "only players contribute at this table, and \(name) is not one of them"
        )
    }

    static let nothingToReveal = WireError(
        .revealMismatch,
        "no roll waits for your contribution; reveal when one asks, within 2 seconds"
    )

    static var tooLate: WireError {
        var error = WireError(
            .revealMismatch,
            "your answer came too late: the roll is void, and no die has moved; contribute again to the rolls to come"
        )
        error.data.late = true
        return error
    }

    static let otherSecret = WireError(
        .revealMismatch,
        "that is not your contribution; reveal the 16 bytes whose SHA-256 you sent"
    )
}
