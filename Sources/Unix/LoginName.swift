internal import Glibc

public enum LoginName {
    /// The name in the password database of the user that this process runs as; nil where it has none.
    public static var current: String? {
        var entry = passwd()
        var result: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 16_384)
        guard getpwuid_r(geteuid(), &entry, &buffer, buffer.count, &result) == 0, result != nil else { return nil }
        return entry.pw_name.map { String(cString: $0) }
    }
}
