internal import Glibc
internal import NIOCore
internal import Unix

/// The process at the other end of a connection, as the kernel knew it when it connected.
struct Peer: Sendable, Hashable {
    var pid: Int32
    var uid: UInt32

    /// The daemon's own user, the only one that may connect.
    static let ownUID = geteuid()

    /// The peer of a connected Unix socket (`SO_PEERCRED`).
    static func of(_ channel: any Channel) -> EventLoopFuture<Peer> {
        guard let options = channel as? any SocketOptionProvider else {
            return channel.eventLoop.makeFailedFuture(ChannelError.operationUnsupported)
        }
        let credentials: EventLoopFuture<PeerCredentials> = options.unsafeGetSocketOption(
            level: .socket, name: NIOBSDSocket.Option(rawValue: PeerCredentials.option))
        return credentials.map { Peer(pid: $0.pid, uid: $0.uid) }
    }
}
