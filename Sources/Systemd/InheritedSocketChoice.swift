internal import Glibc

extension InheritedSocket {
    /// The listening Unix stream socket to serve on, non-blocking and close-on-exec; nil when none was passed at all.
    ///
    /// A socket called `name` wins. Without one, the only socket of the right type is taken whatever its name is,
    /// because `systemd-socket-activate` says `unknown` and a unit without `FileDescriptorName=` says `UNIT.socket`.
    public static func listeningUnixStream(named name: String) throws(InheritedSocketError) -> InheritedSocket? {
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
        guard status >= 0,
            fcntl(descriptor, F_SETFL, status | O_NONBLOCK) == 0,
            fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
        else { throw .cannotPrepare(descriptor: descriptor, errno) }
    }
}
