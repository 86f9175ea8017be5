import DequeModule

/// The messages that the broker has not confirmed: only the newest payload of each retained topic,
/// and a bounded number of history entries. A message stays until it is confirmed, unless the
/// broker turns out not to accept it.
struct Outbox: Sendable {
    struct Publication: Sendable, Hashable {
        var topic: String
        var payload: [UInt8]
        var isRetained: Bool

        /// The number of bytes that count toward a broker's maximum message size.
        var size: Int { topic.utf8.count + payload.count }
    }

    private struct Kept: Sendable {
        var payload: [UInt8]
        /// Increases with each payload.
        var version = 0
        var isQueued = false
    }

    private struct Unsent: Sendable {
        var entries: Deque<[UInt8]> = []
        var bytes = 0
        var isQueued = false
    }

    private enum Item: Sendable {
        case retained(topic: String)
        /// The entries of this topic, in order.
        case entries(topic: String)
    }

    /// A message that may have caused the loss of the connection.
    private enum Suspect: Sendable, Hashable {
        case retained(topic: String)
        case entry(topic: String, payload: [UInt8])
    }

    private struct Flying: Sendable {
        var number: Int32
        var suspect: Suspect
        var size: Int
        /// The version of the payload that was sent.
        var version = 0
    }

    private let statusTopic: String
    private var retained: [String: Kept] = [:]
    /// The topics at which an earlier run may have left a message, and that have none from this run
    /// yet.
    private var left: Set<String>
    private(set) var isLeftCleared = false, areTopicsNew = true
    private var waiting: [String: Unsent] = [:]
    private var queue: Deque<Item> = []
    /// The messages sent and not yet confirmed, in order.
    private var flying: [Flying] = []
    private var isConnected = false
    /// The messages in flight when a connection was lost, each with the number of losses at which
    /// it was the only message in flight. Each is sent alone until it is confirmed, which shows
    /// which message makes the broker close the connection.
    private var suspects: [Suspect: Int] = [:]
    private var droppedEntries = 0

    /// The size from which messages are withheld because the broker closes the connection; `nil` if
    /// it has accepted all.
    private(set) var limit: Int?

    /// The maximum number of unconfirmed messages.
    static let maxFlying = 20
    /// The maximum number of waiting entries per table.
    static let maxEntries = 1_000
    /// The maximum number of bytes of waiting entries in all tables.
    static let maxEntryBytes = 32 << 20
    /// The number of connections lost while the same message was sent alone, after which that
    /// message's size counts as too large for the broker.
    static let maxLosses = 3
    /// The size in bytes that every broker is assumed to accept.
    static let smallestLimit = 1_024

    init(statusTopic: String, left: Set<String> = []) {
        self.statusTopic = statusTopic
        self.left = left
    }

    /// True if the broker has confirmed everything.
    var isEmpty: Bool { queue.isEmpty && flying.isEmpty }

    // MARK: Retained messages

    /// Sets the payload of a topic. Does nothing if it has this payload already.
    mutating func keep(_ payload: [UInt8], at topic: String) {
        guard retained[topic]?.payload != payload else { return }
        if retained[topic] == nil {
            areTopicsNew = true
        }
        left.remove(topic)
        retained[topic, default: Kept(payload: [])].payload = payload
        retained[topic]?.version += 1
        enqueue(topic)
    }

    /// Clears the retained message of a topic. Topics are cleared in the order of the calls.
    mutating func clear(_ topic: String) {
        guard retained[topic] != nil || left.contains(topic) else { return }
        if retained[topic]?.isQueued == true {
            queue.removeAll { if case .retained(topic) = $0 { true } else { false } }
            retained[topic]?.isQueued = false
        }
        keep([], at: topic)
    }

    /// Clears the messages of an earlier run, except at the topics in use.
    mutating func clearLeft(but used: Set<String>) {
        isLeftCleared = true
        for topic in left.subtracting(used).sorted() {
            keep([], at: topic)
        }
    }

    /// Returns every topic at which the broker may retain a message; `nil` if they have not changed
    /// since the last call.
    mutating func takeTopics() -> Set<String>? {
        defer {
            areTopicsNew = false
        }
        return areTopicsNew ? left.union(retained.keys) : nil
    }

    mutating func keepStatus(_ text: String) {
        keep(Array(text.utf8), at: statusTopic)
    }

    private mutating func enqueue(_ topic: String) {
        guard isConnected, retained[topic]?.isQueued == false else { return }
        retained[topic]?.isQueued = true
        queue.append(.retained(topic: topic))
    }

    // MARK: History entries

    /// Adds an entry of the history. If too many are waiting, drops the oldest one of its topic, or
    /// of the topic with the most bytes.
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

    /// Removes and returns the oldest waiting entry.
    private mutating func takeEntry(of topic: String) -> [UInt8]? {
        guard var those = waiting[topic], let entry = those.entries.popFirst() else {
            return nil
        }
        those.bytes -= entry.count
        waiting[topic] = those.entries.isEmpty && !those.isQueued ? nil : those
        return entry
    }

    private mutating func shorten() {
        for (topic, those) in waiting where those.entries.count > Self.maxEntries {
            for _ in Self.maxEntries..<those.entries.count {
                drop(topic)
            }
        }
        while waiting.values.reduce(0, { $0 + $1.bytes }) > Self.maxEntryBytes,
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

    /// The number of entries that the broker has not confirmed.
    var unconfirmedEntries: Int {
        waiting.values.reduce(0) { $0 + $1.entries.count }
            + flying.count { if case .entry = $0.suspect { true } else { false } }
    }

    /// Returns the number of entries dropped since the last call.
    mutating func takeDropped() -> Int {
        defer {
            droppedEntries = 0
        }
        return droppedEntries
    }

    // MARK: Connection

    /// Starts to send, beginning with everything retained, which the broker may have lost. The
    /// status is last, after the messages that it vouches for.
    mutating func connected() {
        isConnected = true
        queue = []
        for topic in retained.keys {
            retained[topic]?.isQueued = false
        }
        for topic in waiting.keys {
            waiting[topic]?.isQueued = false
        }
        for topic in retained.keys.sorted() where topic != statusTopic {
            enqueue(topic)
        }
        for topic in waiting.keys.sorted() {
            enqueueEntries(of: topic)
        }
        enqueue(statusTopic)
    }

    /// Stops sending. Unconfirmed entries will be sent again.
    mutating func disconnected() {
        isConnected = false
        queue = []
        for each in flying {
            suspects[each.suspect, default: 0] += flying.count == 1 ? 1 : 0
        }
        if flying.count == 1, let only = flying.first,
            let losses = suspects[only.suspect],
            losses >= Self.maxLosses,
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

    /// Sends withheld messages again.
    mutating func forgetLimit() {
        limit = nil
        for topic in retained.keys.sorted() {
            enqueue(topic)
        }
    }

    /// Returns true if the broker would close the connection because of the message's size.
    func isTooLarge(_ message: Publication) -> Bool {
        limit.map { message.size >= $0 } ?? false
    }

    /// Returns true if the topic's message is withheld as too large.
    func isTooLarge(at topic: String) -> Bool {
        retained[topic].map {
            isTooLarge(Publication(topic: topic, payload: $0.payload, isRetained: true))
        } ?? false
    }

    /// Sends the next message. `send` returns the number that the broker will confirm, or `nil` if
    /// the connection cannot be used. Returns false if there is nothing to send now.
    mutating func sendNext(_ send: (Publication) -> Int32?) -> Bool {
        guard isConnected, flying.count < Self.maxFlying,
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
                version: retained[message.topic]?.version ?? 0
            )
        )
        return number != nil
    }

    /// The first message in the queue.
    private var next: (message: Publication, suspect: Suspect)? {
        switch queue.first {
        case .retained(let topic):
            guard let payload = retained[topic]?.payload else { return nil }
            return (
                Publication(topic: topic, payload: payload, isRetained: true),
                .retained(topic: topic)
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

    /// Skips an item that no longer exists. Returns true if there was one.
    private mutating func skipEmpty() -> Bool {
        guard isConnected, next == nil, !queue.isEmpty else { return false }
        takeNext()
        return true
    }

    private mutating func takeNext() {
        switch queue.popFirst() {
        case .retained(let topic): retained[topic]?.isQueued = false
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

    /// Records that the broker has confirmed the message with this number.
    mutating func confirmed(_ number: Int32) {
        guard let index = flying.firstIndex(where: { $0.number == number }) else {
            return
        }
        let message = flying.remove(at: index)
        suspects[message.suspect] = nil
        // A cleared topic needs no record.
        guard case .retained(let topic) = message.suspect, let owed = retained[topic] else {
            return
        }
        if owed.version == message.version, owed.payload.isEmpty {
            retained[topic] = nil
            areTopicsNew = true
        }
    }
}
