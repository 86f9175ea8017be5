import DiceModel
import DiceTable
import DiceWire
import NIOCore

/// Where a watcher's lines go.
@TableActor
protocol WatcherOutput: AnyObject {
    /// Whether everything sent before has left the process.
    var isDrained: Bool { get }
    /// Bytes that the reader has not taken yet.
    var unsentBytes: Int { get }
    /// Whether lines are kept back, in their order, until a batch is answered.
    var isHolding: Bool { get }
    /// Who watches.
    var permit: Permit { get }
    func send(_ line: ByteBuffer)
    /// The table is gone, and its watch with it.
    func watchEnded(_ table: TableName)
    /// The reader does not read: this many bytes wait for it.
    func giveUp(unsent: Int)
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
    /// The table's count of changes of throws at the last frames that were sent; before the first,
    /// none of their dice is known.
    private(set) var sentThrows = -1
    private let askedName: String?
    /// The names under which it looks; none for a stranger.
    private var viewers: [String] { output?.permit.viewers(askedName) ?? [] }
    /// Whether the table changed while the reader was slow.
    private(set) var isOwedFrame = false
    /// The same count for those throws in flight of which it was told since then, while others wait
    /// for the reader.
    private var sentOfThrows: [ObjectIdentifier: Int] = [:]
    /// Lines that wait for the reader, in their order: the end of a throw, and what was to be sent
    /// after it.
    private var waiting = WaitingLines()
    /// The audience that it knows of.
    var toldAudience = Audience()

    init(_ params: WatchParams, output: any WatcherOutput, sentRevision: Int) {
        frames = params.frames
        sheets = params.sheets
        askedName = params.viewer
        self.output = output
        self.sentRevision = sentRevision
    }

    /// Whether a frame would go out at once. A slow reader gets the newest state later instead.
    func isReadyForFrame() -> Bool {
        isOwedFrame = output?.isDrained == false
        return !isOwedFrame
    }

    /// Whether the table or its throws have changed since the last frames.
    func lacksFrames(of group: DiceGroup) -> Bool {
        sentRevision < group.changes[frames]
            || group.throwsInFlight.contains(where: lacks)
    }

    func isOne(of recipients: Recipients) -> Bool {
        recipients.include(viewers)
    }

    /// Whether it is told of the throw, which has changed since the last frames.
    func lacks(_ flying: ThrowFlight) -> Bool {
        flying.changes[frames] > known(of: flying) && isOne(of: flying.recipients)
    }

    /// The table's count of changes of throws up to which it knows this one.
    func known(of flying: ThrowFlight) -> Int {
        sentOfThrows[ObjectIdentifier(flying)] ?? sentThrows
    }

    /// Sends the table's frame.
    func send(frame: ByteBuffer, of group: DiceGroup) {
        sentRevision = group.revision
        send(event: frame)
    }

    /// Sends the frames of the table and of its throws.
    func send(_ frames: [ByteBuffer], of group: DiceGroup) {
        sentRevision = group.revision
        for frame in frames {
            send(event: frame)
        }
        toldOfThrows(of: group)
    }

    /// Sends what it lacks of one throw.
    func send(_ line: ByteBuffer, of flying: ThrowFlight, at group: DiceGroup) {
        sentOfThrows[ObjectIdentifier(flying)] = group.throwChanges
        send(event: line)
    }

    /// It knows all throws in flight as they are now.
    func toldOfThrows(of group: DiceGroup) {
        isOwedFrame = false
        sentThrows = group.throwChanges
        sentOfThrows = [:]
    }

    /// Some of it is sent once the reader has taken what was sent before.
    func oweFrame() {
        isOwedFrame = true
    }

    /// Sends what is never left out, after what waits already.
    func send(event: ByteBuffer) {
        if waiting.isEmpty {
            output?.send(event)
        } else {
            wait(event)
        }
    }

    /// Sends it when the reader has taken what was sent before: many throws may end at once, and
    /// none may be left out.
    func sendInTime(_ line: ByteBuffer, now: Duration) {
        waiting.now = now
        if waiting.isEmpty, output?.isDrained == true {
            output?.send(line)
        } else {
            wait(line)
        }
    }

    private func wait(_ line: ByteBuffer) {
        guard let output, waiting.append(line, unsent: output.unsentBytes) else {
            output?.giveUp(unsent: waiting.bytes)
            return
        }
    }

    /// Sends what waits, as much of it as the reader takes; all of it if nothing may come after.
    ///
    /// - Returns: whether nothing waits any more.
    @discardableResult
    func sendWaiting(all: Bool = false, now: Duration) -> Bool {
        while !waiting.isEmpty, all || output?.isDrained == true,
            let line = waiting.next(now)
        {
            output?.send(line)
        }
        return waiting.isEmpty
    }

    /// Whether the start of the roll tells all that has changed, so that no frame has to go with
    /// it.
    func isTold(by roll: RollFlight) -> Bool {
        frames == .plan && roll.isAnimated && !roll.hasSettled
            && sentRevision >= roll.revisionBefore
    }

    /// A snapshot of the table, or its equivalent, was sent on the connection in another way.
    func sentSnapshot(revision: Int) {
        sentRevision = max(sentRevision, revision)
    }
}

/// Lines for a reader that has not taken what was sent before.
struct WaitingLines {
    private var lines: [ByteBuffer] = []
    private var first = 0
    private(set) var bytes = 0
    /// The time since the server's start.
    var now = Duration.zero
    /// When the reader was last seen to read, and how much it had not taken then.
    private var progress = Duration.zero
    private var unsent = 0

    /// Bytes that may wait for a reader that takes nothing for `patience`, and for one that does
    /// read.
    static let limit = ConnectionState.unsentLimit
    static let most = 32 * limit
    static let patience = Duration.seconds(1)

    var isEmpty: Bool { first == lines.count }

    /// Returns false if the reader does not read.
    mutating func append(_ line: ByteBuffer, unsent: Int) -> Bool {
        if isEmpty || unsent < self.unsent {
            progress = now
        }
        self.unsent = unsent
        lines.append(line)
        bytes += line.readableBytes
        return bytes <= Self.limit
            || bytes <= Self.most && now - progress <= Self.patience
    }

    /// Takes the first of them.
    mutating func next(_ now: Duration) -> ByteBuffer? {
        guard first < lines.count else { return nil }
        self.now = now
        progress = now
        let line = lines[first]
        first += 1
        bytes -= line.readableBytes
        if isEmpty {
            lines = []
            first = 0
        }
        return line
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
