import Glibc
package import NIOCore
import Unix

/// The process at the other end of a connection, at the time when it connected.
package struct Peer: Sendable, Hashable {
    package let pid: Int32
    package let uid: UInt32

    package init(pid: Int32, uid: UInt32) {
        self.pid = pid
        self.uid = uid
    }

    /// Returns the peer of a connected Unix socket; `nil` if the kernel reports none.
    init?(of descriptor: Int32) {
        guard let credentials = try? PeerCredentials(of: descriptor) else { return nil }
        self.init(pid: credentials.pid, uid: credentials.uid)
    }

    /// The user of this process.
    package static let ownUID: UInt32 = geteuid()

    /// Returns the peer of a connected Unix socket (`SO_PEERCRED`).
    package static func of(_ channel: any Channel) -> EventLoopFuture<Peer> {
        guard let options = channel as? any SocketOptionProvider else {
            return channel.eventLoop.makeFailedFuture(ChannelError.operationUnsupported)
        }
        let credentials: EventLoopFuture<PeerCredentials> =
            options.unsafeGetSocketOption(
                level: .socket,
                name: NIOBSDSocket.Option(rawValue: PeerCredentials.option)
            )
        return credentials.map { Peer(pid: $0.pid, uid: $0.uid) }
    }
}
