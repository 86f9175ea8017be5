import DiceClient
import DiceWire

/// What `watch` shows of what it is told.
protocol WatchDisplay: AnyObject {
    /// Where it draws, if it does.
    var view: LiveView? { get }
    func show(_ news: Follower.News) throws(CommandError)
}

extension WatchDisplay { var view: LiveView? { nil } }

/// The daemon's own lines: the snapshot's result, then the notifications.
final class JSONWatch: WatchDisplay {
    static let gone = "the daemon is gone; waiting for it to come back"

    func show(_ news: Follower.News) throws(CommandError) {
        switch news {
        case .table(_, let line): try CommandContext.printJSON(line)
        case .notification(_, let line): try Output.json(line.bytes)
        case .gone: Output.message(Self.gone)
        default: break
        }
    }
}
