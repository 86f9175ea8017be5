internal import Glibc
internal import NIOCore
internal import Unix

/// The process at the other end of a Unix socket.
enum Peer {
    /// Of this process.
    static let ownUID = geteuid()

    static func of(_ channel: any Channel) -> EventLoopFuture<PeerCredentials> {
        guard let options = channel as? any SocketOptionProvider else {
            return channel.eventLoop.makeFailedFuture(ChannelError.operationUnsupported)
        }
        return options.unsafeGetSocketOption(
            level: .socket, name: NIOBSDSocket.Option(rawValue: PeerCredentials.option))
    }
}
