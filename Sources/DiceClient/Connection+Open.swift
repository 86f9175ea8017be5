import Glibc
public import Unix

extension Connection {
    /// Connects to the daemon on this socket, after checking that the socket's folder and its peer
    /// are ours. Does not start a daemon.
    ///
    /// Blocks while the listener's queue is full, up to 10 s.
    ///
    /// - Throws: `noDaemon` if no process is listening, else `unreachable`.
    public static func open(_ socket: SocketPath) throws(ClientError) -> Connection {
        guard try ClientError.orUnreachable(try SocketFolder.exists(socket.folder))
        else {
            throw .noDaemon(socket: socket.path)
        }
        let connection = try connected(to: socket)
        try connection.checkPeer(of: socket)
        return connection
    }

    /// Connects to the shared daemon on this socket, after checking that only its owner can replace
    /// the socket file. Does not start a daemon.
    ///
    /// Blocks while the listener's queue is full, up to 10 s.
    ///
    /// - Throws: `noDaemon` if no process is listening, else `unreachable`, which names the group
    ///   to join if this user may not use the socket.
    public static func openShared(_ socket: SocketPath) throws(ClientError)
        -> Connection
    {
        try SharedSocket.check(socket)
        return try connected(to: socket, isShared: true)
    }

    /// Throws the error that `openShared` would throw if this user may not use the socket or its
    /// folder. Does not connect, so that no service is started.
    package static func checkShared(_ socket: SocketPath) throws(ClientError) {
        try SharedSocket.check(socket)
        if access(socket.path, R_OK | W_OK) != 0, errno == EACCES {
            throw SharedSocket.closed(socket)
        }
    }

    private static func connected(to socket: SocketPath, isShared: Bool = false)
        throws(ClientError)
        -> Connection
    {
        guard let address = SocketAddress(path: socket.path) else {
            throw .unreachable(
                "the socket's path is longer than \(SocketAddress.maximumLength) bytes: \(socket.path); "
                    + "use a shorter one with --socket or $DICED_SOCKET"
            )
        }
        let descriptor = try ClientError.orUnreachable(try Descriptor.socket(.stream)) {
            "cannot create a socket: \($0)"
        }
        let connection = Connection(descriptor: descriptor.release())
        connection.limitWaiting()
        try connection.connect(to: address, of: socket, isShared: isShared)
        connection.path = socket.path
        connection.another = { () throws(ClientError) in
            try isShared ? Connection.openShared(socket) : Connection.open(socket)
        }
        connection.isStarting = {
            StartingService.isStarting(socket, isShared: isShared)
        }
        return connection
    }

    /// Limits the time of connect(2), which waits for room in the listener's queue, and of send(2).
    func limitWaiting(to seconds: Int = Connection.patience) {
        var patience = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(
            descriptor,
            SOL_SOCKET,
            SO_SNDTIMEO,
            &patience,
            socklen_t(MemoryLayout<timeval>.size)
        )
    }

    private func connect(
        to address: SocketAddress,
        of socket: SocketPath,
        isShared: Bool
    )
        throws(ClientError)
    {
        do {
            try address.connect(descriptor)
        } catch {
            switch error.code {
            case ECONNREFUSED where !socket.isFree:
                throw .unreachable(
                    "\(socket.path) exists but is not a socket; "
                        + "use another path with --socket or $DICED_SOCKET"
                )
            case ENOENT, ECONNREFUSED, ENOTDIR:
                throw .noDaemon(socket: socket.path, isShared: isShared)
            case EAGAIN:
                throw .unreachable(
                    "the daemon on \(socket.path) is not accepting connections; check whether it is stopped or hung"
                )
            case EACCES where isShared: throw SharedSocket.closed(socket)
            default: throw .unreachable("cannot connect to \(socket.path): \(error)")
            }
        }
    }

    /// Rejects a listener that runs as another user.
    private func checkPeer(of socket: SocketPath) throws(ClientError) {
        let peer = try? PeerCredentials(of: descriptor)
        guard peer?.uid == geteuid() else {
            let owner = peer.map { "uid \($0.uid)" } ?? "an unknown user"
            throw .unreachable(
                "the daemon on \(socket.path) belongs to \(owner), not to you; "
                    + "use another socket with --socket or $DICED_SOCKET"
            )
        }
    }
}

extension SocketPath {
    /// True if the path is a socket, or does not exist.
    fileprivate var isFree: Bool {
        var status = stat()
        return lstat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFSOCK
    }
}

/// The reasons that keep a user from a shared daemon's socket, with their remedies.
private enum SharedSocket {
    /// Throws if we may not use the socket's folder, or if it cannot be trusted.
    static func check(_ socket: SocketPath) throws(ClientError) {
        switch try ClientError.orUnreachable(try SharedFolder.look(socket.folder)) {
        case .usable: return
        case .missing: throw .noDaemon(socket: socket.path, isShared: true)
        case .closed(let folder, let group): throw refusal(of: folder, group: group)
        }
    }

    /// Returns the error for a connection that the permissions of a socket or its folder prevent.
    static func closed(_ socket: SocketPath) -> ClientError {
        var status = stat()
        if lstat(socket.path, &status) == 0 {
            return refusal(
                of: socket.path,
                group: status.st_mode & S_IWGRP == 0 ? nil : status.st_gid
            )
        }
        guard stat(socket.folder, &status) == 0 else {
            return refusal(of: socket.folder, group: nil)
        }
        return refusal(
            of: socket.folder,
            group: status.st_mode & S_IXGRP == 0 ? nil : status.st_gid
        )
    }

    /// - Parameter group: The group that may use `path`; `nil` if there is none, or if it cannot be
    ///   seen.
    private static func refusal(of path: String, group: gid_t?) -> ClientError {
        guard let group else {
            return .unreachable(
                "you have no access to \(path), and it has no group to join; ask the administrator of the shared daemon"
            )
        }
        guard let name = AccountName.ofGroup(group) else {
            return .unreachable(
                "\(path) is open only to group \(group), which has no name here; "
                    + "ask the administrator of the shared daemon"
            )
        }
        return .unreachable(
            "you are not in the group \"\(name)\": sudo usermod -aG \(name) \(AccountName.ownLogin ?? "USER"), "
                + "then log in again"
        )
    }
}
