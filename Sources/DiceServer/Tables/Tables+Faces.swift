import DiceModel
import DiceTable
import DiceWire

/// Statistics of rolled faces.
extension Tables {
    /// Counts faces, except those of unsettled rolls and of secret throws that none of `viewers`
    /// sees. Does not delay changes to tables.
    ///
    /// - Parameters:
    ///   - among: the tables to include; `nil` for all.
    ///   - notices: the channel for progress notices, if the query asks for them.
    func faces(
        _ query: FaceQuery,
        viewers: [String] = [],
        among: Set<TableName>? = nil,
        _ notices: RequestNotices? = nil
    ) async throws(WireError) -> FaceStatistics {
        let progress = WorkProgress()
        let telling = query.progress ? notices?.telling(progress, on: clock) : nil
        defer {
            telling?.end()
        }
        let tally: FaceTally
        if var entries = query.entries {
            entries.viewers = viewers
            tally = try await self.tally(entries, among: among, progress)
        } else {
            tally = try await faces(query, at: query.table.name ?? .default)
        }
        let statistics = FaceStatistics(query, tally)
        let size = statistics.jsonBytes().count
        guard size <= Self.largestStatistics else {
            throw WireError(
                .statisticsTooLarge,
                ["size": size, "limit": Self.largestStatistics]
            )
        }
        return statistics
    }

    private func tally(
        _ query: HistoryQuery,
        among: Set<TableName>?,
        _ progress: WorkProgress
    ) async throws(WireError) -> FaceTally {
        if let name = query.table.name, !names.contains(name) {
            throw .tableNotFound(name)
        }
        let counted = try await count(query, among: among, progress)
        // As in `history`.
        for (name, table) in loaded {
            guard let newest = counted.newest[name.description] else { continue }
            for flight in table.group.throwsInFlight
            where flight.number <= newest.thrown {
                await flight.settled()
            }
            if table.group.turn <= newest.turn {
                await table.lock.whileHolding {}
            }
        }
        return counted.faces
    }

    /// Counts history entries. A shutdown or the end of the connection cancels it.
    private func count(
        _ query: HistoryQuery,
        among: Set<TableName>?,
        _ progress: WorkProgress
    ) async throws(WireError) -> HistoryTally {
        let work = TableActor.work { [store] in
            let tally = try await store.tally(query, among: among, progress)
            // A cancelled count is incomplete.
            try Task.checkCancellation()
            return tally
        }
        let number = nextStatistic
        nextStatistic += 1
        statistics[number] = work
        defer {
            statistics[number] = nil
        }
        do {
            return try await withTaskCancellationHandler {
                try await work.value
            } onCancel: {
                work.cancel()
            }
        } catch let error as StoreError {
            throw .notRead("the history", error)
        } catch {
            throw WireError(.shuttingDown)
        }
    }

    /// Cancels the running statistics queries.
    func cancelStatistics() {
        for work in statistics.values {
            work.cancel()
        }
    }

    /// Half of the bytes that a connection may leave unread.
    nonisolated static let largestStatistics = ConnectionState.unsentLimit / 2

    private func faces(_ query: FaceQuery, at name: TableName) async throws(WireError)
        -> FaceTally
    {
        guard names.contains(name) else { throw .tableNotFound(name) }
        let stored: StoredFaces?
        do throws(StoreError) {
            stored = try await store.faces(query, at: name)
        } catch { throw .notRead("the faces rolled", error) }
        guard let stored else { throw .tableNotFound(name) }
        // As in `history`.
        if let table = try loaded(name), table.group.turn < stored.turn {
            await table.lock.whileHolding {}
        }
        // A table that is not in memory has no die in flight.
        let group = try loaded(name)?.group
        return stored.tally {
            group?.hasSettled(roll: $0.roll, ofTurn: stored.turn) ?? true
        }
    }
}
