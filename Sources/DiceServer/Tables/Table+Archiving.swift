import DiceGames
import DiceTable
import DiceWire
import Logging

extension Table {
    /// Removes the oldest entries of the history after a client has archived them.
    ///
    /// - Throws: `WireError` with `invalidParams` or `gameOpen`, or `StoreError`.
    func prune(_ params: PruneParams) async throws -> PruneResult {
        try await change {
            let pruning = try await store.prune(
                group.name,
                through: params.last,
                chain: params.chain,
                keeping: group.openEntries
            )
            switch pruning {
            case .noEntry:
                throw WireError(.noSuchEntry, ["entry": params.last, "param": "last"])
            case .otherChain:
                throw WireError(.otherChain, ["entry": params.last, "param": "chain"])
            case .open(let first):
                let isPlayed = group.match?.isOver == false
                throw WireError(isPlayed ? .entryOfMatch : .entryOfLastTurn, ["entry": first])
            case .done(0, let archived):
                return PruneResult(pruned: 0, archived: archived)
            case .done(let count, let archived):
                group.archive(archived)
                announceTable()
                logger.info(
                    "history pruned",
                    metadata: ["entries": "\(count)", "last": "\(params.last)"]
                )
                return PruneResult(pruned: count, archived: archived)
            }
        }
    }
}
