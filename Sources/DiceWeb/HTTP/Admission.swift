import DiceWire
import NIOCore
import NIOHTTP1

/// Decides whether the request of a connection is within the limits. Confined to one event loop.
final class Admission {
    private let open: OpenOrigins
    private let shares: ConnectionShares
    private let channel: any Channel
    private var decision: Bool?
    /// The open origin that the request names; `nil` for an origin that the page always has.
    private(set) var origin: Origin?

    init(_ open: OpenOrigins, _ shares: ConnectionShares, _ channel: any Channel) {
        self.open = open
        self.shares = shares
        self.channel = channel
    }

    var origins: Origins { open.current }

    /// True if the request's origin is still served.
    var isOriginOpen: Bool {
        origin.map { open.current.opened.contains($0) } ?? true
    }

    /// Returns true if the request is within the limits. Decides once, and counts the connection
    /// until it closes.
    func admits(_ head: HTTPRequestHead) -> Bool {
        if let decision {
            return decision
        }
        origin = origins.openedOrigin(hosts: head.headers["host"])
        let owners = ConnectionOwner.all(
            peer: channel.remoteAddress?.ipAddress ?? "",
            origin: origin,
            forwarded: head.headers["x-forwarded-for"],
            hasOrigins: !origins.opened.isEmpty
        )
        let isAdmitted = shares.take(owners)
        decision = isAdmitted
        if isAdmitted, !owners.isEmpty {
            let shares = NIOLoopBound(shares, eventLoop: channel.eventLoop)
            channel.closeFuture.whenComplete { _ in
                shares.value.release(owners)
            }
        }
        return isAdmitted
    }
}
