import DiceModel
import DiceTable
import DiceWire
import NIOCore

/// The watchers of one table. Each frame is encoded once for all watchers that have received the
/// same earlier frames.
@TableActor
final class Subscribers {
    private var watches: [RollOwner: TableWatch] = [:] {
        didSet { knownAudience = nil }
    }
    /// The players without a connection.
    var away: [AwayPlayer] = [] {
        didSet { knownAudience = nil }
    }
    /// The time since the server's start.
    private let now: () -> Duration
    private var knownAudience: Audience?
    /// The number of watchers with plans.
    private var planCount = 0

    init(now: @escaping () -> Duration) {
        self.now = now
    }

    /// True if any watcher receives plans.
    var wantPlans: Bool { planCount > 0 }
    /// True if any watcher receives passing values.
    var wantPassingValues: Bool { planCount < count }
    var count: Int { watches.count }
    var isEmpty: Bool { watches.isEmpty }

    var audience: Audience {
        if let knownAudience {
            return knownAudience
        }
        let audience = Audience(
            count: count,
            names: watches.values.lazy.flatMap(\.names),
            away: away,
            bots: bots
        )
        knownAudience = audience
        return audience
    }

    /// The names under which only bots watch.
    private var bots: Set<String> {
        var bots = Set<String>()
        for watch in watches.values where watch.isBot {
            bots.formUnion(watch.viewers)
        }
        // Most tables have none.
        if !bots.isEmpty {
            for watch in watches.values where !watch.isBot {
                bots.subtract(watch.viewers)
            }
        }
        return bots
    }

    /// Returns true if a watcher has this name.
    func include(_ name: String) -> Bool {
        watches.values.contains { $0.names.contains(name) }
    }

    /// Returns true if this player is watching.
    func isWatching(_ player: String) -> Bool {
        watches.values.contains { $0.viewers.contains(player) }
    }

    /// Notes that a watcher's name has changed.
    func watcherChanged() {
        knownAudience = nil
    }

    subscript(owner: RollOwner) -> TableWatch? { watches[owner] }

    func add(_ owner: RollOwner, _ watch: TableWatch) {
        remove(owner)
        watches[owner] = watch
        if watch.frames == .plan {
            planCount += 1
        }
        watch.sentAudience = audience
    }

    func remove(_ owner: RollOwner) {
        guard let watch = watches.removeValue(forKey: owner) else { return }
        watch.sendWaiting(all: true, now: now())
        if watch.frames == .plan {
            planCount -= 1
        }
    }

    /// Ends every watch of a deleted table.
    func removeAll(_ table: TableName) {
        let ended = watches.values
        watches = [:]
        planCount = 0
        for watch in ended {
            watch.sendWaiting(all: true, now: now())
            watch.output?.watchEnded(table)
        }
    }

    enum Message {
        /// The changes since a watcher's last frame. Slow readers get them later.
        case frames
        /// The end of a throw, with those of its dice whose final state a watcher has not received.
        /// Slow readers get it later.
        case end(ThrowFlight)
        /// An event, after the frame with the state that the event describes. A slow reader gets
        /// that frame later, except that the end of a roll never precedes the frame that settles
        /// its last die.
        case event(EventLines)
    }

    /// Sends an update to these watchers only.
    func send(
        _ message: Message,
        to recipients: Recipients = .everybody,
        of group: DiceGroup
    ) {
        var encoded = EncodedFrames(group)
        for watch in watches.values where watch.isOne(of: recipients) {
            switch message {
            case .frames:
                if watch.lacksFrames(of: group), watch.isReadyForFrame() {
                    encoded.sendFrames(to: watch)
                }
            case .end(let flight):
                watch.sendInTime(encoded.line(of: flight, for: watch), now: now())
            case .event(let event):
                let variant = event.variant(for: watch)
                if case .tableChanged = event.kind {
                    watch.sentAudience = audience
                }
                if event.carriesState(to: watch, of: group) {
                    watch.sentSnapshot(revision: group.revision)
                } else if watch.lacksFrames(of: group),
                    event.needsFrame || watch.output?.isHolding == true
                        || watch.isReadyForFrame()
                {
                    encoded.sendFrames(to: watch, before: event, variant)
                    continue
                }
                let line = event.line(variant)
                if event.isOfThrow {
                    watch.sendInTime(line, now: now())
                } else {
                    watch.send(event: line)
                }
                if case .serverStopping = event.kind {
                    watch.sendWaiting(all: true, now: now())
                }
            }
        }
    }

    /// Sends a watcher that has caught up its waiting lines, then the frame that it is owed.
    func sendOwedFrame(of group: DiceGroup, to owner: RollOwner) {
        guard let watch = watches[owner], watch.sendWaiting(now: now()),
            watch.isOwedFrame,
            watch.isReadyForFrame()
        else { return }
        var encoded = EncodedFrames(group)
        encoded.sendFrames(to: watch)
    }

    /// Tells one watcher what it may do now.
    func sendMay(of group: DiceGroup, to owner: RollOwner) {
        guard let watch = watches[owner] else { return }
        let event = EventLines(.mayChanged, of: group)
        watch.send(event: event.line(event.variant(for: watch)))
    }

    /// Tells every watcher who the audience is if any of them does not know yet, so that all get
    /// the same lines. Slow readers are notified later.
    func sendAudience(of group: DiceGroup) {
        let audience = audience
        if watches.values.contains(where: { $0.sentAudience != audience }) {
            send(audience, to: watches.values, of: group)
        }
    }

    /// Tells a watcher that has caught up who the audience is.
    func sendMissedAudience(of group: DiceGroup, to owner: RollOwner) {
        if let watch = watches[owner], watch.sentAudience != audience {
            send(audience, to: [watch], of: group)
        }
    }

    private func send(
        _ audience: Audience,
        to watches: some Sequence<TableWatch>,
        of group: DiceGroup
    ) {
        let event = TableEvent(
            table: group.name.description,
            revision: group.revision,
            kind: .watchersChanged(
                audience.count,
                audience.names,
                away: audience.away,
                bots: audience.bots
            )
        )
        let line = Notification.event(event).line()
        for watch in watches where watch.output?.isDrained == true {
            watch.sentAudience = audience
            watch.send(event: line)
        }
    }
}

/// A table's frames at one moment; readers that already know the same share a frame.
@TableActor
private struct EncodedFrames {
    private let group: DiceGroup
    private var lines: [FrameKey: ByteBuffer] = [:]
    private var joined: [FrameKey: [ByteBuffer]] = [:]
    /// The previous watcher's frames, which suit most others.
    private var last: (key: FrameKey, lines: [ByteBuffer])?

    init(_ group: DiceGroup) {
        self.group = group
    }

    /// Sends a watcher the changes to the table, then to its throws, then the event. A slow reader
    /// gets the throws one at a time.
    mutating func sendFrames(
        to watch: TableWatch,
        before event: EventLines? = nil,
        _ variant: EventLines.Variant = .init()
    ) {
        // Secret dice in flight that the watcher must not see make no difference to it, not even in
        // the number of writes.
        guard group.throwsInFlight.contains(where: watch.lacks) else {
            return watch.send(lines(for: watch, before: event, variant), of: group)
        }
        if let line = frame(for: watch) {
            watch.send(frame: line, of: group)
        }
        var isComplete = true
        for flying in group.throwsInFlight where isComplete && watch.lacks(flying) {
            isComplete = watch.output?.isDrained == true
            if isComplete {
                watch.send(line(of: flying, for: watch), of: flying, at: group)
            }
        }
        if isComplete {
            watch.sentThrows(of: group)
        } else {
            watch.oweFrame()
        }
        if let event {
            watch.send(event: event.line(variant))
        }
    }

    /// Returns both as one buffer if they can be shared, since each buffer costs a system call per
    /// watcher.
    private mutating func lines(
        for watch: TableWatch,
        before event: EventLines?,
        _ variant: EventLines.Variant
    ) -> [ByteBuffer] {
        let key = FrameKey(
            flight: nil,
            revision: watch.sentRevision,
            frames: watch.frames,
            event: variant
        )
        if let last, last.key == key {
            return last.lines
        }
        let lines =
            joined[key]
            ?? Self.joined(frame(for: watch).map { [$0] } ?? [], event?.line(variant))
        joined[key] = lines
        last = (key, lines)
        return lines
    }

    private static func joined(_ missing: [ByteBuffer], _ event: ByteBuffer?)
        -> [ByteBuffer]
    {
        guard let event else { return missing }
        var bytes = ByteBuffer()
        for line in missing + [event] {
            bytes.writeImmutableBuffer(line)
        }
        return [bytes]
    }

    /// Returns the changes to the table that a watcher has not received; `nil` if none.
    private mutating func frame(for watch: TableWatch) -> ByteBuffer? {
        let revision = watch.sentRevision
        let frames = watch.frames
        guard revision < group.changes[frames] else { return nil }
        let key = FrameKey(flight: nil, revision: revision, frames: frames)
        return line(key) { [group] in [.frame(group.frame(since: revision, frames))] }
    }

    /// Returns the changes to a throw that a watcher has not received, as one or more lines.
    mutating func line(of flying: ThrowFlight, for watch: TableWatch) -> ByteBuffer {
        let key = FrameKey(
            flight: ObjectIdentifier(flying),
            revision: watch.known(of: flying),
            frames: watch.frames
        )
        return line(key) {
            flying.frames(since: key.revision, key.frames).map { .throw($0) }
        }
    }

    private mutating func line(_ key: FrameKey, _ notifications: () -> [Notification])
        -> ByteBuffer
    {
        if let line = lines[key] {
            return line
        }
        var line = ByteBuffer()
        for notification in notifications() {
            line.writeImmutableBuffer(notification.line())
        }
        lines[key] = line
        return line
    }
}

/// Identifies a frame: the reader's state of the table or throw, and the kind of frames that it
/// receives.
private struct FrameKey: Hashable {
    let flight: ObjectIdentifier?
    let revision: Int
    let frames: FrameKind
    /// The variant of the event after the frame.
    var event = EventLines.Variant()
}

extension JSONWritable {
    /// Returns the message as one line with its LF.
    func line() -> ByteBuffer {
        var json = JSONWriter()
        write(to: &json)
        json.endLine()
        return ByteBuffer(bytes: json.bytes)
    }
}
