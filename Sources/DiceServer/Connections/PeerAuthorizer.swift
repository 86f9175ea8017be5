import DiceModel
import DiceWire
import Listening
import NIOCore
import NIOPosix

/// Who comes in, and as whom: by what the kernel says of the peer, and never by what the peer says.
struct PeerAuthorizer: Sendable {
    private let sharing: Sharing?
    private let loginName: String
    /// Looks names up, which may take long if they come over a network.
    private let threads: NIOThreadPool?

    /// The uid of users that have none here (the kernel's overflow uid), as of another namespace.
    private static let unmappedUID: UInt32 = 65_534

    /// - Parameter loginName: of the daemon's own user.
    init(sharing: Sharing? = nil, loginName: String) {
        self.sharing = sharing
        self.loginName = loginName
        threads = sharing.map { _ in NIOThreadPool(numberOfThreads: 1) }
        threads?.start()
    }

    func close() async {
        try? await threads?.shutdownGracefully()
    }

    /// What the user of this uid may do; nil if they are not let in.
    func permit(for uid: UInt32, on eventLoop: any EventLoop) -> EventLoopFuture<
        Permit?
    > {
        guard let sharing, let threads else {
            return eventLoop.makeSucceededFuture(
                uid == Peer.ownUID ? Permit(label: loginName) : nil
            )
        }
        if uid == Peer.ownUID {
            return eventLoop.makeSucceededFuture(
                Permit(account: loginName, mayTakeName: true)
            )
        }
        return threads.runIfActive(eventLoop: eventLoop) {
            let account = sharing.loginName(uid)
            let name = PlayerLabel.ofAccount(account, uid: uid)
            if uid == Self.unmappedUID {
                return Permit(onlooker: name)
            }
            return Permit(
                account: name,
                mayTakeName: account.map(sharing.trusted.contains) == true
            )
        }
    }
}
