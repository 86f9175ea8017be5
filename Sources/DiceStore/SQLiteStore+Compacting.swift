import CSQLite

/// Free pages go back to the disk while nothing else is done.
extension SQLiteStore {
    /// The number of free pages that stay for the changes to come: 1 MB.
    static let keptPages: Int64 = 256
    /// The number of pages that go at once, in a few milliseconds.
    private static let pagesAtOnce: Int64 = 256

    /// Returns false if there is more to give back later.
    func giveBackPages() async -> Bool {
        guard isOpen else { return true }
        guard removing == nil else { return false }
        // A store of version 2.0 or older.
        if number("PRAGMA auto_vacuum") != 2 {
            return writeAnew()
        }
        var before = Int64.max
        while let free = number("PRAGMA freelist_count"), free > Self.keptPages,
            free < before
        {
            before = free
            let start = ContinuousClock.now
            let count = min(Self.pagesAtOnce, free - Self.keptPages)
            _ = try? perform { connection in
                try connection.setDurability(.processDeath)
                try connection.execute("PRAGMA incremental_vacuum(\(count))")
            }
            // As long as others might have waited.
            try? await Task.sleep(for: start.duration(to: .now))
        }
        // The file is shorter once the log is moved into it.
        if before < .max {
            _ = try? perform { connection in try connection.execute(Self.emptiesLog) }
        }
        return (number("PRAGMA freelist_count") ?? 0) <= Self.keptPages
    }

    private func number(_ pragma: String) -> Int64? {
        (try? perform { connection in try connection.first(pragma) { $0.integer(0) } })
            ?? nil
    }

    /// Writes the whole file anew, so that free pages can be given back from then on, if a quarter
    /// of it is free. Any other work that comes while the pages are collected ends that: it is
    /// tried again after the next quiet time.
    private func writeAnew() -> Bool {
        guard !cannotVacuum, let free = number("PRAGMA freelist_count"),
            let all = number("PRAGMA page_count"),
            free > Self.keptPages, free > all / 4
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
            // There is no room for it, for instance.
            cannotVacuum = true
            return true
        }
    }

    private static let isAwaited: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = {
        thread in
        guard let thread else { return 0 }
        return Unmanaged<StoreThread>.fromOpaque(thread).takeUnretainedValue().isAwaited
            ? 1 : 0
    }
}
