import Glibc

/// How many files and connections the process may have open.
public enum DescriptorLimit {
    /// The soft limit; `Int.max` if the kernel does not tell.
    public static var current: Int { limit.map { Int(clamping: $0.rlim_cur) } ?? .max }

    private static var limit: rlimit? {
        var limit = rlimit()
        return getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
            ? limit : nil
    }

    /// How many are open.
    public static var inUse: Int {
        guard let folder = opendir("/proc/self/fd") else { return 0 }
        defer {
            closedir(folder)
        }
        var count = 0
        while readdir(folder) != nil {
            count += 1
        }
        return count
    }

    /// Raises the soft limit, often 1,024, to the hard one, and returns what it is then.
    @discardableResult
    public static func raise() -> Int {
        guard var limit else { return .max }
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return current
    }
}
