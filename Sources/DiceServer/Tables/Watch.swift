internal import DiceModel
internal import DiceTable
internal import DiceWire
internal import NIOCore

/// Where a watcher's lines go.
@TableActor
protocol WatcherOutput: AnyObject {
    /// Whether everything sent before has left the process.
    var isDrained: Bool { get }
    /// Whether lines are kept back, in their order, until a batch is answered.
    var isHolding: Bool { get }
    /// Who watches, where that is known.
    var watcherName: String? { get }
    func send(_ line: ByteBuffer)
    /// The table is gone, and its watch with it.
    func watchEnded(_ table: TableName)
}

/// One connection's view of one table: what it has been sent, and whether it is owed a frame.
@TableActor
final class Watch {
    private(set) weak var output: (any WatcherOutput)?
    /// How it is told of values in passing.
    let frames: FrameKind
    /// The table's revision at the last frame or snapshot sent.
    private(set) var sentRevision: Int
    /// The table's revision at the last frames of throws that were sent; before the first, none of their dice is known.
    private(set) var sentThrows = -1
    /// Whether the table changed while the reader was behind.
    private(set) var isOwedFrame = false
    /// The audience that it knows of.
    var toldAudience = Audience()

    init(output: any WatcherOutput, frames: FrameKind = .values, sentRevision: Int) {
        self.output = output
        self.frames = frames
        self.sentRevision = sentRevision
    }

    /// Whether a frame would go out at once. A reader that is behind is owed the newest state instead.
    func isReadyForFrame() -> Bool {
        isOwedFrame = output?.isDrained == false
        return !isOwedFrame
    }

    /// Whether the table or its throws have changed since the last frames.
    func lacksFrames(of group: DiceGroup) -> Bool {
        sentRevision < group.frameRevision(frames)
            || group.throwsInFlight.contains { $0.changedAt(for: frames) > sentThrows }
    }

    func send(_ frames: [ByteBuffer], revision: Int) {
        isOwedFrame = false
        (sentRevision, sentThrows) = (revision, revision)
        for frame in frames { output?.send(frame) }
    }

    func send(event: ByteBuffer) {
        output?.send(event)
    }

    /// Whether the start of the roll tells all that has changed, so that no frame has to go with it.
    func isTold(by roll: Roll) -> Bool {
        frames == .plan && roll.isAnimated && roll.outcome == nil && sentRevision >= roll.revisionBefore
    }

    /// A snapshot of the table went out on the connection by another way, or what is as good.
    func sentSnapshot(revision: Int) {
        sentRevision = max(sentRevision, revision)
    }
}
