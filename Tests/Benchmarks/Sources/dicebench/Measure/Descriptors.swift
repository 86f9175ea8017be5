import Unix

enum Descriptors {
    /// Raises the number of descriptors that this process and its servers may have open to what is allowed.
    static func allowMany() throws {
        let allowed = DescriptorLimit.raise()
        guard allowed >= 2_048 else {
            throw Failure("1,000 watchers need 2,048 open files; this user may have \(allowed): ulimit -H -n")
        }
    }
}
