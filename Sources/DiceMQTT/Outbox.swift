import DequeModule

/// What the broker must still get: only the newest payload of each retained topic, and a bounded
/// number of history entries. A message stays until the broker has confirmed it, unless the broker
/// turns out not to accept it.
struct Outbox: Sendable {
    struct Publication: Sendable, Hashable {
        var topic: String
        var payload: [UInt8]
        var isRetained: Bool

        /// Bytes that count for the largest message which a broker takes.
        var size: Int { topic.utf8.count + payload.count }
    }

    private struct Kept: Sendable {
        var payload: [UInt8]
        /// Goes up with each payload.
        var version = 0
        var isQueued = false
    }

    private struct Unsent: Sendable {
        var entries: Deque<[UInt8]> = []
        var bytes = 0
        var isQueued = false
    }

    private enum Item: Sendable {
        case kept(topic: String)
        /// The entries of this topic, one after the other.
        case entries(topic: String)
    }

    /// What a loss of the connection may be due to.
    private enum Suspect: Sendable, Hashable {
        case kept(topic: String)
        case entry(topic: String, payload: [UInt8])
    }

    private struct Flying: Sendable {
        var number: Int32
        var suspect: Suspect
        var size: Int
        /// The version of the kept payload.
        var version = 0
    }

    private let statusTopic: String
    private var kept: [String: Kept] = [:]
    /// Topics at which an earlier run may have left something, and nothing is kept yet.
    private var left: Set<String>
    private(set) var isLeftCleared = false, areTopicsNew = true
    private var waiting: [String: Unsent] = [:]
    private var queue: Deque<Item> = []
    /// What was sent and is not confirmed, in the order of sending.
    private var flying: [Flying] = []
    private var isConnected = false
    /// What was under way when a connection was lost, and with how many it was lost alone. Each is
    /// sent alone until it is confirmed, so that it shows at which the broker hangs up.
    private var suspects: [Suspect: Int] = [:]
    private var droppedEntries = 0

    /// The size from which on messages are left out, as the broker hangs up at them; nil if it has
    /// taken all.
    private(set) var limit: Int?

    /// The most messages that the broker may leave unconfirmed.
    static let mostFlying = 20
    /// The most entries of one table that wait for the broker.
    static let mostEntries = 1_000
    /// The most bytes of entries of all tables that wait for the broker.
    static let mostEntryBytes = 32 << 20
    /// How many connections must be lost with a message sent alone, before its size counts as too
    /// large for the broker.
    static let mostLosses = 3
    /// Every broker takes a message of this size.
    static let smallestLimit = 1_024

    init(statusTopic: String, left: Set<String> = []) {
        self.statusTopic = statusTopic
        self.left = left
    }

    /// Whether the broker has confirmed everything.
    var isEmpty: Bool { queue.isEmpty && flying.isEmpty }

    // MARK: what is kept

    /// The topic is to have this payload. Does nothing if it has it already.
    mutating func keep(_ payload: [UInt8], at topic: String) {
        guard kept[topic]?.payload != payload else { return }
        if kept[topic] == nil {
            areTopicsNew = true
        }
        left.remove(topic)
        kept[topic, default: Kept(payload: [])].payload = payload
        kept[topic]?.version += 1
        enqueue(topic)
    }

    /// Nothing is to be retained at the topic any more. Topics are cleared in the order of the
    /// calls.
    mutating func clear(_ topic: String) {
        guard kept[topic] != nil || left.contains(topic) else { return }
        if kept[topic]?.isQueued == true {
            queue.removeAll { if case .kept(topic) = $0 { true } else { false } }
            kept[topic]?.isQueued = false
        }
        keep([], at: topic)
    }

    /// Clears what an earlier run has left, except at the topics that are in use.
    mutating func clearLeft(but used: Set<String>) {
        isLeftCleared = true
        for topic in left.subtracting(used).sorted() {
            keep([], at: topic)
        }
    }

    /// Every topic at which the broker may retain something; nil if they are those of the last
    /// call.
    mutating func takeTopics() -> Set<String>? {
        defer {
            areTopicsNew = false
        }
        return areTopicsNew ? left.union(kept.keys) : nil
    }

    mutating func keepStatus(_ text: String) {
        keep(Array(text.utf8), at: statusTopic)
    }

    private mutating func enqueue(_ topic: String) {
        guard isConnected, kept[topic]?.isQueued == false else { return }
        kept[topic]?.isQueued = true
        queue.append(.kept(topic: topic))
    }

    // MARK: entries of history

    /// An entry of history. If too many wait, drops the oldest of its topic, or of the topic with
    /// the most bytes.
    mutating func add(_ entry: [UInt8], to topic: String) {
        append(entry, to: topic, inFront: false)
        shorten()
        enqueueEntries(of: topic)
    }

    private mutating func append(_ entry: [UInt8], to topic: String, inFront: Bool) {
        var those = waiting[topic, default: Unsent()]
        if inFront {
            those.entries.prepend(entry)
        } else {
            those.entries.append(entry)
        }
        those.bytes += entry.count
        waiting[topic] = those
    }

    /// The oldest entry that waits.
    private mutating func takeEntry(of topic: String) -> [UInt8]? {
        guard var those = waiting[topic], let entry = those.entries.popFirst() else {
            return nil
        }
        those.bytes -= entry.count
        waiting[topic] = those.entries.isEmpty && !those.isQueued ? nil : those
        return entry
    }

    private mutating func shorten() {
        for (topic, those) in waiting where those.entries.count > Self.mostEntries {
            for _ in Self.mostEntries..<those.entries.count {
                drop(topic)
            }
        }
        while waiting.values.reduce(0, { $0 + $1.bytes }) > Self.mostEntryBytes,
            let longest = waiting.max(by: { $0.value.bytes < $1.value.bytes })?.key
        {
            drop(longest)
        }
    }

    private mutating func drop(_ topic: String) {
        if let entry = takeEntry(of: topic) {
            giveUp(entry, topic)
        }
    }

    private mutating func giveUp(_ entry: [UInt8], _ topic: String) {
        suspects[.entry(topic: topic, payload: entry)] = nil
        droppedEntries += 1
    }

    private mutating func enqueueEntries(of topic: String) {
        guard isConnected, waiting[topic]?.isQueued == false else { return }
        waiting[topic]?.isQueued = true
        queue.append(.entries(topic: topic))
    }

    /// How many entries the broker has not confirmed.
    var unconfirmedEntries: Int {
        waiting.values.reduce(0) { $0 + $1.entries.count }
            + flying.count { if case .entry = $0.suspect { true } else { false } }
    }

    /// How many entries were given up since this was last asked for.
    mutating func takeDropped() -> Int {
        defer {
            droppedEntries = 0
        }
        return droppedEntries
    }

    // MARK: the connection

    /// The broker takes messages: everything kept is told again, as it may have lost what it had.
    /// The status comes last, when what it stands for is there.
    mutating func connected() {
        isConnected = true
        queue = []
        for topic in kept.keys {
            kept[topic]?.isQueued = false
        }
        for topic in waiting.keys {
            waiting[topic]?.isQueued = false
        }
        for topic in kept.keys.sorted() where topic != statusTopic {
            enqueue(topic)
        }
        for topic in waiting.keys.sorted() {
            enqueueEntries(of: topic)
        }
        enqueue(statusTopic)
    }

    /// The broker takes none any more. Entries that it has not confirmed will be sent again.
    mutating func disconnected() {
        isConnected = false
        queue = []
        for each in flying {
            suspects[each.suspect, default: 0] += flying.count == 1 ? 1 : 0
        }
        if flying.count == 1, let only = flying.first,
            let losses = suspects[only.suspect],
            losses >= Self.mostLosses,
            only.size > Self.smallestLimit
        {
            limit = min(limit ?? .max, only.size)
            suspects[only.suspect] = nil
        }
        for case .entry(let topic, let payload) in flying.reversed().map(\.suspect) {
            append(payload, to: topic, inFront: true)
        }
        flying = []
        shorten()
    }

    /// What was left out as too large is tried again.
    mutating func forgetLimit() {
        limit = nil
        for topic in kept.keys.sorted() {
            enqueue(topic)
        }
    }

    /// Whether the broker is said to hang up at such a message.
    func isTooLarge(_ message: Publication) -> Bool {
        limit.map { message.size >= $0 } ?? false
    }

    /// Whether what is kept at the topic is left out as too large.
    func isTooLarge(at topic: String) -> Bool {
        kept[topic].map {
            isTooLarge(Publication(topic: topic, payload: $0.payload, isRetained: true))
        } ?? false
    }

    /// The next message to send, for which `send` returns the number that the broker will confirm;
    /// nil if it cannot be sent, and the connection cannot be used. Returns false if there is
    /// nothing to send now.
    mutating func sendNext(_ send: (Publication) -> Int32?) -> Bool {
        guard isConnected, flying.count < Self.mostFlying,
            !flying.contains(where: { suspects[$0.suspect] != nil }),
            let (message, suspect) = next, suspects[suspect] == nil || flying.isEmpty
        else { return skipEmpty() }
        takeNext()
        guard !isTooLarge(message) else {
            if case .entry(let topic, let payload) = suspect {
                giveUp(payload, topic)
            }
            return true
        }
        let number = send(message)
        flying.append(
            Flying(
                number: number ?? 0,
                suspect: suspect,
                size: message.size,
                version: kept[message.topic]?.version ?? 0
            )
        )
        return number != nil
    }

    /// What stands first in the queue.
    private var next: (message: Publication, suspect: Suspect)? {
        switch queue.first {
        case .kept(let topic):
            guard let payload = kept[topic]?.payload else { return nil }
            return (
                Publication(topic: topic, payload: payload, isRetained: true),
                .kept(topic: topic)
            )
        case .entries(let topic):
            guard let payload = waiting[topic]?.entries.first else { return nil }
            return (
                Publication(topic: topic, payload: payload, isRetained: false),
                .entry(topic: topic, payload: payload)
            )
        case nil: return nil
        }
    }

    /// Passes over what is not there any more. Returns whether it was so.
    private mutating func skipEmpty() -> Bool {
        guard isConnected, next == nil, !queue.isEmpty else { return false }
        takeNext()
        return true
    }

    private mutating func takeNext() {
        switch queue.popFirst() {
        case .kept(let topic): kept[topic]?.isQueued = false
        case .entries(let topic):
            waiting[topic]?.isQueued = false
            _ = takeEntry(of: topic)
            guard waiting[topic]?.entries.isEmpty == false else {
                waiting[topic] = nil
                return
            }
            waiting[topic]?.isQueued = true
            queue.prepend(.entries(topic: topic))
        case nil: break
        }
    }

    /// The broker has the message of this number.
    mutating func confirmed(_ number: Int32) {
        guard let index = flying.firstIndex(where: { $0.number == number }) else {
            return
        }
        let message = flying.remove(at: index)
        suspects[message.suspect] = nil
        // A topic that was cleared is nobody's any more.
        guard case .kept(let topic) = message.suspect, let owed = kept[topic] else {
            return
        }
        if owed.version == message.version, owed.payload.isEmpty {
            kept[topic] = nil
            areTopicsNew = true
        }
    }
}
