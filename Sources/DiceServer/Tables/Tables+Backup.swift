import DiceTable
import DiceWire

extension Tables {
    /// Returns when the copy is whole. A stop ends it.
    func backup(_ params: BackupParams) async throws(WireError) -> BackupResult {
        guard backup == nil else { throw .backupRuns }
        let copy = Task(executorPreference: TableActor.shared.taskExecutor) { [store] in
            try await store.backup(to: params.path, replacing: params.force) { [weak self] in
                await self?.untold() ?? Untold()
            }
        }
        backup = copy
        defer { backup = nil }
        do {
            let bytes = try await withTaskCancellationHandler {
                try await copy.value
            } onCancel: {
                copy.cancel()
            }
            return BackupResult(path: params.path, bytes: bytes)
        } catch {
            throw WireError(.storageFailed, "no backup was made: \(error)")
        }
    }

    /// When it returns, the faces of all other rolls and throws that are stored by now have been told.
    private func untold() async -> Untold {
        // What is stored and not shown yet is shown before the next change.
        for table in loaded.values { await table.lock.whileHolding {} }
        return Untold(
            tables: loaded.values.compactMap { $0.group.roll?.before }, hidden: loaded.mapValues { $0.hiddenThrows })
    }
}
