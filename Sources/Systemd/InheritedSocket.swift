import CSystemd
import Glibc
import Unix

/// A socket that the service manager opened and passed on, as `sd_listen_fds(3)` describes.
///
/// The manager keeps it when the daemon exits, so the daemon must neither unlink its path nor shut it down.
package struct InheritedSocket: Sendable, Equatable {
    /// The open descriptor, 3 or above. Closing it is the caller's business.
    package let descriptor: CInt
    /// `FileDescriptorName=` of the socket unit, else the unit's name (`diced.socket`); `unknown` if none was passed.
    package let name: String
    package let isListeningUnixStream: Bool
    /// The path it is bound to; nil for an abstract, unnamed or non-Unix socket and for a path that is not UTF-8.
    package let path: String?

    /// Every descriptor that was passed to this process, in order, each now close-on-exec; empty outside systemd.
    ///
    /// The variables stay set: `$LISTEN_PID` keeps child processes from taking them as theirs, while unsetting them
    /// would race with other threads that read the environment. Throws ``InheritedSocketError/environment(_:)``.
    package static func all() throws(InheritedSocketError) -> [InheritedSocket] {
        var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        let count = sd_listen_fds_with_names(0, &names)
        guard count >= 0 else { throw .environment(-count) }
        defer { free(names) }
        return (0..<count).map { index in
            let name = names?[Int(index)]
            defer { free(name) }
            return InheritedSocket(
                probing: SD_LISTEN_FDS_START + index, name: name.map { String(cString: $0) } ?? "unknown")
        }
    }
}

extension InheritedSocket {
    init(probing descriptor: CInt, name: String) {
        self.init(
            descriptor: descriptor, name: name,
            isListeningUnixStream: sd_is_socket_unix(descriptor, CInt(SOCK_STREAM.rawValue), 1, nil, 0) > 0,
            path: SocketAddress(of: descriptor)?.path)
    }

    /// The listening Unix stream socket to serve on, non-blocking and close-on-exec; nil if none was passed at all.
    ///
    /// A socket called `name` wins. Without one, the only socket of the right type is taken whatever its name is,
    /// because `systemd-socket-activate` says `unknown` and a unit without `FileDescriptorName=` says `UNIT.socket`.
    package static func listeningUnixStream(named name: String) throws(InheritedSocketError) -> InheritedSocket? {
        guard let socket = try choose(named: name, among: all()) else { return nil }
        try socket.prepare()
        return socket
    }

    /// The rule of ``listeningUnixStream(named:)`` alone.
    static func choose(
        named name: String, among candidates: [InheritedSocket]
    ) throws(InheritedSocketError) -> InheritedSocket? {
        guard let first = candidates.first else { return nil }
        let named = candidates.filter { $0.name == name }
        if let misfit = named.first(where: { !$0.isListeningUnixStream }) {
            throw .wrongType(name: misfit.name, descriptor: misfit.descriptor)
        }
        let eligible = named.isEmpty ? candidates.filter(\.isListeningUnixStream) : named
        guard eligible.count <= 1 else { throw .ambiguous(wanted: name, found: eligible.map(\.name)) }
        guard let only = eligible.first else { throw .wrongType(name: first.name, descriptor: first.descriptor) }
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

/// The listening stream sockets of a unit that has one of Unix, and perhaps one of TCP.
package struct InheritedStreams: Sendable {
    package let unix: InheritedSocket
    /// One of IPv4 or IPv6.
    package let internet: InheritedSocket?

    /// Non-blocking and close-on-exec; nil if no socket was passed at all. Throws if there are others.
    package static func all() throws(InheritedSocketError) -> InheritedStreams? {
        let sockets = try InheritedSocket.all()
        if sockets.isEmpty { return nil }
        let unix = sockets.filter(\.isListeningUnixStream)
        let internet = sockets.filter { socket in
            [AF_INET, AF_INET6].contains { sd_is_socket(socket.descriptor, $0, CInt(SOCK_STREAM.rawValue), 1) > 0 }
        }
        guard sockets.count == internet.count + unix.count, unix.count == 1, internet.count <= 1 else {
            throw .notOneEach(sockets.map(\.name))
        }
        for socket in sockets { try socket.prepare() }
        return InheritedStreams(unix: unix[0], internet: internet.first)
    }
}

/// Why the sockets that the service manager passed cannot be used. The description says what to change.
package enum InheritedSocketError: ExitStatusError, Sendable, Equatable, CustomStringConvertible {
    /// `$LISTEN_FDS`, `$LISTEN_PID` or `$LISTEN_FDNAMES` makes no sense, or names a descriptor that is not open.
    case environment(_ code: CInt)
    /// The socket to be used is not a listening Unix stream socket.
    case wrongType(name: String, descriptor: CInt)
    /// More than one socket could be meant.
    case ambiguous(wanted: String, found: [String])
    /// There is not one listening stream socket of Unix, and at most one of TCP.
    case notOneEach([String])
    /// The descriptor's flags could not be set.
    case cannotPrepare(descriptor: CInt, _ code: CInt)

    package var exitStatus: Int32 { EX_CONFIG }

    package var description: String {
        switch self {
        case .environment(let code):
            "cannot use the sockets announced in LISTEN_FDS: \(SystemError(code)); "
                + "start the daemon from its socket unit, or unset LISTEN_PID, LISTEN_FDS and LISTEN_FDNAMES"
        case .wrongType(let name, let descriptor):
            "the inherited socket \"\(name)\" (descriptor \(descriptor)) is not a listening Unix stream socket; "
                + "give its socket unit one ListenStream= with an absolute path, and no Accept=yes"
        case .ambiguous(let wanted, let found):
            "\(found.count) inherited sockets could be meant (\(found.joined(separator: ", "))); "
                + "keep one ListenStream= in the socket unit that has FileDescriptorName=\(wanted)"
        case .notOneEach(let found):
            "a listening Unix stream socket is wanted, and at most one of TCP, not \(found.joined(separator: ", ")); "
                + "give the socket unit one ListenStream= for each, and no Accept=yes"
        case .cannotPrepare(let descriptor, let code):
            "cannot make the inherited socket (descriptor \(descriptor)) non-blocking: \(SystemError(code)); "
                + "restart the socket unit"
        }
    }
}
