internal import DequeModule

/// What the broker is still to be given: of each retained topic the newest payload alone, and a bounded number of entries of
/// history. What is owed stays until the broker has confirmed it.
struct Outbox: Sendable {
    struct Message: Sendable, Hashable {
        var topic: String
        var payload: [UInt8]
        var isRetained: Bool
    }

    private struct Kept: Sendable {
        var payload: [UInt8]
        /// Goes up with each payload.
        var version = 0
        /// That which the broker does not take.
        var refused: Int?
        var isQueued = false
    }

    private enum Item: Sendable {
        case kept(topic: String)
        /// The oldest entry of this topic.
        case entry(topic: String)
    }

    private enum Flying: Sendable, Hashable {
        case kept(topic: String, version: Int)
        case entry(topic: String, payload: [UInt8])
    }

    private let statusTopic: String
    private var kept: [String: Kept] = [:]
    private var entries: [String: Deque<[UInt8]>] = [:]
    private var queue: Deque<Item> = []
    /// What was sent and is not confirmed, by the number of the message, in the order of sending.
    private var flying: [(number: Int32, what: Flying)] = []
    private var isConnected = false
    /// Whether one message is sent at a time, so that it shows at which one the broker hangs up.
    private var isCareful = false
    /// What was alone under way when the last connections were lost, and how many they were.
    private var suspect: (what: Flying, losses: Int)?
    private var entryBytes = 0
    /// How many entries were given up since this was last asked for.
    private var droppedEntries = 0
    /// What the broker does not take, since this was last asked for.
    private var refused: [Message] = []

    /// The most messages that the broker may leave unconfirmed.
    static let mostFlying = 20
    /// The most entries of one table that wait for the broker.
    static let mostEntries = 1_000
    /// The most bytes of entries of all tables that wait for the broker.
    static let mostEntryBytes = 32 << 20
    /// With how many connections in a row a message is lost before it is given up.
    static let mostLosses = 3

    init(statusTopic: String) {
        self.statusTopic = statusTopic
    }

    /// Whether the broker has confirmed everything.
    var isEmpty: Bool { queue.isEmpty && flying.isEmpty }

    /// The topic is to have this payload. Does nothing where it has it already.
    mutating func keep(_ payload: [UInt8], at topic: String) {
        guard kept[topic]?.payload != payload else { return }
        kept[topic, default: Kept(payload: [])].payload = payload
        kept[topic]?.version += 1
        enqueue(topic)
    }

    /// Nothing is to be retained at the topic any more. Topics are cleared in the order of the calls.
    mutating func clear(_ topic: String) {
        guard kept[topic] != nil else { return }
        if kept[topic]?.isQueued == true {
            queue.removeAll { if case .kept(topic) = $0 { true } else { false } }
            kept[topic]?.isQueued = false
        }
        keep([], at: topic)
    }

    mutating func keepStatus(_ text: String) { keep(Array(text.utf8), at: statusTopic) }

    /// An entry of history. The oldest ones of its topic give way where too many wait.
    mutating func add(_ entry: [UInt8], to topic: String) {
        entries[topic, default: []].append(entry)
        entryBytes += entry.count
        if shorten(topic) == 0, isConnected { queue.append(.entry(topic: topic)) }
    }

    /// Returns how many entries gave way.
    @discardableResult
    private mutating func shorten(_ topic: String) -> Int {
        var dropped = 0
        while let count = entries[topic]?.count, count > Self.mostEntries || entryBytes > Self.mostEntryBytes,
            takeEntry(of: topic) != nil
        {
            dropped += 1
        }
        droppedEntries += dropped
        return dropped
    }

    /// The oldest entry that waits.
    private mutating func takeEntry(of topic: String) -> [UInt8]? {
        guard let entry = entries[topic]?.popFirst() else { return nil }
        entryBytes -= entry.count
        if entries[topic]?.isEmpty == true { entries[topic] = nil }
        return entry
    }

    private mutating func putBack(_ entry: [UInt8], to topic: String) {
        entries[topic, default: []].prepend(entry)
        entryBytes += entry.count
    }

    /// How many entries the broker has not confirmed.
    var unconfirmedEntries: Int {
        entries.values.reduce(0) { $0 + $1.count } + flying.count { if case .entry = $0.what { true } else { false } }
    }

    mutating func takeDropped() -> Int {
        defer { droppedEntries = 0 }
        return droppedEntries
    }

    /// The messages at which the broker has hung up again and again, and which are left out.
    mutating func takeRefused() -> [Message] {
        defer { refused = [] }
        return refused
    }

    private mutating func enqueue(_ topic: String) {
        guard isConnected, let owed = kept[topic], !owed.isQueued, owed.refused != owed.version else { return }
        kept[topic]?.isQueued = true
        queue.append(.kept(topic: topic))
    }

    /// The broker takes messages: everything kept is told anew, as it may have lost what it had. The status comes last, when
    /// what it stands for is there.
    mutating func connected() {
        isConnected = true
        queue = []
        for topic in kept.keys { kept[topic]?.isQueued = false }
        for topic in kept.keys.sorted() where topic != statusTopic { enqueue(topic) }
        for (topic, waiting) in entries.sorted(by: { $0.key < $1.key }) {
            for _ in waiting { queue.append(.entry(topic: topic)) }
        }
        enqueue(statusTopic)
    }

    /// The broker takes none any more. Entries that it has not confirmed will be sent again, less one that it does not take.
    mutating func disconnected() {
        isConnected = false
        queue = []
        if !flying.isEmpty { isCareful = true }
        let unwanted = takeUnwanted()
        for case (_, .entry(let topic, let payload)) in flying.reversed()
        where unwanted != .entry(topic: topic, payload: payload) { putBack(payload, to: topic) }
        flying = []
        for topic in entries.keys { shorten(topic) }
    }

    /// The message that was alone under way at the end of too many connections. The status never is one: all have it.
    private mutating func takeUnwanted() -> Flying? {
        guard flying.count == 1, let what = flying.first?.what else { return nil }
        let losses = suspect?.what == what ? (suspect?.losses ?? 0) + 1 : 1
        suspect = (what, losses)
        guard losses >= Self.mostLosses else { return nil }
        switch what {
        case .kept(statusTopic, _): return nil
        case .kept(let topic, let version):
            kept[topic]?.refused = version
            refused.append(Message(topic: topic, payload: kept[topic]?.payload ?? [], isRetained: true))
        case .entry(let topic, let payload):
            refused.append(Message(topic: topic, payload: payload, isRetained: false))
        }
        suspect = nil
        return what
    }

    /// The next message to send, for which `send` returns the number that the broker will confirm; nil where it cannot be
    /// sent, and the connection is of no use. Returns false where there is nothing to send now.
    mutating func sendNext(_ send: (Message) -> Int32?) -> Bool {
        guard isConnected, flying.count < (isCareful ? 1 : Self.mostFlying), let item = queue.popFirst() else {
            return false
        }
        switch item {
        case .kept(let topic):
            guard let owed = kept[topic] else { return true }
            kept[topic]?.isQueued = false
            guard let number = send(Message(topic: topic, payload: owed.payload, isRetained: true)) else {
                return false
            }
            flying.append((number, .kept(topic: topic, version: owed.version)))
        case .entry(let topic):
            guard let payload = takeEntry(of: topic) else { return true }
            guard let number = send(Message(topic: topic, payload: payload, isRetained: false)) else {
                putBack(payload, to: topic)
                return false
            }
            flying.append((number, .entry(topic: topic, payload: payload)))
        }
        return true
    }

    /// The broker has the message of this number.
    mutating func confirmed(_ number: Int32) {
        guard let index = flying.firstIndex(where: { $0.number == number }) else { return }
        let what = flying.remove(at: index).what
        if isEmpty { isCareful = false }
        // A topic that was cleared is nobody's any more.
        if case .kept(let topic, let version) = what, let owed = kept[topic], owed.version == version,
            owed.payload.isEmpty
        {
            kept[topic] = nil
        }
    }
}
