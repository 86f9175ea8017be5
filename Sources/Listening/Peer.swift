internal import Glibc
public import NIOCore
internal import Unix

/// The process at the other end of a connection, as the kernel knew it when it connected.
public struct Peer: Sendable, Hashable {
    public let pid: Int32
    public let uid: UInt32

    public init(pid: Int32, uid: UInt32) { (self.pid, self.uid) = (pid, uid) }

    /// The user of this process.
    public static let ownUID: UInt32 = geteuid()

    /// The peer of a connected Unix socket (`SO_PEERCRED`).
    public static func of(_ channel: any Channel) -> EventLoopFuture<Peer> {
        guard let options = channel as? any SocketOptionProvider else {
            return channel.eventLoop.makeFailedFuture(ChannelError.operationUnsupported)
        }
        let credentials: EventLoopFuture<PeerCredentials> = options.unsafeGetSocketOption(
            level: .socket, name: NIOBSDSocket.Option(rawValue: PeerCredentials.option))
        return credentials.map { Peer(pid: $0.pid, uid: $0.uid) }
    }
}
