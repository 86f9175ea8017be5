import DiceClient

/// Exchanges requests and lines between a relay and the daemon, across the daemon's restarts.
struct DaemonLink {
    private let follower: Follower
    /// The connection that the relay knows about.
    private var client: Client?
    /// The subject of the pending request.
    private var pending: Relay.Asked?

    /// - Parameter follower: A follower that follows no table by itself, and limits the time for a
    ///   response.
    init(_ follower: Follower) {
        self.follower = follower
    }

    var interests: [Poll.Interest] { follower.interests }
    var backoff: Backoff { follower.backoff }

    /// Returns the instant at which there may be something to do even if nothing arrives. Nothing
    /// is requested while a response is pending.
    func deadline(for relay: Relay) -> Deadline {
        client == nil || pending != nil
            ? follower.deadline : min(follower.deadline, relay.nextInstant)
    }

    /// Records that the daemon sends everything that the relay needs.
    func settled() {
        follower.settled()
    }

    /// Sends the relay's requests, and passes the relay the lines that have arrived, up to the
    /// first events. Returns true if there may be more.
    ///
    /// - Throws: The reason why there is no daemon, or why the daemon cannot be used. Call again
    ///   after a pause.
    mutating func exchange(with relay: inout Relay, at now: Deadline)
        throws(ClientError) -> Bool
    {
        do throws(ClientError) {
            while true {
                noteConnection(relay: &relay)
                // One request at a time: the daemon closes a connection with more than 1 MiB of
                // unread responses, and an entry may be that long.
                if client != nil, pending == nil, let next = relay.nextRequest(at: now) {
                    pending = next.asked
                    follower.send(next.request)
                }
                switch try follower.next(by: .now) {
                case .answer(_, let line), .refused(_, _, let line):
                    guard let what = pending else { break }
                    pending = nil
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

    /// Reports a lost connection and a new one to the relay.
    private mutating func noteConnection(relay: inout Relay) {
        guard follower.client !== client else { return }
        if client != nil {
            relay.disconnected()
        }
        client = follower.client
        pending = nil
        if client != nil {
            relay.connected()
        }
    }
}
