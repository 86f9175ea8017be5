internal import Glibc
internal import Unix

/// The socket that clients connect to, owned by this process alone.
public struct ListeningSocket: ~Copyable, Sendable {
    /// A listening, non-blocking stream socket; whoever takes it closes it.
    let descriptor: Int32
    /// The file that is removed at the end; nil for a socket that somebody else made.
    let path: String?
    /// Held for as long as the socket is ours.
    private let lock: FileLock?

    /// As long a queue as the kernel allows, so that clients wait in it instead of being refused.
    private static let backlog: Int32 = 4_096

    /// Binds `path` with mode 0600. A socket left by a daemon that died is replaced; a live daemon's lock prevents it.
    public init(path: String) throws(StartupError) {
        guard path.utf8.count <= 107 else { throw .pathTooLong(path) }
        let lock = try Self.lock(path)
        try Self.removeStaleSocket(path)
        let descriptor = try Self.bind(path)
        self.descriptor = descriptor
        self.path = path
        self.lock = consume lock
    }

    /// A socket that the service manager listens on already, at `path` where it has one. It is never removed, but its
    /// lock is taken, so that no daemon started by hand puts a socket of its own in its place. In a folder that is
    /// not ours alone no daemon binds, so there the lock is not needed.
    public init(inherited descriptor: Int32, path: String?) throws(StartupError) {
        let isInOurFolder = path.map { (try? SocketFolder.exists(SocketPath(path: $0).folder)) == true } ?? false
        lock = if let path, isInOurFolder { try Self.lock(path) } else { nil }
        self.descriptor = descriptor
        self.path = nil
    }

    /// Removes the socket's file, while the lock is still held.
    consuming func remove() {
        if let path { unlink(path) }
    }

    private static func lock(_ path: String) throws(StartupError) -> FileLock {
        do {
            try SocketFolder.create(SocketPath(path: path).folder)
        } catch {
            throw .unsafeFolder(error)
        }
        do {
            return try FileLock(path: path + ".lock")
        } catch {
            throw .notLocked(error)
        }
    }

    private static func removeStaleSocket(_ path: String) throws(StartupError) {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return }
            throw .system("cannot look at", path, errno)
        }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path) }
        guard !isListenedOn(path) else { throw .listenedOn(path) }
        guard unlink(path) == 0 else { throw .system("cannot remove the stale socket", path, errno) }
    }

    /// Whether a process listens at `path`, as the kernel tells by taking a connection or having no room for it.
    private static func isListenedOn(_ path: String) -> Bool {
        guard let descriptor = try? makeSocket(path) else { return false }
        defer { close(descriptor) }
        return withAddress(path) { connect(descriptor, $0, $1) } == 0 || errno == EAGAIN
    }

    private static func bind(_ path: String) throws(StartupError) -> Int32 {
        let descriptor = try makeSocket(path)
        let bound = withAddress(path) { Glibc.bind(descriptor, $0, $1) }
        guard bound == 0, chmod(path, 0o600) == 0, listen(descriptor, backlog) == 0 else {
            let failure = errno
            close(descriptor)
            throw .system("cannot listen on", path, failure)
        }
        return descriptor
    }

    private static func makeSocket(_ path: String) throws(StartupError) -> Int32 {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_UNIX, type, 0)
        guard descriptor >= 0 else { throw .system("cannot make the socket", path, errno) }
        return descriptor
    }

    private static func withAddress(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
