import Glibc
package import Unix

/// The Unix socket that clients connect to, owned by this process.
package struct ListeningSocket: ~Copyable, Sendable {
    /// A listening, non-blocking stream socket. The code that takes it closes it.
    package let descriptor: Int32
    /// The number of clients that may wait to be accepted.
    package let backlog: Int32
    /// The path at which clients look for the socket; `nil` for an inherited socket without a path.
    package let path: String?
    /// True if this process created the socket and removes its file at the end.
    package let isOwn: Bool
    /// The group whose members may connect besides this user; `nil` if only this user may, and for
    /// an inherited socket, whose permissions the service manager sets.
    package let group: UserGroup?
    /// The file at the path when the socket was ready.
    private let file: FileIdentity?
    /// The lock that this process holds for as long as it owns the socket.
    private let lock: FileLock?

    /// The maximum queue length that the kernel allows, so that clients wait instead of being
    /// rejected.
    private static let longestBacklog: Int32 = 4_096

    /// Binds `path` with mode 0600, or 0660 for a group. Replaces the socket of a dead process; the
    /// lock protects the socket of a live process.
    /// - Parameters:
    ///   - program: the listening program, as its units are named.
    ///   - path: a path; absolute if the socket is shared.
    ///   - group: the group whose members may connect; this user must be one of them.
    package init(of program: String, path: String, sharedWith group: UserGroup? = nil)
        throws(ListeningError)
    {
        guard let address = SocketAddress(path: path) else { throw .pathTooLong(path) }
        let lock = try Self.lock(path, sharedWith: group)
        try Self.removeStaleSocket(path, address, program)
        descriptor = try Self.listen(at: address, path, sharedWith: group, program)
        self.path = path
        self.group = group
        isOwn = true
        backlog = Self.longestBacklog
        file = FileIdentity(path)
        self.lock = consume lock
    }

    /// Takes over a socket on which the service manager is already listening, at `path` if the
    /// socket has one. The socket is never removed, but its lock is taken, so that a process
    /// started by hand cannot replace it. No process binds a socket in a folder that others can
    /// write to, so the lock is not needed there.
    package init(inherited descriptor: Int32, path: String?) throws(ListeningError) {
        let isInOurFolder =
            path.map { (try? SocketFolder.exists(SocketPath(path: $0).folder)) == true }
            ?? false
        lock =
            if let path, isInOurFolder { try Self.lock(path, sharedWith: nil) } else {
                nil
            }
        self.descriptor = descriptor
        self.path = path
        group = nil
        isOwn = false
        // The unit's value is not accessible in the service's sandbox; the kernel's maximum is
        // never less.
        backlog = .max
        file = path.flatMap(FileIdentity.init)
    }

    /// True if the path still leads to this socket.
    package var isInPlace: Bool { path.flatMap(FileIdentity.init) == file }

    /// Removes the socket's file while the lock is held.
    package func remove() {
        if let path, isOwn, isInPlace {
            unlink(path)
        }
    }

    private static func lock(_ path: String, sharedWith group: UserGroup?)
        throws(ListeningError)
        -> FileLock
    {
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
            return try FileLock(path: path + ".lock")
        } catch {
            throw .notLocked(error)
        }
    }

    private static func removeStaleSocket(
        _ path: String,
        _ address: SocketAddress,
        _ program: String
    ) throws(ListeningError) {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT {
                return
            }
            throw .system("cannot examine", path, errno)
        }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path) }
        guard !isListenedOn(address) else { throw .listenedOn(path, program: program) }
        guard unlink(path) == 0 else {
            throw .system("cannot remove the stale socket", path, errno)
        }
    }

    /// Returns true if a process is listening at the address: the kernel accepts a connection or
    /// reports a full queue.
    private static func isListenedOn(_ address: SocketAddress) -> Bool {
        do {
            let socket = try Descriptor.socket(.stream, blocking: false)
            try address.connect(socket.number)
            return true
        } catch {
            return error.code == EAGAIN
        }
    }

    /// Sets the permissions before listen(2), because connect(2) fails until then.
    private static func listen(
        at address: SocketAddress,
        _ path: String,
        sharedWith group: UserGroup?,
        _ program: String
    ) throws(ListeningError) -> Int32 {
        do {
            let socket = try Descriptor.socket(.stream, blocking: false)
            try address.bind(socket.number)
            if let group, lchown(path, .max, group.id) != 0 {
                let reason = errno
                unlink(path)
                throw ListeningError.notInGroup(path, group, program: program, reason)
            }
            guard chmod(path, group == nil ? 0o600 : 0o660) == 0,
                Glibc.listen(socket.number, longestBacklog) == 0
            else { throw SystemError.last }
            return socket.release()
        } catch let error as ListeningError {
            throw error
        } catch {
            throw .system(
                "cannot listen on",
                path,
                (error as? SystemError)?.code ?? EIO
            )
        }
    }
}
