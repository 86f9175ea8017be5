internal import DiceModel
internal import DiceTable
internal import DiceWire
internal import NIOCore

/// The watchers of one table. A frame is encoded once for all who have seen the same frames before it.
@TableActor
final class Subscribers {
    private var watches: [RollOwner: Watch] = [:] {
        didSet { knownAudience = nil }
    }
    private var knownAudience: Audience?

    var count: Int { watches.count }
    var isEmpty: Bool { watches.isEmpty }

    var audience: Audience {
        if let knownAudience { return knownAudience }
        let audience = Audience(count: count, names: watches.values.lazy.compactMap { $0.output?.watcherName })
        knownAudience = audience
        return audience
    }

    /// A watcher has another name.
    func watcherChanged() { knownAudience = nil }

    subscript(owner: RollOwner) -> Watch? { watches[owner] }

    func add(_ owner: RollOwner, _ watch: Watch) {
        watches[owner] = watch
        watch.toldAudience = audience
    }

    func remove(_ owner: RollOwner) {
        watches[owner] = nil
    }

    /// Ends every watch of a table that is gone.
    func removeAll(_ table: TableName) {
        let ended = watches.values
        watches = [:]
        for watch in ended { watch.output?.watchEnded(table) }
    }

    /// Sends each watcher what changed since its last frame; those that are behind are owed it.
    func sendFrames(of group: DiceGroup) {
        var encoded = EncodedFrames(group)
        for watch in watches.values where watch.lacksFrames(of: group) && watch.isReadyForFrame() {
            watch.send(encoded.lines(for: watch), revision: group.revision)
        }
    }

    /// Sends the frame that a watcher is owed now that its reader has caught up.
    func sendOwedFrame(of group: DiceGroup, to owner: RollOwner) {
        guard let watch = watches[owner], watch.isOwedFrame, watch.isReadyForFrame() else { return }
        var encoded = EncodedFrames(group)
        watch.send(encoded.lines(for: watch), revision: group.revision)
    }

    /// Tells every watcher who they are, where one of them does not know: all get the same lines. Those that are behind
    /// are told later.
    func sendAudience(of group: DiceGroup) {
        let audience = audience
        if watches.values.contains(where: { $0.toldAudience != audience }) {
            send(audience, to: watches.values, of: group)
        }
    }

    /// Tells a watcher whose reader has caught up.
    func sendMissedAudience(of group: DiceGroup, to owner: RollOwner) {
        if let watch = watches[owner], watch.toldAudience != audience { send(audience, to: [watch], of: group) }
    }

    private func send(_ audience: Audience, to watches: some Sequence<Watch>, of group: DiceGroup) {
        let event = TableEvent(
            table: group.name.description, revision: group.revision,
            kind: .watchersChanged(audience.count, audience.names))
        let line = Notification.event(event).line()
        for watch in watches where watch.output?.isDrained == true {
            watch.toldAudience = audience
            watch.send(event: line)
        }
    }

    /// Sends an event to every watcher, behind the frame that shows the state it tells of. A watcher that is behind is
    /// still owed that frame; only the end of a roll never comes before the frame that settles its last die.
    func send(_ kind: TableEvent.Kind, by: String? = nil, of group: DiceGroup) {
        guard !watches.isEmpty else { return }
        let event = TableEvent(table: group.name.description, revision: group.revision, by: by, kind: kind)
        let line = Notification.event(event).line()
        var encoded = EncodedFrames(group)
        for watch in watches.values {
            if case .tableChanged = kind {
                watch.sentSnapshot(revision: group.revision)
                watch.toldAudience = audience
            } else if watch.lacksFrames(of: group),
                kind.needsFrame || watch.output?.isHolding == true || watch.isReadyForFrame()
            {
                watch.send(encoded.lines(for: watch), revision: group.revision)
            }
            watch.send(event: line)
        }
    }

    /// Sends every watcher the end of a throw, with the dice that it has not seen as they are now.
    func send(_ settled: Throw, of group: DiceGroup) {
        var encoded = EncodedFrames(group)
        for watch in watches.values { watch.send(event: encoded.line(of: settled, since: watch.sentThrows)) }
    }
}

/// The frames of one moment of a table, by the revision that the reader knows.
@TableActor
private struct EncodedFrames {
    private let group: DiceGroup
    private var lines: [Int: ByteBuffer] = [:]
    private var throwLines: [ThrowKey: ByteBuffer] = [:]

    init(_ group: DiceGroup) {
        self.group = group
    }

    /// What a watcher has not seen of the table, then of its throws.
    mutating func lines(for watch: Watch) -> [ByteBuffer] {
        var missing: [ByteBuffer] = []
        if watch.sentRevision < group.frameRevision { missing.append(line(since: watch.sentRevision)) }
        for flying in group.throwsInFlight where flying.changedAt > watch.sentThrows {
            missing.append(line(of: flying, since: watch.sentThrows))
        }
        return missing
    }

    private mutating func line(since revision: Int) -> ByteBuffer {
        if let line = lines[revision] { return line }
        let line = Notification.frame(group.frame(since: revision)).line()
        lines[revision] = line
        return line
    }

    mutating func line(of flying: Throw, since revision: Int) -> ByteBuffer {
        let key = ThrowKey(number: flying.number, revision: revision)
        if let line = throwLines[key] { return line }
        let line = Notification.throw(flying.frame(since: revision)).line()
        throwLines[key] = line
        return line
    }
}

private struct ThrowKey: Hashable {
    let number: Int
    let revision: Int
}

extension TableEvent.Kind {
    fileprivate var needsFrame: Bool {
        if case .rollSettled = self { true } else { false }
    }
}

extension JSONWritable {
    /// The message as one line, with its LF.
    func line() -> ByteBuffer {
        var json = JSONWriter()
        write(to: &json)
        json.endLine()
        return ByteBuffer(bytes: json.bytes)
    }
}
