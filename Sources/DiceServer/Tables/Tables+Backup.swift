internal import DiceModel
internal import DiceTable
internal import DiceWire

extension Tables {
    /// Returns when the copy is whole. A stop ends it.
    func backup(_ params: BackupParams) async throws(WireError) -> BackupResult {
        guard backup == nil else { throw .backupRuns }
        let copy = Task(executorPreference: TableActor.shared.taskExecutor) { [store] in
            try await store.backup(to: params.path, replacing: params.force) { [weak self] in
                await self?.untold() ?? []
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

    /// The tables whose dice move, as they were before. Of all other rolls that are stored by now the faces are told when it
    /// returns.
    private func untold() async -> [StoredTable] {
        // What is stored and not shown yet is shown before the next change.
        for table in loaded.values { await table.lock.whileHolding {} }
        return loaded.values.compactMap { $0.group.roll?.before }
    }

    func endBackup() { backup?.cancel() }
}
