internal import Glibc

/// A lock that only one process at a time has, and that the kernel gives back when the process ends in any way.
public struct FileLock: ~Copyable, Sendable {
    private let descriptor: Int32
    public let path: String

    /// Takes the lock of the file at `path`, which is made where it is missing and never removed.
    ///
    /// Throws `StartupError.held` where another process has it, naming that process.
    public init(path: String) throws(StartupError) {
        self.path = path
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .system("cannot open the lock file", path, errno) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let failure = errno
            let holder = Self.holder(descriptor)
            Glibc.close(descriptor)
            guard failure == EWOULDBLOCK else { throw .system("cannot lock", path, failure) }
            throw .held(path: path, pid: holder)
        }
        let pid = Array("\(getpid())\n".utf8)
        ftruncate(descriptor, 0)
        _ = pwrite(descriptor, pid, pid.count, 0)
    }

    deinit { Glibc.close(descriptor) }

    /// The process that has the lock, as it wrote into the file.
    private static func holder(_ descriptor: Int32) -> Int? {
        var text = [UInt8](repeating: 0, count: 16)
        let count = pread(descriptor, &text, text.count, 0)
        return Int(String(decoding: text.prefix(max(count, 0)).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }
}
