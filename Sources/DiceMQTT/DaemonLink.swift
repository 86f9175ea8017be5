import DiceClient

/// Has a relay ask the daemon, and hear it, over the daemon's restarts.
struct DaemonLink {
    private let follower: Follower
    /// The connection that the relay knows of.
    private var client: Client?
    /// What was asked and is not answered yet.
    private var asked: Relay.Asked?

    /// - Parameter follower: follows no table by itself, and limits how long the daemon may take
    ///   for an answer.
    init(_ follower: Follower) {
        self.follower = follower
    }

    var interests: [Poll.Interest] { follower.interests }
    var backoff: Backoff { follower.backoff }

    /// When there may be something to do though nothing has come. While an answer is awaited
    /// nothing else is asked.
    func deadline(for relay: Relay) -> Deadline {
        client == nil || asked != nil
            ? follower.deadline : min(follower.deadline, relay.nextInstant)
    }

    /// The daemon tells all that the relay wants to know.
    func settled() {
        follower.settled()
    }

    /// Asks what the relay wants to know, and gives it what has come, up to the first events.
    /// Returns whether there may be more. Throws why there is no daemon, or why the one that there
    /// is cannot be used; it is called again after a pause.
    mutating func exchange(with relay: inout Relay, at now: Deadline)
        throws(ClientError) -> Bool
    {
        do throws(ClientError) {
            while true {
                noteConnection(relay: &relay)
                // One request at a time: a daemon closes a connection if a MiB of answers waits,
                // and an entry may be that long.
                if client != nil, asked == nil, let next = relay.nextRequest(at: now) {
                    asked = next.asked
                    follower.send(next.request)
                }
                switch try follower.next(by: .now) {
                case .answer(_, let line), .refused(_, _, let line):
                    guard let what = asked else { break }
                    asked = nil
                    try relay.take(line, about: what, at: now)
                case .notification(_, let line): try relay.take(news: line, at: now)
                case .gone(let reason, _): throw reason
                case nil where follower.client === client: return false
                default: break
                }
                if !relay.events.isEmpty {
                    return true
                }
            }
        } catch {
            follower.drop(error)
            noteConnection(relay: &relay)
            throw error
        }
    }

    /// Tells the relay of a connection that is gone, and of a new one.
    private mutating func noteConnection(relay: inout Relay) {
        guard follower.client !== client else { return }
        if client != nil {
            relay.disconnected()
        }
        client = follower.client
        asked = nil
        if client != nil {
            relay.connected()
        }
    }
}
