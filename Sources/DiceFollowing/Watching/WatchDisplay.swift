package import DiceClient
import DiceWire

/// The display of `watch`.
package protocol WatchDisplay: AnyObject {
    /// The view in which the display draws, if any.
    var view: LiveView? { get }
    func show(_ news: Follower.News) throws(CommandError)
}

extension WatchDisplay { package var view: LiveView? { nil } }

/// Prints the daemon's own lines: the snapshot's result, then the notifications.
package final class JSONWatch: WatchDisplay {
    static let gone = "the daemon disconnected; waiting for it"

    package init() {}

    package func show(_ news: Follower.News) throws(CommandError) {
        switch news {
        case .table(_, let line): try Output.result(of: line)
        case .notification(_, let line): try Output.json(line.bytes)
        case .gone: Output.message(Self.gone)
        default: break
        }
    }
}
