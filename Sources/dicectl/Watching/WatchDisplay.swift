import DiceClient
import DiceWire

/// The display of `watch`.
protocol WatchDisplay: AnyObject {
    /// The view in which the display draws, if any.
    var view: LiveView? { get }
    func show(_ news: Follower.News) throws(CommandError)
}

extension WatchDisplay { var view: LiveView? { nil } }

/// Prints the daemon's own lines: the snapshot's result, then the notifications.
final class JSONWatch: WatchDisplay {
    static let gone = "the daemon disconnected; waiting for it"

    func show(_ news: Follower.News) throws(CommandError) {
        switch news {
        case .table(_, let line): try CommandContext.printJSON(line)
        case .notification(_, let line): try Output.json(line.bytes)
        case .gone: Output.message(Self.gone)
        default: break
        }
    }
}
