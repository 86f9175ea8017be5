internal import DiceModel
internal import DiceTable
internal import DiceWire

extension Tables {
    /// Returns when the copy is whole. A stop ends it.
    func backup(_ params: BackupParams) async throws(WireError) -> BackupResult {
        guard backup == nil else { throw .backupRuns }
        let copy = Task(executorPreference: TableActor.shared.taskExecutor) { [store] in
            try await store.backup(to: params.path, replacing: params.force) { [weak self] in
                await self?.untoldRolls() ?? []
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

    /// The rolls whose dice move. Of all others that are stored by now the faces are told when it returns.
    private func untoldRolls() async -> [UntoldRoll] {
        // What is stored and not shown yet is shown before the next change.
        for table in loaded.values { await table.lock.whileHolding {} }
        var rolls: [UntoldRoll] = []
        for table in loaded.values {
            guard let roll = table.group.roll else { continue }
            rolls.append(
                UntoldRoll(
                    table: table.group.name, turn: roll.turn, roll: roll.number, values: roll.valuesBefore))
        }
        return rolls
    }

    func endBackup() { backup?.cancel() }
}
