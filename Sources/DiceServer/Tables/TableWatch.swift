import DiceModel
import DiceTable
import NIOCore

/// Where a watcher's lines go.
@TableActor
protocol WatcherOutput: AnyObject {
    /// Whether everything sent before has left the process.
    var isDrained: Bool { get }
    /// Whether lines are kept back, in their order, until a batch is answered.
    var isHolding: Bool { get }
    /// Who watches, if that is known.
    var watcherName: String? { get }
    /// The name whose secret throws it sees: `asked`, if that may be; nil for a stranger.
    func viewer(_ asked: String?) -> String?
    func send(_ line: ByteBuffer)
    /// The table is gone, and its watch with it.
    func watchEnded(_ table: TableName)
}

/// One connection's view of one table: what it has been sent, and whether it is owed a frame.
@TableActor
final class TableWatch {
    private(set) weak var output: (any WatcherOutput)?
    /// How it is told of values in passing.
    let frames: FrameKind
    /// Whether a game comes with its sheets though none has changed.
    let sheets: Bool
    /// The table's revision at the last frame or snapshot sent.
    private(set) var sentRevision: Int
    /// The table's count of changes of throws at the last frames that were sent; before the first, none of their dice is
    /// known.
    private(set) var sentThrows = -1
    private let askedViewer: String?
    /// The name whose secret throws it sees; nil for a stranger.
    var viewer: String? { output?.viewer(askedViewer) }
    /// Whether the table changed while the reader was slow.
    private(set) var isOwedFrame = false
    /// The audience that it knows of.
    var toldAudience = Audience()

    init(
        output: any WatcherOutput, frames: FrameKind = .values, sentRevision: Int, viewer: String? = nil,
        sheets: Bool = true
    ) {
        (askedViewer, self.sheets) = (viewer, sheets)
        (self.output, self.frames, self.sentRevision) = (output, frames, sentRevision)
    }

    /// Whether a frame would go out at once. A slow reader gets the newest state later instead.
    func isReadyForFrame() -> Bool {
        isOwedFrame = output?.isDrained == false
        return !isOwedFrame
    }

    /// Whether the table or its throws have changed since the last frames.
    func lacksFrames(of group: DiceGroup) -> Bool {
        sentRevision < group.changes[frames] || group.throwsInFlight.contains(where: lacks)
    }

    /// Whether it is told of the throw, which has changed since the last frames.
    func lacks(_ flying: ThrowFlight) -> Bool { flying.changes[frames] > sentThrows && flying.isFor(viewer) }

    /// Whether it sees a part of a throw that strangers do not.
    func seesSecrets(of group: DiceGroup) -> Bool {
        group.throwsInFlight.contains { $0.isSecret && $0.isFor(viewer) }
    }

    func send(_ frames: [ByteBuffer], of group: DiceGroup) {
        isOwedFrame = false
        (sentRevision, sentThrows) = (group.revision, group.throwChanges)
        for frame in frames { output?.send(frame) }
    }

    func send(event: ByteBuffer) {
        output?.send(event)
    }

    /// Whether the start of the roll tells all that has changed, so that no frame has to go with it.
    func isTold(by roll: RollFlight) -> Bool {
        frames == .plan && roll.isAnimated && !roll.hasSettled && sentRevision >= roll.revisionBefore
    }

    /// A snapshot of the table, or its equivalent, was sent on the connection in another way.
    func sentSnapshot(revision: Int) {
        sentRevision = max(sentRevision, revision)
    }
}

/// Who watches a table.
struct Audience: Equatable {
    var count = 0
    /// The watchers whose names are known, each name once, sorted; nil if there are none.
    var names: [String]?
}

extension Audience {
    init(count: Int, names: some Sequence<String>) {
        let sorted = Set(names).sorted().prefix(Limits.watchingNames)
        self.init(count: count, names: sorted.isEmpty ? nil : Array(sorted))
    }
}
