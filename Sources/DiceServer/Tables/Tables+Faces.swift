import DiceModel
import DiceNotation
import DiceProof
import DiceTable
import DiceWire

/// How often each face was rolled.
extension Tables {
    /// Leaves out the rolls whose dice have not settled, and the secret throws that none of `viewers` sees. Delays no change of
    /// a table.
    ///
    /// - Parameter among: the only tables to tell of; nil for all.
    func faces(
        _ query: FaceQuery, viewers: [String] = [], among: Set<TableName>? = nil
    ) async throws(WireError) -> FaceStatistics {
        var tally = FaceTally()
        if var entries = query.entries {
            entries.viewers = viewers
            var page: HistoryPage
            repeat {
                page = try await history(entries, among: among)
                for entry in page.entries { tally.add(entry) }
                entries.before = page.entries.last?.id
                // Nobody gets them any more.
                if Task.isCancelled { break }
            } while page.more && entries.before != nil
        } else {
            tally = try await faces(query, at: query.table.name ?? .default)
        }
        let statistics = FaceStatistics(query, tally)
        let size = statistics.jsonBytes().count
        guard size <= Self.largestStatistics else { throw .tooManyFaces(size) }
        return statistics
    }

    /// Half of what a connection may leave unread, in bytes.
    nonisolated static let largestStatistics = ConnectionState.unsentLimit / 2

    private func faces(_ query: FaceQuery, at name: TableName) async throws(WireError) -> FaceTally {
        guard names.contains(name) else { throw .tableNotFound(name) }
        let stored: StoredFaces?
        do throws(StoreError) {
            stored = try await store.faces(query, at: name)
        } catch { throw .notRead("the faces rolled", error) }
        guard let stored else { throw .tableNotFound(name) }
        // As in `history`.
        if let table = try loaded(name), table.group.turn < stored.turn { await table.lock.whileHolding {} }
        // A table that is not in memory has no die in flight.
        let group = try loaded(name)?.group
        return stored.tally { group?.hasSettled(roll: $0.roll, ofTurn: stored.turn) ?? true }
    }
}

extension FaceTally {
    fileprivate mutating func add(_ entry: HistoryEntry) {
        if let turn = entry.turn { add(turn) }
        guard let thrown = entry.thrown, let evaluation = Edition.evaluate(thrown) else { return }
        for draw in evaluation.draws {
            add(draw.face, sides: draw.sides, by: thrown.by, entered: thrown.entered == true)
        }
    }
}
