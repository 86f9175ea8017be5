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

    /// A connection has closed.
    func contributorLeft(_ owner: RollOwner) {
        if !contributions.remove(where: { $0.owner == owner }).isEmpty { contributorsChanged() }
        asked?.left(owner)
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

    /// What others than `roller` have promised, which is used up with this.
    func takeContributions(except roller: RollOwner) -> [Contribution] {
        let taken = contributions.remove { $0.owner != roller }
        if !taken.isEmpty { contributorsChanged() }
        return taken
    }

    /// Asks for what was promised, and returns when it is there or the time is up.
    func ask(_ asked: AskedRoll, roll: Int, entropy: String, by: String) async {
        announce(
            .rollAsked(roll: roll, entropy: entropy, contributors: asked.contributions.map(\.contributor)), by: by)
        let timeout = TableActor.after(times.reveal, on: clock) { asked.end() }
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
