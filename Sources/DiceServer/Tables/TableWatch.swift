import DiceModel
import DiceTable
import DiceWire
import NIOCore

/// The destination of a watcher's lines.
@TableActor
protocol WatcherOutput: AnyObject {
    /// True if everything sent before has left the process.
    var isDrained: Bool { get }
    /// The number of bytes that the reader has not received yet.
    var unsentBytes: Int { get }
    /// True if lines are held, in order, until a batch is answered.
    var isHolding: Bool { get }
    /// The watcher's permit.
    var permit: Permit { get }
    /// Returns what the watcher may decide at the table.
    func standing(at table: DiceGroup) -> Standing
    func send(_ line: ByteBuffer)
    /// Notifies the connection that the table, and its watch with it, has been deleted.
    func watchEnded(_ table: TableName)
    /// Closes the connection, because its reader does not read: this many bytes are waiting for it.
    func giveUp(unsent: Int)
}

extension WatcherOutput {
    /// The watcher's names, if known.
    var watcherNames: [String] { permit.isNamed ? permit.names.all : [] }
}

/// One connection's view of one table: the state that it has received and the frame that it is
/// owed.
@TableActor
final class TableWatch {
    private(set) weak var output: (any WatcherOutput)?
    /// The kind of frames that it receives.
    let frames: FrameKind
    /// True if a game includes its sheets even if none has changed.
    let sheets: Bool
    /// The table's revision at the last frame or snapshot sent.
    private(set) var sentRevision: Int
    /// The table's change counter of throws at the last frames sent; -1 before the first.
    private(set) var sentThrows = -1
    private let askedName: String?
    /// The names under which it watches; empty for a stranger.
    var viewers: [String] { output?.permit.viewers(askedName) ?? [] }
    /// True if the table changed while the reader was slow.
    private(set) var isOwedFrame = false
    /// The same counter for the throws in flight that have been sent since then, while others wait
    /// for the reader.
    private var sentOfThrows: [ObjectIdentifier: Int] = [:]
    /// Lines that are waiting for the reader, in order: the end of a throw, and the lines after it.
    private var waiting = WaitingLines()
    /// The audience as last sent to it.
    var sentAudience = Audience()

    init(_ params: WatchParams, output: any WatcherOutput, sentRevision: Int) {
        frames = params.frames
        sheets = params.sheets
        askedName = params.viewer
        self.output = output
        self.sentRevision = sentRevision
    }

    /// The watcher's names, if known.
    var names: [String] { output?.watcherNames ?? [] }
    /// True if the watcher plays as a bot.
    var isBot: Bool { output?.permit.isBot == true }

    /// Returns true if a frame would be sent immediately. A slow reader gets the newest state later
    /// instead.
    func isReadyForFrame() -> Bool {
        isOwedFrame = output?.isDrained == false
        return !isOwedFrame
    }

    /// Returns true if the table or its throws have changed since the last frames.
    func lacksFrames(of group: DiceGroup) -> Bool {
        sentRevision < group.changes[frames]
            || group.throwsInFlight.contains(where: lacks)
    }

    func isOne(of recipients: Recipients) -> Bool {
        recipients.include(viewers)
    }

    /// Returns true if the throw is visible to the watcher and has changed since the last frames.
    func lacks(_ flying: ThrowFlight) -> Bool {
        flying.changes[frames] > known(of: flying) && isOne(of: flying.recipients)
    }

    /// Returns the change counter of throws up to which the watcher has received this throw.
    func known(of flying: ThrowFlight) -> Int {
        sentOfThrows[ObjectIdentifier(flying)] ?? sentThrows
    }

    func send(frame: ByteBuffer, of group: DiceGroup) {
        sentRevision = group.revision
        send(event: frame)
    }

    func send(_ frames: [ByteBuffer], of group: DiceGroup) {
        sentRevision = group.revision
        for frame in frames {
            send(event: frame)
        }
        sentThrows(of: group)
    }

    /// Sends the changes to one throw that the watcher has not received.
    func send(_ line: ByteBuffer, of flying: ThrowFlight, at group: DiceGroup) {
        sentOfThrows[ObjectIdentifier(flying)] = group.throwChanges
        send(event: line)
    }

    /// Notes that it has received the current state of all throws in flight.
    func sentThrows(of group: DiceGroup) {
        isOwedFrame = false
        sentThrows = group.throwChanges
        sentOfThrows = [:]
    }

    /// Notes that a frame is due once the reader has caught up.
    func oweFrame() {
        isOwedFrame = true
    }

    /// Sends a line that is never skipped, after those that are already waiting.
    func send(event: ByteBuffer) {
        if waiting.isEmpty {
            output?.send(event)
        } else {
            wait(event)
        }
    }

    /// Sends a line once the reader has caught up: many throws may end at once, and none may be
    /// skipped.
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

    /// Sends the waiting lines for as long as the reader keeps up, or all of them if nothing may
    /// follow.
    ///
    /// - Returns: true if no lines are waiting any more.
    @discardableResult
    func sendWaiting(all: Bool = false, now: Duration) -> Bool {
        while !waiting.isEmpty, all || output?.isDrained == true,
            let line = waiting.next(now)
        {
            output?.send(line)
        }
        return waiting.isEmpty
    }

    /// Returns true if the start of the roll contains every change, so that it needs no frame.
    func isCovered(by roll: RollFlight) -> Bool {
        frames == .plan && roll.isAnimated && !roll.hasSettled
            && sentRevision >= roll.revisionBefore
    }

    /// Notes that a snapshot of the table, or its equivalent, was sent on the connection by other
    /// code.
    func sentSnapshot(revision: Int) {
        sentRevision = max(sentRevision, revision)
    }
}

/// Lines that are waiting for a slow reader.
struct WaitingLines {
    private var lines: [ByteBuffer] = []
    private var first = 0
    private(set) var bytes = 0
    /// The current time, since the server's start.
    var now = Duration.zero
    /// The time at which the reader last made progress, and the bytes that were unsent then.
    private var progress = Duration.zero
    private var unsent = 0

    /// The maximum number of waiting bytes for a reader that has read nothing for `patience`; a
    /// reader that makes progress may have up to `most`.
    static let limit = ConnectionState.unsentLimit
    static let maximum = 32 * limit
    static let patience = Duration.seconds(1)

    var isEmpty: Bool { first == lines.count }

    /// Appends a line. Returns false if the reader does not read.
    mutating func append(_ line: ByteBuffer, unsent: Int) -> Bool {
        if isEmpty || unsent < self.unsent {
            progress = now
        }
        self.unsent = unsent
        lines.append(line)
        bytes += line.readableBytes
        return bytes <= Self.limit
            || bytes <= Self.maximum && now - progress <= Self.patience
    }

    /// Removes and returns the first line.
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

/// The watchers of a table, as sent to clients.
struct Audience: Equatable {
    var count = 0
    /// The names of the watchers whose names are known, sorted and unique; `nil` if there are none.
    var names: [String]?
    /// The players without a connection; `nil` if there are none.
    var away: [AwayPlayer]?
    /// The names under which only bots watch, sorted and unique; never empty.
    var bots: [String]?
}

extension Audience {
    init(
        count: Int,
        names: some Sequence<String>,
        away: [AwayPlayer],
        bots: some Sequence<String>
    ) {
        self.init(
            count: count,
            names: Self.list(names),
            away: away.isEmpty ? nil : away,
            bots: Self.list(bots)
        )
    }

    private static func list(_ names: some Sequence<String>) -> [String]? {
        let sorted = Set(names).sorted().prefix(Limits.watchingNames)
        return sorted.isEmpty ? nil : Array(sorted)
    }
}
