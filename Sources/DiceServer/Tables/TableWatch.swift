import DiceModel
import DiceTable
import DiceWire
import NIOCore

/// Where a watcher's lines go.
@TableActor
protocol WatcherOutput: AnyObject {
    /// Whether everything sent before has left the process.
    var isDrained: Bool { get }
    /// Whether lines are kept back, in their order, until a batch is answered.
    var isHolding: Bool { get }
    /// Who watches.
    var permit: Permit { get }
    func send(_ line: ByteBuffer)
    /// The table is gone, and its watch with it.
    func watchEnded(_ table: TableName)
}

extension WatcherOutput {
    /// Who watches, as far as that is known.
    var watcherNames: [String] { permit.isNamed ? permit.names.all : [] }
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
    private let askedName: String?
    /// The names under which it looks; none for a stranger.
    private var viewers: [String] { output?.permit.viewers(askedName) ?? [] }
    /// Whether the table changed while the reader was slow.
    private(set) var isOwedFrame = false
    /// The audience that it knows of.
    var toldAudience = Audience()

    init(_ params: WatchParams, output: any WatcherOutput, sentRevision: Int) {
        frames = params.frames
        sheets = params.sheets
        askedName = params.viewer
        (self.output, self.sentRevision) = (output, sentRevision)
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

    func isOne(of recipients: Recipients) -> Bool { recipients.include(viewers) }

    /// Whether it is told of the throw, which has changed since the last frames.
    func lacks(_ flying: ThrowFlight) -> Bool { flying.changes[frames] > sentThrows && isOne(of: flying.recipients) }

    func send(_ frames: [ByteBuffer], of group: DiceGroup) {
        isOwedFrame = false
        (sentRevision, sentThrows) = (group.revision, group.throwChanges)
        for frame in frames { output?.send(frame) }
    }

    func send(event: ByteBuffer) { output?.send(event) }

    /// Whether the start of the roll tells all that has changed, so that no frame has to go with it.
    func isTold(by roll: RollFlight) -> Bool {
        frames == .plan && roll.isAnimated && !roll.hasSettled && sentRevision >= roll.revisionBefore
    }

    /// A snapshot of the table, or its equivalent, was sent on the connection in another way.
    func sentSnapshot(revision: Int) { sentRevision = max(sentRevision, revision) }
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
