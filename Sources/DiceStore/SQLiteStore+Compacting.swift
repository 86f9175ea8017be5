import CSQLite

/// Returns free pages to the file system while the store is idle.
extension SQLiteStore {
    /// The number of free pages kept for later changes: 1 MB.
    static let retainedPages: Int64 = 256
    /// The number of pages freed in one step, which takes a few milliseconds.
    private static let pagesAtOnce: Int64 = 256

    /// Returns false if pages remain to be freed later.
    func giveBackPages() async -> Bool {
        guard isOpen else { return true }
        guard removing == nil else { return false }
        // The store was created by version 2.0 or older.
        if number("PRAGMA auto_vacuum") != 2 {
            return writeAnew()
        }
        var before = Int64.max
        while let free = number("PRAGMA freelist_count"), free > Self.retainedPages,
            free < before
        {
            before = free
            let start = ContinuousClock.now
            let count = min(Self.pagesAtOnce, free - Self.retainedPages)
            _ = try? perform { connection in
                try connection.setDurability(.processDeath)
                try connection.execute("PRAGMA incremental_vacuum(\(count))")
            }
            // Pauses for as long as other work may have had to wait.
            try? await Task.sleep(for: start.duration(to: .now))
        }
        // The file shrinks when the log is checkpointed.
        if before < .max {
            _ = try? perform { connection in try connection.execute(Self.emptiesLog) }
        }
        return (number("PRAGMA freelist_count") ?? 0) <= Self.retainedPages
    }

    private func number(_ pragma: String) -> Int64? {
        (try? perform { connection in try connection.first(pragma) { $0.integer(0) } })
            ?? nil
    }

    /// Rewrites the whole file if a quarter of it is free, so that free pages can be returned from
    /// then on. If other work arrives while the pages are being collected, the rewrite is
    /// interrupted and is retried after the next idle period.
    private func writeAnew() -> Bool {
        guard !cannotVacuum, let free = number("PRAGMA freelist_count"),
            let all = number("PRAGMA page_count"),
            free > Self.retainedPages, free > all / 4
        else { return true }
        do {
            try withConnection { connection in
                let thread = Unmanaged.passUnretained(thread).toOpaque()
                sqlite3_progress_handler(
                    connection.handle,
                    1_000,
                    Self.isAwaited,
                    thread
                )
                defer {
                    sqlite3_progress_handler(connection.handle, 0, nil, nil)
                }
                try connection.execute("PRAGMA auto_vacuum = INCREMENTAL; VACUUM")
                try connection.execute(Self.emptiesLog)
            }
            return true
        } catch let error as SQLiteError where error.primaryCode == SQLITE_INTERRUPT {
            return false
        } catch {
            // For example, the disk is full.
            cannotVacuum = true
            return true
        }
    }

    private static let isAwaited: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { thread in
        guard let thread else { return 0 }
        return Unmanaged<StoreThread>.fromOpaque(thread).takeUnretainedValue().isAwaited
            ? 1 : 0
    }
}
