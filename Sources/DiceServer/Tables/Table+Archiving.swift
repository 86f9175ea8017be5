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
            case .noEntry: throw WireError.cannotPrune(params.last)
            case .otherChain: throw WireError.otherChain(params.last)
            case .open(let first): throw WireError.isOpen(first)
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

extension WireError {
    fileprivate static func cannotPrune(_ id: Int) -> WireError {
        WireError(
            .invalidParams,
            "param \"last\" is \(id), but this table has no such entry, or has archived it; table.history lists the entries",
            param: "last"
        )
    }

    fileprivate static func otherChain(_ id: Int) -> WireError {
        WireError(
            .invalidParams,
            "param \"chain\" is not the chain hash of entry \(id); read the history again with table.history",
            param: "chain"
        )
    }

    fileprivate static func isOpen(_ id: Int) -> WireError {
        WireError(
            .gameOpen,
            "entry \(id) belongs to a match in progress or a turn that can still be corrected; "
                + "archive only entries before it"
        )
    }
}
