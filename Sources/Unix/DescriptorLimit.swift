import Glibc

/// The limit of open files and connections of the process.
public enum DescriptorLimit {
    /// The soft limit; `Int.max` if unknown.
    public static var current: Int { limit.map { Int(clamping: $0.rlim_cur) } ?? .max }

    private static var limit: rlimit? {
        var limit = rlimit()
        return getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
            ? limit : nil
    }

    /// The number of open descriptors.
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

    /// Raises the soft limit, often 1,024, to the hard one. Returns the new limit.
    @discardableResult
    public static func raise() -> Int {
        guard var limit else { return .max }
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return current
    }
}
