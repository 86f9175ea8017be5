import DiceModel
import DiceProof
import DiceTable
import DiceWire

/// The pending contributions at a table, oldest first, one per connection.
struct Contributions {
    private(set) var standing: [Contribution] = []

    /// Returns the contributions that a roll asks for: none from connections that have the roller's
    /// name.
    func asked(by roller: Roller, after voids: VoidRolls) -> [Contribution] {
        standing.filter {
            $0.owner != roller.owner && !$0.names.contains(roller.by)
                && voids.mayAsk($0.contributor.by)
        }
    }

    /// Adds a contribution or replaces its connection's earlier one. Throws `limitExceeded` if
    /// there is no room for the contribution; names do not compete for room.
    mutating func add(_ contribution: Contribution) throws(WireError) {
        let name = contribution.contributor.by
        let others = standing.filter { $0.owner != contribution.owner }.map(
            \.contributor.by
        )
        guard others.contains(name) || Set(others).count < Limits.contributors else {
            throw WireError(.contributors, ["limit": Limits.contributors])
        }
        guard others.count(where: { $0 == name }) < Limits.contributionsPerName else {
            throw WireError(
                .contributionsOfName,
                ["name": name, "limit": Limits.contributionsPerName]
            )
        }
        if let index = standing.firstIndex(where: { $0.owner == contribution.owner }) {
            standing[index] = contribution
        } else {
            standing.append(contribution)
        }
    }

    /// Changes the names of a connection. If its contribution was made under none of the new names,
    /// the contribution continues under the first of them, or is withdrawn if there is no room.
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

    /// Removes and returns all contributions for which `isGone` returns true.
    @discardableResult
    mutating func remove(where isGone: (Contribution) -> Bool) -> [Contribution] {
        let gone = standing.filter(isGone)
        standing.removeAll(where: isGone)
        return gone
    }
}

extension Table {
    /// Records a connection's contribution to the next roll; an empty text withdraws it. Throws
    /// `tableNotFound`, `notAllowed` or `limitExceeded`.
    ///
    /// - Parameter names: all names of the connection; `nil` for this one alone.
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
                throw WireError(.notPlaying, ["name": by])
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

    /// The contributors; those whom the rolls of this turn no longer ask are marked.
    var contributors: [Contributor] {
        contributions.standing.map {
            var contributor = $0.contributor
            contributor.nextTurn = group.voids.mayAsk(contributor.by) ? nil : true
            return contributor
        }
    }

    /// Withdraws a connection's contribution.
    ///
    /// - Parameter reason: the reason why a roll that is waiting for the contribution becomes void.
    func contributorLeft(_ owner: RollOwner, _ reason: CancelReason = .absent) {
        if !contributions.remove(where: { $0.owner == owner }).isEmpty {
            contributorsChanged()
        }
        asked?.left(owner, reason)
    }

    /// Notes the new names of a connection.
    func contributorRenamed(_ owner: RollOwner, to names: [String]) {
        let listed = contributors
        contributions.rename(owner, to: names)
        if contributors != listed {
            contributorsChanged()
        }
        checkContributors()
    }

    /// Records a reveal. Throws `revealMismatch`.
    func reveal(_ entropy: String, from owner: RollOwner) throws(WireError) {
        do throws(WireError) {
            guard let asked else { throw WireError(.nothingToReveal) }
            try asked.reveal(entropy, from: owner)
        } catch {
            throw Entropy.commitment(entropy).map(missed.contains) == true
                ? WireError(.revealedLate, ["late": true]) : error
        }
    }

    /// Withdraws the contributions of people who no longer play here.
    func checkContributors() {
        guard let players = group.settings.players else { return }
        let gone = contributions.remove { !players.contains($0.contributor.by) }
        if !gone.isEmpty {
            contributorsChanged()
        }
    }

    /// Consumes the contributions that the roll asks for.
    func useUp(_ asked: AskedRoll) {
        let used = contributions.remove { asked.contributions.contains($0) }
        if !used.isEmpty {
            contributorsChanged()
        }
        // A contributor that withdrew its contribution while this roll was being stored will not
        // reveal it.
        for contribution in asked.contributions where !used.contains(contribution) {
            asked.left(contribution.owner, .absent)
        }
    }

    /// Asks the contributors. Returns when all have revealed or the roll has stopped waiting.
    func ask(_ asked: AskedRoll, roll: Int, entropy: String, from roller: Roller) async {
        announce(
            .rollAsked(
                roll: roll,
                entropy: entropy,
                contributors: asked.contributions.map(\.contributor)
            ),
            by: roller.by,
            bot: roller.isBot ? true : nil
        )
        let timeout = TableActor.after(times.reveal, on: clock) { asked.timeIsUp() }
        await asked.ended()
        timeout.cancel()
    }
}
