internal import DiceClient
internal import DiceModel

/// The entries of one table's history that are still to be published: those that are newer than the newest one that was. A
/// throw gets its entry a moment after it has been told, so that it is asked for until it is there.
struct EntryGathering: Sendable {
    /// What has an entry sooner or later.
    enum Ended: Sendable, Hashable {
        case turn(Int)
        case thrown(Int)
    }

    /// What to do after a page of history.
    enum Next: Sendable, Hashable {
        /// Ask for the page before this id.
        case before(Int)
        /// Publish these, oldest first.
        case publish([HistoryEntry])
    }

    /// The id of the newest entry that was published, or that was there before the first.
    private(set) var newest: Int
    private var expected: Set<Ended> = []
    private var gathered: [HistoryEntry] = []
    /// Whether entries may be there that nobody has asked for.
    private var isDue = false
    private var isAsked = false
    private var attempts = 0
    private(set) var retry = Deadline.never

    /// Entries of one page.
    static let page = 20
    /// How often an entry is asked for that does not come.
    static let mostAttempts = 20

    init(after newest: Int) {
        self.newest = newest
    }

    /// There may be entries that nobody has told of.
    mutating func look() { isDue = true }

    mutating func ended(_ what: Ended) {
        expected.insert(what)
        (isDue, attempts) = (true, 0)
    }

    /// Whether the newest page is to be asked for now. From then on it is awaited.
    mutating func isToAsk(at now: Deadline) -> Bool {
        if retry <= now { (isDue, retry) = (true, .never) }
        guard isDue, !isAsked else { return false }
        (isDue, isAsked, gathered) = (false, true, [])
        return true
    }

    mutating func take(_ page: HistoryPage, at now: Deadline) -> Next {
        let new = page.entries.filter { $0.id > newest }
        gathered += new
        if page.more, new.count == page.entries.count, let last = page.entries.last,
            gathered.count < Outbox.mostEntries
        {
            return .before(last.id)
        }
        isAsked = false
        for entry in gathered { expected.remove(Ended(entry)) }
        newest = gathered.first?.id ?? newest
        if !expected.isEmpty {
            attempts += 1
            if attempts < Self.mostAttempts {
                retry = now + min(.milliseconds(20) * (1 << min(attempts, 10)), .seconds(5))
            } else {
                expected = []
            }
        }
        return .publish(gathered.reversed())
    }

    /// The connection that was asked is gone.
    mutating func disconnected() {
        (isAsked, isDue, retry, attempts, expected) = (false, true, .never, 0, [])
    }
}

extension EntryGathering.Ended {
    init(_ entry: HistoryEntry) {
        switch entry {
        case .turn(let turn): self = .turn(turn.turn)
        case .thrown(let result): self = .thrown(result.number)
        }
    }
}
