internal import DiceModel
internal import DiceTable
internal import DiceWire

extension Table {
    /// Notes what a connection promises for the next roll. Throws `tableNotFound`, `notAllowed` or `limitExceeded`.
    func contribute(_ commitment: String, by: String, owner: RollOwner) throws(WireError) -> ContributeResult {
        guard !isDeleted else { throw .tableNotFound(group.name) }
        let players = group.rules.players
        guard players.isEmpty || players.contains(by) else { throw .contributorIsNoPlayer(by) }
        try contributions.add(
            Contribution(owner: owner, contributor: Contributor(by: by, commitment: commitment)))
        contributorsChanged()
        return ContributeResult(contributors: contributions.contributors)
    }

    /// What a connection has promised stands no more.
    ///
    /// - Parameter reason: what a roll that waits for it is void for.
    func contributorLeft(_ owner: RollOwner, _ reason: CancelReason = .absent) {
        if !contributions.remove(where: { $0.owner == owner }).isEmpty { contributorsChanged() }
        asked?.left(owner, reason)
    }

    /// A connection goes by another name from now on.
    func contributorRenamed(_ owner: RollOwner, to name: String) {
        if contributions.rename(owner, to: name) { contributorsChanged() }
        checkContributors()
    }

    /// Throws `revealMismatch`.
    func reveal(_ entropy: String, from owner: RollOwner) throws(WireError) {
        guard let asked else { throw .nothingToReveal }
        try asked.reveal(entropy, from: owner)
    }

    /// Leaves out promises of who does not play here any more.
    func checkContributors() {
        let players = group.rules.players
        guard !players.isEmpty else { return }
        let gone = contributions.remove { !players.contains($0.contributor.by) }
        if !gone.isEmpty { contributorsChanged() }
    }

    /// What the roll asks for is used up by that.
    func useUp(_ asked: AskedRoll) {
        let used = contributions.remove { asked.contributions.contains($0) }
        if !used.isEmpty { contributorsChanged() }
        // Who has taken it back while this was stored will not say it.
        for contribution in asked.contributions where !used.contains(contribution) {
            asked.left(contribution.owner, .absent)
        }
    }

    /// Asks for what was promised, and returns when it is there or nobody is waited for any more.
    func ask(_ asked: AskedRoll, roll: Int, entropy: String, by: String) async {
        announce(
            .rollAsked(roll: roll, entropy: entropy, contributors: asked.contributions.map(\.contributor)), by: by)
        let timeout = TableActor.after(times.reveal, on: clock) { asked.timeIsUp() }
        await asked.ended()
        timeout.cancel()
    }
}

extension WireError {
    static var tooManyContributors: WireError {
        let limit = Limits.contributors
        return WireError(
            .limitExceeded, "\(limit) add to the chance of the next roll already; wait until it is rolled", limit: limit
        )
    }

    static func contributorIsNoPlayer(_ name: String) -> WireError {
        WireError(.notAllowed, "only players add to the chance at this table, and \(name) is none of them")
    }

    static var nothingToReveal: WireError {
        WireError(.revealMismatch, "no roll waits for what you have promised; reveal when one asks, within a second")
    }

    static var otherSecret: WireError {
        WireError(.revealMismatch, "that is not what you have promised; reveal the 16 bytes whose SHA-256 you sent")
    }
}
