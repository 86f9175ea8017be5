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
        try connection.connect(to: address, of: socket)
        try connection.checkPeer(of: socket)
        connection.path = socket.path
        return connection
    }

    /// A Unix socket's connect(2) waits for room in the listener's queue; this bounds it, and send(2).
    private func limitWaiting() {
        var patience = timeval(tv_sec: Self.patience, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    private func connect(to address: SocketAddress, of socket: SocketPath) throws(ClientError) {
        do {
            try address.connect(descriptor)
        } catch {
            switch error.code {
            case ENOENT, ECONNREFUSED, ENOTDIR: throw .noDaemon(socket: socket.path)
            case EAGAIN: throw .unreachable("the daemon on \(socket.path) takes no connections; is it stopped or hung?")
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
