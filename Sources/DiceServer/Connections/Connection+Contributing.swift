internal import DiceModel
internal import DiceTable
internal import DiceWire

/// What the client has promised to reveal for rolls of others.
extension Connection {
    /// Throws `WireError`.
    func contribute(_ params: ContributeParams, at table: Table) throws(WireError) -> ContributeResult {
        let result = try table.contribute(params.commitment, by: params.by ?? permit.name, owner: owner)
        // Nobody will answer for a client that is gone.
        if state.isOpen { contributing[table.group.name] = table } else { table.contributorLeft(owner) }
        return result
    }

    /// Takes back what the client has promised to reveal: it sends no more.
    func takeBack() {
        for table in contributing.values { table.contributorLeft(owner, .disconnected) }
        contributing = [:]
    }

    /// Takes back what may not be revealed any more, and brings the name along.
    func confineContributions() {
        for (name, table) in contributing {
            if permit.role == .watch || !permit.includes(name) {
                contributing[name] = nil
                table.contributorLeft(owner)
            } else if permit.isNamed {
                table.contributorRenamed(owner, to: permit.name)
            }
        }
    }
}
