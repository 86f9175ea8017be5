internal import Glibc

/// Points in time as log lines show them.
enum Timestamp {
    /// `2026-11-21T10:00:00Z` for seconds since 1970.
    static func utc(_ seconds: time_t) -> String {
        var seconds = seconds
        var parts = tm()
        gmtime_r(&seconds, &parts)
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { buffer in
            guard let start = buffer.baseAddress,
                strftime(start, buffer.count, "%Y-%m-%dT%H:%M:%SZ", &parts) > 0
            else { return "-" }
            return String(cString: start)
        }
    }
}
