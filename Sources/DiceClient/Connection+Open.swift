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
        let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .unreachable("cannot make a socket: \(systemMessage(errno))") }
        let connection = Connection(descriptor: descriptor)
        connection.limitWaiting()
        try connection.connect(to: address, of: socket)
        try connection.checkPeer(of: socket)
        return connection
    }

    /// A Unix socket's connect(2) waits for room in the listener's queue; this bounds it, and send(2).
    private func limitWaiting() {
        var patience = timeval(tv_sec: Self.patience, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    private func connect(to address: SocketAddress, of socket: SocketPath) throws(ClientError) {
        while address.passed(to: { Glibc.connect(descriptor, $0, $1) }) != 0 {
            switch errno {
            case EINTR: continue
            case ENOENT, ECONNREFUSED, ENOTDIR: throw .noDaemon(socket: socket.path)
            case EAGAIN: throw .unreachable("the daemon on \(socket.path) takes no connections; is it stopped or hung?")
            case let code: throw .unreachable("cannot connect to \(socket.path): \(systemMessage(code))")
            }
        }
    }

    /// Refuses a listener of another user.
    private func checkPeer(of socket: SocketPath) throws(ClientError) {
        // struct ucred: pid, uid, gid.
        var credentials: (Int32, UInt32, UInt32) = (0, .max, .max)
        var size = socklen_t(MemoryLayout.size(ofValue: credentials))
        let status = getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size)
        guard status == 0, credentials.1 == geteuid() else {
            throw .unreachable(
                "the daemon on \(socket.path) belongs to uid \(credentials.1), not to us; "
                    + "name another socket with --socket or $DICED_SOCKET")
        }
    }
}
