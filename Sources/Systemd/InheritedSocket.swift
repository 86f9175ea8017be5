import CSystemd
import Glibc
import Unix

/// A socket that the service manager opened and passed to this process, as described in
/// `sd_listen_fds(3)`.
///
/// The manager keeps it open when the daemon exits, so the daemon must neither unlink its path nor
/// shut it down.
package struct InheritedSocket: Sendable, Equatable {
    /// The open descriptor, 3 or above. The caller must close it.
    package let descriptor: CInt
    /// `FileDescriptorName=` of the socket unit, otherwise the unit's name (`diced.socket`);
    /// `unknown` if none was passed.
    package let name: String
    package let isListeningUnixStream: Bool
    /// The path that the socket is bound to; nil for an abstract, unnamed or non-Unix socket and
    /// for a path that is not UTF-8.
    package let path: String?

    /// Returns every descriptor that was passed to this process, in order, each now close-on-exec;
    /// empty outside systemd.
    ///
    /// The variables stay set: `$LISTEN_PID` prevents child processes from using them, and
    /// unsetting them would race with other threads that read the environment. Throws
    /// ``InheritedSocketError/environment(_:)``.
    package static func all() throws(InheritedSocketError) -> [InheritedSocket] {
        var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        let count = sd_listen_fds_with_names(0, &names)
        guard count >= 0 else { throw .environment(-count) }
        defer {
            free(names)
        }
        return (0..<count).map { index in
            let name = names?[Int(index)]
            defer {
                free(name)
            }
            return InheritedSocket(
                probing: SD_LISTEN_FDS_START + index,
                name: name.map { String(cString: $0) } ?? "unknown"
            )
        }
    }
}

extension InheritedSocket {
    init(probing descriptor: CInt, name: String) {
        self.init(
            descriptor: descriptor,
            name: name,
            isListeningUnixStream: sd_is_socket_unix(
                descriptor,
                CInt(SOCK_STREAM.rawValue),
                1,
                nil,
                0
            ) > 0,
            path: SocketAddress(of: descriptor)?.path
        )
    }

    /// Returns the listening Unix stream socket to serve on, non-blocking and close-on-exec; `nil`
    /// if no socket was passed.
    ///
    /// Prefers a socket called `name`. Otherwise uses the only socket of the right type, because
    /// `systemd-socket-activate` names it `unknown`, and a unit without `FileDescriptorName=` names
    /// it `UNIT.socket`.
    package static func listeningUnixStream(named name: String)
        throws(InheritedSocketError)
        -> InheritedSocket?
    {
        guard let socket = try choose(named: name, among: all()) else { return nil }
        try socket.prepare()
        return socket
    }

    /// Selects a socket by the rule of ``listeningUnixStream(named:)``.
    static func choose(
        named name: String,
        among candidates: [InheritedSocket]
    ) throws(InheritedSocketError) -> InheritedSocket? {
        guard let first = candidates.first else { return nil }
        let named = candidates.filter { $0.name == name }
        if let misfit = named.first(where: { !$0.isListeningUnixStream }) {
            throw .wrongType(name: misfit.name, descriptor: misfit.descriptor)
        }
        let eligible =
            named.isEmpty ? candidates.filter(\.isListeningUnixStream) : named
        guard eligible.count <= 1 else {
            throw .ambiguous(wanted: name, found: eligible.map(\.name))
        }
        guard let only = eligible.first else {
            throw .wrongType(name: first.name, descriptor: first.descriptor)
        }
        return only
    }

    /// Makes the descriptor non-blocking and close-on-exec.
    func prepare() throws(InheritedSocketError) {
        let status = fcntl(descriptor, F_GETFL)
        guard status >= 0, fcntl(descriptor, F_SETFL, status | O_NONBLOCK) == 0,
            fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
        else { throw .cannotPrepare(descriptor: descriptor, errno) }
    }
}
