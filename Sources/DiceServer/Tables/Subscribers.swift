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
    /// How many of them have plans.
    private var planCount = 0

    /// Whether any of them is told of dice in advance.
    var wantPlans: Bool { planCount > 0 }
    /// Whether any of them is told of each value in passing.
    var wantPassingValues: Bool { planCount < count }
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
        remove(owner)
        watches[owner] = watch
        if watch.frames == .plan { planCount += 1 }
        watch.toldAudience = audience
    }

    func remove(_ owner: RollOwner) {
        if watches.removeValue(forKey: owner)?.frames == .plan { planCount -= 1 }
    }

    /// Ends every watch of a table that is gone.
    func removeAll(_ table: TableName) {
        let ended = watches.values
        (watches, planCount) = ([:], 0)
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
    ///
    /// - Parameter planned: the event for watchers with plans, where it is another.
    func send(
        _ kind: TableEvent.Kind, by: String? = nil, of group: DiceGroup, planned: TableEvent.Kind? = nil
    ) {
        guard !watches.isEmpty else { return }
        func line(_ kind: TableEvent.Kind) -> ByteBuffer {
            let event = TableEvent(table: group.name.description, revision: group.revision, by: by, kind: kind)
            return Notification.event(event).line()
        }
        let usual = line(kind)
        let plans = planned.map(line) ?? usual
        let started = if case .rollStarted = kind { group.roll } else { nil as Roll? }
        var encoded = EncodedFrames(group)
        for watch in watches.values {
            let event = watch.frames == .plan ? plans : usual
            if case .tableChanged = kind {
                watch.sentSnapshot(revision: group.revision)
                watch.toldAudience = audience
            } else if let started, watch.isTold(by: started) {
                watch.sentSnapshot(revision: group.revision)
            } else if watch.lacksFrames(of: group),
                kind.needsFrame || watch.output?.isHolding == true || watch.isReadyForFrame()
            {
                watch.send(encoded.lines(for: watch, before: event), revision: group.revision)
                continue
            }
            watch.send(event: event)
        }
    }

    /// Sends every watcher the end of a throw, with the dice that it has not seen as they are now.
    func send(_ settled: Throw, of group: DiceGroup) {
        var encoded = EncodedFrames(group)
        for watch in watches.values { watch.send(event: encoded.line(of: settled, for: watch)) }
    }
}

/// The frames of one moment of a table, by what their reader knows.
@TableActor
private struct EncodedFrames {
    private let group: DiceGroup
    private var lines: [FrameKey: ByteBuffer] = [:]
    private var throwLines: [ThrowKey: ByteBuffer] = [:]
    private var joined: [FrameKey: ByteBuffer] = [:]

    init(_ group: DiceGroup) {
        self.group = group
    }

    /// What a watcher has not seen of the table, then of its throws.
    mutating func lines(for watch: Watch) -> [ByteBuffer] {
        var missing: [ByteBuffer] = []
        let key = FrameKey(revision: watch.sentRevision, frames: watch.frames)
        if key.revision < group.frameRevision(key.frames) { missing.append(line(key)) }
        for flying in group.throwsInFlight where flying.changedAt(for: watch.frames) > watch.sentThrows {
            missing.append(line(of: flying, for: watch))
        }
        return missing
    }

    /// The same and the event behind it, as one where they can be shared: each is a system call for each watcher.
    mutating func lines(for watch: Watch, before event: ByteBuffer) -> [ByteBuffer] {
        guard group.throwsInFlight.isEmpty else { return lines(for: watch) + [event] }
        let key = FrameKey(revision: watch.sentRevision, frames: watch.frames)
        if let bytes = joined[key] { return [bytes] }
        var bytes = ByteBuffer()
        for line in lines(for: watch) + [event] { bytes.writeImmutableBuffer(line) }
        joined[key] = bytes
        return [bytes]
    }

    private mutating func line(_ key: FrameKey) -> ByteBuffer {
        if let line = lines[key] { return line }
        let line = Notification.frame(group.frame(since: key.revision, key.frames)).line()
        lines[key] = line
        return line
    }

    mutating func line(of flying: Throw, for watch: Watch) -> ByteBuffer {
        let key = ThrowKey(
            number: flying.number, frame: FrameKey(revision: watch.sentThrows, frames: watch.frames))
        if let line = throwLines[key] { return line }
        let line = Notification.throw(flying.frame(since: key.frame.revision, key.frame.frames)).line()
        throwLines[key] = line
        return line
    }
}

/// What a reader knows, and how it is told of values in passing.
private struct FrameKey: Hashable {
    let revision: Int
    let frames: FrameKind
}

private struct ThrowKey: Hashable {
    let number: Int
    let frame: FrameKey
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
