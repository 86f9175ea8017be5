import DiceModel
import DiceWire
import Listening
import NIOCore
import NIOPosix

/// Decides who may connect and under which name, from the kernel's credentials only, never from the
/// peer's own claims.
struct PeerAuthorizer: Sendable {
    private let sharing: Sharing?
    private let loginName: String
    /// Threads for name lookups, which may be slow on networked systems.
    private let threads: NIOThreadPool?

    /// The kernel's overflow uid, which users without a mapping have, for example those of another
    /// namespace.
    private static let unmappedUID: UInt32 = 65_534

    /// - Parameter loginName: the login name of the daemon's own user.
    init(sharing: Sharing? = nil, loginName: String) {
        self.sharing = sharing
        self.loginName = loginName
        threads = sharing.map { _ in NIOThreadPool(numberOfThreads: 1) }
        threads?.start()
    }

    func close() async {
        try? await threads?.shutdownGracefully()
    }

    /// Returns a user's permit; `nil` if the user may not connect.
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
