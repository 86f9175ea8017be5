internal import CSystemd
internal import Glibc
internal import Unix

/// A socket that the service manager opened and passed on, as `sd_listen_fds(3)` describes.
///
/// The manager keeps it when the daemon exits, so the daemon must neither unlink its path nor shut it down.
public struct InheritedSocket: Sendable, Equatable {
    /// The open descriptor, 3 or above. Closing it is the caller's business.
    public let descriptor: CInt
    /// `FileDescriptorName=` of the socket unit, else the unit's name (`diced.socket`); `unknown` where none was passed.
    public let name: String
    public let isListeningUnixStream: Bool
    /// The path it is bound to; nil for an abstract, unnamed or non-Unix socket and for a path that is not UTF-8.
    public let path: String?

    /// Every descriptor that was passed to this process, in order, each now close-on-exec; empty outside systemd.
    ///
    /// The variables stay set: `$LISTEN_PID` keeps child processes from taking them as theirs, while unsetting them
    /// would race with other threads that read the environment. Throws ``InheritedSocketError/environment(_:)``.
    public static func all() throws(InheritedSocketError) -> [InheritedSocket] {
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
}
