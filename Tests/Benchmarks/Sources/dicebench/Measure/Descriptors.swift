internal import Glibc

enum Descriptors {
    /// Raises the number of descriptors that this process and its servers may have open to what is allowed.
    static func allowMany() throws {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        guard limit.rlim_cur >= 2_048 else {
            throw Failure("1,000 watchers need 2,048 open files; this user may have \(limit.rlim_cur): ulimit -H -n")
        }
    }
}
