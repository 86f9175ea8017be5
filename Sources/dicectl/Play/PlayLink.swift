internal import DiceClient
internal import DiceModel
internal import DiceWire
internal import Glibc

/// `play`'s connection to the daemon: what is asked, what comes back, and the way back after an end.
final class PlayLink {
    enum Purpose: Hashable {
        case watch(TableName)
        case list
        case history(TableName)
        case lastTurns(TableName)
        /// A request that changes something.
        case change(AnyMethod)
        /// A roll, with this chance of ours; again if the turn was full that it was for.
        case roll(String, isAgain: Bool)
        /// A throw of what was typed, with this chance of ours.
        case `throw`(TypedThrow, String)

        var method: AnyMethod {
            switch self {
            case .watch: AnyMethod(.watch)
            case .list: AnyMethod(.list)
            case .history, .lastTurns: AnyMethod(.history)
            case .change(let method): method
            case .roll: AnyMethod(.roll)
            case .throw: AnyMethod(.throw)
            }
        }

        /// Whether it waits for the answer to an earlier one of its kind: not where that comes when dice have settled.
        var takesTurns: Bool { !method.answersAtRest }
    }

    enum Incoming {
        case answer(Purpose, ServerLine)
        case refusal(Purpose, WireError)
        case notification(Notification)
        /// What answers is no diced.
        case garbled(ClientError)
        /// The connection ended before these were answered.
        case lost([AnyMethod])
        /// The other machine cannot be reached, and trying again would not help.
        case obstacle(RemoteFailure)
    }

    private let session: Session
    private var client: Client?
    /// The requests whose answer is still to come.
    private(set) var pending: [RequestID: Purpose] = [:]
    /// What is still to be sent, in the order in which it was asked for.
    private var waiting: [(request: Request, purpose: Purpose)] = []
    private(set) var backoff: Backoff
    private var generator = SystemRandomNumberGenerator()
    /// When to try to connect again.
    private(set) var retry = Deadline.never

    init(_ session: Session, _ client: Client) {
        self.session = session
        self.client = client
        backoff = session.backoff
    }

    var isOpen: Bool { client != nil }
    /// Whether a daemon may be started where none listens.
    var startsDaemon: Bool { session.startsDaemon && !session.isShared }
    var interests: [Poll.Interest] {
        guard let connection = client?.connection else { return [] }
        let writing = isNextsTurn ? [Poll.Interest(connection.descriptor, reading: false, writing: true)] : []
        return connection.interests + writing
    }
    /// The machine that the daemon is on; nil for this one.
    var host: RemoteHost? { ((try? session.remote) ?? nil)?.host }

    /// Sends it once, and never again, as soon as it is its turn: after all that was asked for before it, and once the
    /// one of its kind is answered that was sent last. Without a connection nothing is sent. Never blocks.
    func send(_ request: Request, for purpose: Purpose) -> Incoming? {
        guard client != nil else { return nil }
        // What is about to be read is not read twice.
        if purpose.method.isSafeToRepeat, waiting.last?.purpose == purpose { return nil }
        waiting.append((request, purpose))
        return sendWaiting()
    }

    /// Whether what waits first only waits for room.
    private var isNextsTurn: Bool {
        guard let client, let next = waiting.first?.purpose else { return false }
        return (client.hasAgreed || next.method.isSafeToRepeat)
            && !(next.takesTurns && pending.values.contains { $0.method == next.method })
    }

    private func sendWaiting() -> Incoming? {
        guard let client, let first = waiting.first?.purpose else { return nil }
        do {
            // It goes ahead of the first request.
            if !client.hasAgreed { _ = try client.begin([]) }
            while isNextsTurn, client.connection.hasRoom {
                let (request, purpose) = waiting.removeFirst()
                pending[try client.begin([request])[0]] = purpose
            }
            return nil
        } catch {
            if case .refused(let refusal) = error { return .refusal(first, refusal) }
            return failure(error, of: first.method)
        }
    }

    /// The next thing that is there, without waiting.
    func next() -> Incoming? {
        while let client {
            do {
                if let failure = sendWaiting() { return failure }
                let hadAgreed = client.hasAgreed
                guard let line = try client.next(by: .now, of: .watch) else {
                    return hadAgreed ? nil : sendWaiting()
                }
                if let incoming = try incoming(line) { return incoming }
            } catch {
                if case .lost = error, let failure = client.failureOfTheWay { return giveUp(failure) }
                return failure(error, of: nil)
            }
        }
        return nil
    }

    private func incoming(_ line: ServerLine) throws(ClientError) -> Incoming? {
        guard case .reply(let id, let error) = line.kind else { return try line.news().map { .notification($0) } }
        guard let purpose = pending.removeValue(forKey: id) else { return nil }
        if let error { return error.known == .shuttingDown ? drop(purpose.method) : .refusal(purpose, error) }
        if case .watch = purpose { backoff = session.backoff }
        return .answer(purpose, line)
    }

    private func failure(_ error: ClientError, of method: AnyMethod?) -> Incoming {
        if case .garbled = error { .garbled(error) } else { drop(method) }
    }

    @discardableResult private func drop(_ method: AnyMethod?) -> Incoming {
        let unanswered = pending.sorted { "\($0.key)" < "\($1.key)" }.map(\.value.method) + [method].compactMap(\.self)
        client = nil
        (pending, waiting) = ([:], [])
        retry = .after(backoff.next(using: &generator))
        return .lost(unanswered)
    }

    /// A try to reach the other machine has failed: there is another after a pause, unless it would fail likewise.
    private func giveUp(_ failure: RemoteFailure) -> Incoming? {
        drop(nil)
        guard !failure.isPassing else { return nil }
        retry = .never
        return .obstacle(failure)
    }

    /// Connects again once it is time and a daemon listens. It starts none.
    func reconnect() throws(Failure) -> Bool {
        guard client == nil, retry.hasPassed else { return false }
        do {
            client = try session.reconnect()
            retry = .never
            return true
        } catch {
            guard case .noDaemon = error else { throw .client(error) }
            retry = .after(backoff.next(using: &generator))
            return false
        }
    }

    /// Connects, starting a daemon where none listens. False where it is connected.
    func startDaemon() throws(Failure) -> Bool {
        if let remote = try session.remote {
            guard client?.hasAgreed != true else { return false }
            client?.connection.abandon()
            (pending, waiting) = ([:], [])
            do {
                client = try Session.begin(remote, startsDaemon: true)
            } catch {
                throw .client(error)
            }
            retry = .never
            return true
        }
        guard client == nil else { return false }
        // How its starter ended is of interest, unlike that of a daemon that plays on.
        signal(SIGCHLD, SIG_DFL)
        defer { signal(SIGCHLD, SIG_IGN) }
        client = try session.connect()
        retry = .never
        return true
    }
}
