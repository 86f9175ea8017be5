import DiceTable
import DiceWire

extension Tables {
    /// Bytes of a part that is sent: its line, which also holds the id of the request, has at most
    /// 256 KiB.
    private static let part = 96 * 1_024

    /// Returns when the copy is whole, and sent if that is asked for. A stop ends it, and so does
    /// the end of the connection.
    ///
    /// - Parameter notices: to whoever asks; nil for nobody who could be sent a copy.
    func backup(_ params: BackupParams, _ notices: RequestNotices? = nil)
        async throws(WireError)
        -> BackupResult
    {
        let target: BackupTarget =
            switch try params.target {
            case .stream: .reader
            case .keep(let count): .row(keeping: count, at: now())
            case .path(let path): .file(path, replacing: params.force)
            }
        // A copy whose client has disconnected ends soon.
        while let running = backup, running.isCancelled {
            _ = await running.result
        }
        guard backup == nil else { throw .backupRuns }
        let copy = TableActor.work { [self] in
            defer {
                backup = nil
            }
            return try await make(
                target,
                params.progress ? notices : nil,
                sentTo: notices
            )
        }
        backup = copy
        do {
            let result = try await withTaskCancellationHandler {
                try await copy.value
            } onCancel: {
                copy.cancel()
            }
            counts.lastBackup = now()
            return result
        } catch let error as WireError {
            throw error
        } catch is CancellationError {
            throw WireError(.storageFailed, "no backup was made: it was cancelled")
        } catch {
            throw WireError(.storageFailed, "no backup was made: \(error)")
        }
    }

    private func make(
        _ target: BackupTarget,
        _ told: RequestNotices?,
        sentTo notices: RequestNotices?
    ) async throws -> BackupResult {
        let progress = WorkProgress()
        let telling = told?.telling(progress, on: clock)
        defer {
            telling?.end()
        }
        let made = try await store.backup(target, progress) { [weak self] in
            await self?.untold() ?? Untold()
        }
        if let complaint = made.complaint {
            throw WireError(.storageFailed, complaint)
        }
        guard let reader = made.reader else {
            return BackupResult(path: made.path, bytes: made.bytes)
        }
        telling?.end()
        var offset = 0
        while case let data = try await reader.next(Self.part), !data.isEmpty {
            try await notices?.send(data, at: offset, of: made.bytes)
            offset += Self.part
        }
        return BackupResult(bytes: made.bytes, sha256: await reader.digest())
    }

    /// When it returns, the faces of all other rolls and throws that are stored by now have been
    /// told.
    private func untold() async -> Untold {
        // What is stored and not shown yet is shown before the next change.
        for table in loaded.values {
            await table.lock.whileHolding {}
        }
        return Untold(
            tables: loaded.values.compactMap { $0.group.roll?.before },
            hidden: loaded.mapValues { $0.hiddenThrows }
        )
    }
}
