internal import Glibc
public import Unix

/// The socket on which links are made: a listening, non-blocking one, owned by this process alone.
public final class LinkSocket: Sendable {
    let descriptor: Int32
    private let path: String?
    /// The file at the path when the socket was ready; nil for an inherited socket, which is not ours to remove.
    private let file: FileIdentity?
    /// Held for as long as the socket is ours.
    private let lock: FileLock?

    private static let backlog: Int32 = 128

    /// Binds `path`, an absolute one, with mode 0600. A socket left by a process that died is replaced.
    ///
    /// - Parameter daemon: the socket of a shared daemon; whoever may connect to it may connect here. Nil where only our own
    ///   user may.
    public init(path: String, sharedLike daemon: SocketPath? = nil) throws(WebStartupError) {
        guard let address = SocketAddress(path: path) else {
            throw .linkSocket(
                "the path of the socket for links is longer than 107 bytes: \(path); name a shorter --socket")
        }
        let group = try daemon.map { (daemon) throws(WebStartupError) in try Self.group(of: daemon) }
        let folder = SocketPath(path: path).folder
        do {
            if let group {
                try SharedFolder.create(folder, for: group)
            } else {
                try SocketFolder.create(folder)
            }
        } catch {
            throw .unsafeFolder(error)
        }
        do {
            lock = try FileLock(path: path + ".lock")
        } catch {
            throw .notLocked(error)
        }
        do {
            descriptor = try Self.listen(at: address, path, group)
        } catch {
            throw .linkSocket("cannot listen on \(path): \(error); check the path and its permissions")
        }
        self.path = path
        file = FileIdentity(path)
    }

    /// A socket that the service manager listens on already.
    public init(inherited descriptor: Int32) {
        self.descriptor = descriptor
        path = nil
        file = nil
        lock = nil
    }

    /// Removes the socket's file, while the lock is still held.
    func remove() {
        if let path, FileIdentity(path) == file { unlink(path) }
    }

    private static func group(of daemon: SocketPath) throws(WebStartupError) -> UserGroup {
        var status = stat()
        guard stat(daemon.path, &status) == 0 else {
            throw .linkSocket("no shared daemon listens on \(daemon.path); start it first: \(SystemError.last)")
        }
        return UserGroup(name: "of number \(status.st_gid)", id: status.st_gid)
    }

    private static func listen(
        at address: SocketAddress, _ path: String, _ group: UserGroup?
    ) throws(SystemError) -> Int32 {
        var status = stat()
        if lstat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFSOCK else { throw SystemError(EEXIST) }
            guard !isListenedOn(address) else { throw SystemError(EADDRINUSE) }
            guard unlink(path) == 0 else { throw SystemError.last }
        }
        let socket = try Descriptor.socket(.stream, blocking: false)
        try address.bind(socket.number)
        // Nobody can connect before the permissions are what they should be: connect(2) fails until listen(2).
        if let group, lchown(path, .max, group.id) != 0 { throw SystemError.last }
        guard chmod(path, group == nil ? 0o600 : 0o660) == 0, Glibc.listen(socket.number, backlog) == 0 else {
            throw SystemError.last
        }
        return socket.release()
    }

    /// Whether a process listens at the address without the lock: systemd, for a service that is not running.
    private static func isListenedOn(_ address: SocketAddress) -> Bool {
        do {
            let socket = try Descriptor.socket(.stream, blocking: false)
            try address.connect(socket.number)
            return true
        } catch {
            return error.code == EAGAIN
        }
    }
}
