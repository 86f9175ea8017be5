internal import Glibc

public enum FileSize {
    /// The bytes of a regular file; nil where there is none.
    public static func of(_ path: String) -> Int? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }
}
