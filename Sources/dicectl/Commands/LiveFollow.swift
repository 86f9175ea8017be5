internal import DiceClient
internal import DiceModel
internal import DiceWire

/// Requests whose progress is drawn as notifications come in. One connection watches and asks: when it closes, the dice
/// settle.
struct LiveFollow {
    enum Incoming {
        case table(TableSnapshot)
        /// To the request of this index.
        case answer(Int, ServerLine)
        case news(Notification)
    }

    let session: Session
    let motion: Motion
    let table: TableName
    /// What whoever interrupts it is told.
    let parting: String

    /// Calls `take` with each thing that comes in, until it has had the answer to every one of `requests`, which are of
    /// one method and sent once the table has come: the daemon's commitment is known before it learns of our entropy. Throws
    /// what `take` throws, after giving the terminal back.
    func run(
        _ requests: [Request], of method: AnyMethod, take: (Incoming, LiveView) throws(ClientError) -> Void
    ) throws(Failure) {
        let client = try session.connect()
        let watching: RequestID
        do {
            watching = try client.begin([Method.watch(WatchParams(table: table))])[0]
        } catch {
            throw .client(error)
        }
        let view = LiveView(traits: session.traits, motion: motion, environment: session.environment)
        do {
            try follow(client, view, watching, requests, of: method, take)
            try view.close()
        } catch {
            try? view.close()
            if error == .interrupted {
                Output.message("interrupted; the dice settle on the faces already drawn\(parting)")
            }
            throw error
        }
    }

    private func follow(
        _ client: Client, _ view: LiveView, _ watching: RequestID, _ requests: [Request], of method: AnyMethod,
        _ take: (Incoming, LiveView) throws(ClientError) -> Void
    ) throws(Failure) {
        var vigil = Vigil(over: method, timeout: client.timeout)
        var (sent, unanswered) = ([watching], [watching])
        do {
            while !unanswered.isEmpty {
                guard case .line(let line) = try view.next(from: client, of: method, by: vigil.deadline) else {
                    try vigil.expire(client: client)
                    continue
                }
                vigil.hear()
                guard let index = try unanswered.firstIndex(where: { try line.answers($0) }) else {
                    if let news = try line.news() { try take(.news(news), view) }
                    continue
                }
                let id = unanswered.remove(at: index)
                if id == watching {
                    let snapshot = try line.value(as: TableSnapshot.self)
                    try take(.table(snapshot), view)
                    var seen = SeenNotes.current
                    seen?.note(snapshot)
                    let ids = try client.begin(requests)
                    (sent, unanswered) = (sent + ids, unanswered + ids)
                } else {
                    try take(.answer((sent.firstIndex(of: id) ?? 1) - 1, line), view)
                }
            }
        } catch {
            throw Failure(error)
        }
    }
}
