import DiceWire
import NIOCore

/// Whose limit a connection counts against, once its request has arrived.
enum ConnectionOwner: Hashable {
    /// Everyone who comes through an open origin.
    case origin(Origin)
    /// One client there, by the address that the program in between has noted.
    case client(Origin, address: String)
    /// The address that the connection is from.
    case address(String)

    /// Returns the owners of a request's connection; none if the limit per address, which applied
    /// when it was accepted, was enough.
    ///
    /// - Parameters:
    ///   - peer: The address that the connection is from.
    ///   - origin: The open origin that the request names, if any.
    ///   - forwarded: The values of the header `X-Forwarded-For`. Anyone can write there, but the
    ///     last value is from the program that connects to this machine.
    ///   - hasOrigins: True while an origin is open, for which this machine's addresses have more
    ///     connections than their share.
    static func all(
        peer: String,
        origin: Origin?,
        forwarded: [String],
        hasOrigins: Bool
    ) -> [ConnectionOwner] {
        guard hasOrigins, PageAddress.isLocal(peer) else { return [] }
        guard let origin else { return [.address(peer)] }
        guard let last = forwarded.last else { return [.origin(origin)] }
        return [.origin(origin), .client(origin, address: lastAddress(in: last))]
    }

    /// Returns the last address of a list, in its usual form; an empty text for anything else, so
    /// that all clients without an address share one limit.
    private static func lastAddress(in list: String) -> String {
        let last = list.split(separator: ",", omittingEmptySubsequences: false).last ?? ""
        let text = last.filter { $0 != " " && $0 != "\t" }
        return (try? SocketAddress(ipAddress: text, port: 0))?.ipAddress ?? ""
    }
}

/// Counts the connections of each owner. Confined to one event loop.
final class ConnectionShares {
    private let limits: WebLimits
    private var open: [ConnectionOwner: Int] = [:]

    init(_ limits: WebLimits) {
        self.limits = limits
    }

    /// Counts a connection for its owners, unless one of them has as many as allowed. Returns true
    /// if the connection counts, and `release` is due at its end.
    func take(_ owners: [ConnectionOwner]) -> Bool {
        guard owners.allSatisfy({ open[$0, default: 0] < limit(of: $0) }) else { return false }
        for owner in owners {
            open[owner, default: 0] += 1
        }
        return true
    }

    func release(_ owners: [ConnectionOwner]) {
        for owner in owners {
            let left = open[owner, default: 1] - 1
            open[owner] = left > 0 ? left : nil
        }
    }

    private func limit(of owner: ConnectionOwner) -> Int {
        switch owner {
        case .origin: limits.connectionsPerOrigin
        case .client, .address: limits.connectionsPerAddress
        }
    }
}
