internal import Glibc
public import Unix

extension Connection {
    /// Connects to the daemon of this socket, once its folder and its peer have proved to be ours. Starts none.
    ///
    /// Blocks while the listener's queue is full, up to 10 s.
    ///
    /// - Throws: `noDaemon` where nobody listens, else `unreachable`.
    public static func open(_ socket: SocketPath) throws(ClientError) -> Connection {
        do {
            guard try SocketFolder.exists(socket.folder) else { throw ClientError.noDaemon(socket: socket.path) }
        } catch let error as SocketFolder.Refusal {
            throw .unreachable(error.description)
        } catch let error as ClientError {
            throw error
        } catch {
            throw .unreachable("\(error)")
        }
        let connection = try connected(to: socket)
        try connection.checkPeer(of: socket)
        return connection
    }

    /// Connects to the shared daemon of this socket, whoever runs it, once nobody but its owner has proved able to put another
    /// in its place. Starts none.
    ///
    /// Blocks while the listener's queue is full, up to 10 s.
    ///
    /// - Throws: `noDaemon` where nobody listens, else `unreachable`: it names the group to join where the socket is closed
    ///   to this user.
    public static func openShared(_ socket: SocketPath) throws(ClientError) -> Connection {
        try SharedSocket.check(socket)
        return try connected(to: socket, isShared: true)
    }

    private static func connected(
        to socket: SocketPath, isShared: Bool = false
    ) throws(ClientError) -> Connection {
        guard let address = SocketAddress(path: socket.path) else {
            throw .unreachable(
                "the socket's path is longer than \(SocketAddress.maximumLength) bytes: \(socket.path); "
                    + "name a shorter one with --socket or $DICED_SOCKET")
        }
        let connection: Connection
        do {
            connection = Connection(descriptor: try Descriptor.socket(.stream).release())
        } catch {
            throw .unreachable("cannot make a socket: \(error)")
        }
        connection.limitWaiting()
        try connection.connect(to: address, of: socket, isShared: isShared)
        connection.path = socket.path
        return connection
    }

    /// A Unix socket's connect(2) waits for room in the listener's queue; this bounds it, and send(2).
    func limitWaiting(to seconds: Int = Connection.patience) {
        var patience = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    private func connect(
        to address: SocketAddress, of socket: SocketPath, isShared: Bool
    ) throws(ClientError) {
        do {
            try address.connect(descriptor)
        } catch {
            switch error.code {
            case ECONNREFUSED where !socket.isFree:
                throw .unreachable(
                    "\(socket.path) is in the way of the socket: it is none; "
                        + "name another place with --socket or $DICED_SOCKET")
            case ENOENT, ECONNREFUSED, ENOTDIR: throw .noDaemon(socket: socket.path, isShared: isShared)
            case EAGAIN: throw .unreachable("the daemon on \(socket.path) takes no connections; is it stopped or hung?")
            case EACCES where isShared: throw SharedSocket.closed(socket)
            default: throw .unreachable("cannot connect to \(socket.path): \(error)")
            }
        }
    }

    /// Refuses a listener of another user.
    private func checkPeer(of socket: SocketPath) throws(ClientError) {
        let peer = try? PeerCredentials(of: descriptor)
        guard peer?.uid == geteuid() else {
            let owner = peer.map { "uid \($0.uid)" } ?? "an unknown user"
            throw .unreachable(
                "the daemon on \(socket.path) belongs to \(owner), not to us; "
                    + "name another socket with --socket or $DICED_SOCKET")
        }
    }
}

extension SocketPath {
    /// Whether a socket stands there, or nothing.
    fileprivate var isFree: Bool {
        var status = stat()
        return lstat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFSOCK
    }
}
