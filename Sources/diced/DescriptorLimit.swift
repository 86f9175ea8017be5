internal import Glibc

/// How many files and connections the process may have open.
enum DescriptorLimit {
    /// What the daemon itself needs, with room for some clients.
    private static let least = rlim_t(64)

    /// Raises the soft limit, often 1,024, to the hard one: each client takes a descriptor.
    ///
    /// Throws where that leaves too few: the sources of the stop signals would be among those that cannot be opened.
    static func raise() throws(StartupFailure) {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        guard limit.rlim_cur >= least else { throw .tooFewDescriptors(allowed: Int(limit.rlim_cur), least: Int(least)) }
    }
}
