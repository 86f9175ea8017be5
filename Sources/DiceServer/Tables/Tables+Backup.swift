import DiceTable
import DiceWire

extension Tables {
    /// The size in bytes of a part on the wire: its line, which also contains the request's id, has
    /// at most 256 KiB.
    private static let part = 96 * 1_024

    /// Returns when the copy is complete, and sent if requested. A shutdown or the end of the
    /// connection cancels it.
    ///
    /// - Parameter notices: the channel for the copy; `nil` if it is not sent to a client.
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
        // A backup whose client has disconnected ends soon.
        while let running = backup, running.isCancelled {
            _ = await running.result
        }
        guard backup == nil else { throw WireError(.backupRuns) }
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
            throw WireError(.backupCancelled)
        } catch {
            throw WireError(.backupFailed, ["problem": "\(error)"])
        }
    }

    private func make(
        _ target: BackupTarget,
        _ progressNotices: RequestNotices?,
        sentTo notices: RequestNotices?
    ) async throws -> BackupResult {
        let progress = WorkProgress()
        let telling = progressNotices?.telling(progress, on: clock)
        defer {
            telling?.end()
        }
        let made = try await store.backup(target, progress) { [weak self] in
            await self?.withheldData() ?? WithheldData()
        }
        if let complaint = made.complaint {
            throw WireError(.backupDamaged, ["problem": complaint])
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

    /// Returns the draws whose faces are still secret. When it returns, the faces of all other
    /// stored rolls and throws have been sent.
    private func withheldData() async -> WithheldData {
        // Stored draws that are not shown yet are shown before the next change.
        for table in loaded.values {
            await table.lock.whileHolding {}
        }
        return WithheldData(
            tables: loaded.values.compactMap { $0.group.roll?.before },
            hidden: loaded.mapValues { $0.hiddenThrows }
        )
    }
}
