import Glibc

/// A lock that one process at a time can hold, and that the kernel releases when the process ends.
public struct FileLock: ~Copyable, Sendable {
    private let file: Descriptor
    public let path: String

    /// The reason why the lock cannot be taken: a message that includes the next step.
    public struct Error: Swift.Error, Sendable, Hashable, CustomStringConvertible {
        public let description: String
        /// True if another process holds the lock.
        public let isHeld: Bool
    }

    /// Locks the file at `path`, which is created if missing and never removed. If another process
    /// holds the lock, the error names it.
    public init(path: String) throws(Error) {
        let file: Descriptor
        do {
            file = try Descriptor.open(path, O_RDWR | O_CREAT)
        } catch {
            throw Self.failure("cannot open the lock file", path, error)
        }
        guard flock(file.number, LOCK_EX | LOCK_NB) == 0 else {
            let failure = SystemError.last
            guard failure.code == EWOULDBLOCK else {
                throw Self.failure("cannot lock", path, failure)
            }
            let holder = Self.holder(file)
            throw Error(
                description:
                    "another diced\(holder.map { " (pid \($0))" } ?? "") uses \(path); "
                    + "stop it first, or use another --socket and --state-dir",
                isHeld: true
            )
        }
        let pid = Array("\(getpid())\n".utf8)
        ftruncate(file.number, 0)
        _ = pwrite(file.number, pid, pid.count, 0)
        self.file = file
        self.path = path
    }

    deinit {
        // Unlocked first: closing alone would leave the lock with a child process between its fork
        // and its exec.
        flock(file.number, LOCK_UN)
    }

    /// Returns the last process that locked the file at `path`, if that process is still running.
    /// This is a hint that takes no lock, so it does not interfere.
    public static func likelyHolder(_ path: String) -> Int? {
        guard let file = try? Descriptor.open(path, O_RDONLY) else { return nil }
        return holder(file).flatMap { $0 > 0 && kill(pid_t($0), 0) == 0 ? $0 : nil }
    }

    private static func failure(_ what: String, _ path: String, _ error: SystemError)
        -> Error
    {
        Error(
            description:
                "\(what) \(path): \(error); check the path and its permissions",
            isHeld: false
        )
    }

    /// Returns the process that holds the lock, from the contents of the file.
    private static func holder(_ file: borrowing Descriptor) -> Int? {
        var text = [UInt8](repeating: 0, count: 16)
        let count = pread(file.number, &text, text.count, 0)
        return Int(
            String(
                decoding: text.prefix(max(count, 0)).prefix {
                    $0 != UInt8(ascii: "\n")
                },
                as: UTF8.self
            )
        )
    }
}
