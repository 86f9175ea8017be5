import DiceWire

/// The state machine of a connection: the order of its requests, the time at which its lines are
/// sent, and the way it ends.
///
/// Each event returns an action. The caller performs it and reports the result by the next event,
/// or asks for `next()`. The state machine has no socket, task or clock.
struct ConnectionState {
    enum Action: Equatable {
        /// Do nothing until the next event.
        case wait
        /// Handle a line. `requestAnswered` follows, or `requestStored` and later `requestSettled`.
        case handle([UInt8])
        /// Answer that a line was too long, close the output, and linger.
        case refuse
        /// Send the notifications that were held, and the newest state of each table whose frames
        /// were skipped.
        case sendMissed
        /// The client has sent its last request: withdraw its contributions.
        case withdrawContributions
        /// Write the collected lines; `wrote` follows.
        case write
        /// Wait; `tickEnded` follows when everything that is ready in this tick of the loop has
        /// been read.
        case awaitTick
        /// Resume reading from the client.
        case read
        /// Wait; `lingered` follows after a while.
        case linger
        case close
        /// End the watches, rolls and pending reads of a disconnected client. The requests that the
        /// client had already sent are still carried out.
        case cleanUp
        /// All requests of a disconnected client are done: its account releases the connection.
        case retire
    }

    /// The handling of an outgoing line.
    enum Sending: Equatable {
        case write, collect, hold, drop
        /// Collect it; `tickEnded` follows.
        case postpone
        /// Drop it and close, because the client does not read.
        case giveUp
    }

    private enum Phase {
        case open
        /// The client will not send any more requests. It still receives its replies; the
        /// connection closes when it watches nothing.
        case inputEnded
        /// A line was too long: further input is discarded, and nothing more is sent.
        case refused
        /// The daemon is stopping and sends pending replies.
        case stopping
        /// The daemon is stopping and has sent every reply; the client has time to read them.
        case draining
        /// A close was requested.
        case closing
        /// The client has disconnected; its watches and rolls have not ended yet.
        case disconnected
        /// Closed; requests that had already been received are still running.
        case closed
    }

    private enum SendState: Equatable {
        /// The reader has received everything; lines are sent immediately.
        case direct
        /// Lines are collected to be sent together; the value is their size in bytes.
        case collecting(Int)
        /// The kernel did not take everything: requests wait, and frames are skipped.
        case behind
    }

    private var phase = Phase.open
    private var lines = LineCodec()
    private var output = SendState.direct
    /// True while a request is in its first phase, in which the next one waits.
    private var isStoring = false
    /// The number of requests without a reply yet.
    private(set) var unsettled = 0
    private var watches = 0
    /// The number of snapshots that are waiting for the rest of their batch's reply. Notifications,
    /// which are newer, wait for them.
    private var snapshotsDue = 0
    /// The size in bytes of the held notifications.
    private var held = 0
    private var areMissedDue = false
    private var isReadHeldBack = false
    private var isLastRequestTaken = false
    private var isRetired = false
    /// True if requests are waiting for their account's next turn.
    private(set) var isShareUsed = false

    /// The number of unsent bytes at which a connection is closed, or the rest of a batch is
    /// refused (contract, section 3). A single message may be larger.
    static let unsentLimit = 1 << 20
    /// The maximum number of bytes to collect, so that a reader that does not read is noticed.
    static let collectLimit = 65_536

    var isOpen: Bool { phase != .disconnected && phase != .closed }
    var isBehind: Bool { output == .behind }
    var isHolding: Bool { snapshotsDue > 0 }
    /// True if a reply that becomes due waits until the reader has received all earlier lines.
    var mayReplyWait: Bool { isBehind && (phase == .open || phase == .inputEnded) }
    /// True if lines are waiting for the end of the tick to be sent together.
    var hasCollected: Bool {
        if case .collecting(let bytes) = output { bytes > 0 } else { false }
    }
    /// True if more input would be handled soon; otherwise it stays in the socket.
    var wantsInput: Bool {
        phase == .refused || !isStoring && !isBehind && !isShareUsed
    }

    // MARK: input and requests

    mutating func receivedBytes(_ bytes: some Collection<UInt8>) -> Action {
        lines.append(bytes)
        return next()
    }

    mutating func inputEnded() -> Action {
        if phase == .open || phase == .refused {
            phase = .inputEnded
        }
        // The last line may lack its newline.
        lines.append(CollectionOfOne(UInt8(ascii: "\n")))
        return next()
    }

    /// Notes that the account has used up its share of this tick; `refilled` follows.
    mutating func shareUsed() {
        isShareUsed = true
    }

    mutating func refilled() -> Action {
        isShareUsed = false
        return next()
    }

    /// Returns true if the socket may be read; otherwise `read` follows when it may.
    mutating func readRequested() -> Bool {
        isReadHeldBack = !wantsInput
        return wantsInput
    }

    /// Completes both phases of a request at once.
    mutating func requestAnswered(snapshots: Int = 0) -> Action {
        isStoring = false
        return requestSettled(snapshots: snapshots)
    }

    /// Notes that a request is stored and its reply is not due yet: the next one may begin.
    mutating func requestStored() -> Action {
        isStoring = false
        return next()
    }

    /// Notes that the reply to a request has been sent.
    ///
    /// - Parameter snapshots: the number of times that `snapshotTaken` was called for it.
    mutating func requestSettled(snapshots: Int = 0) -> Action {
        unsettled -= 1
        snapshotsDue -= snapshots
        if snapshots > 0 {
            areMissedDue = true
        }
        return next()
    }

    /// Notes that a batch, whose reply is not due yet, holds a snapshot.
    mutating func snapshotTaken() {
        snapshotsDue += 1
    }

    // MARK: output, also in the middle of another event: the action is `wait` or `awaitTick`

    /// - Parameters:
    ///   - unsent: the bytes that the reader has not received; used only while it is slow.
    ///   - mayLeave: true if this tick has time to send another line immediately.
    mutating func send(
        _ bytes: Int,
        isNotification: Bool,
        unsent: Int,
        mayLeave: Bool = true
    )
        -> Sending
    {
        if phase == .refused || phase == .closing || !isOpen {
            return .drop
        }
        if isNotification, isHolding {
            held += bytes
            return held > Self.unsentLimit ? giveUp() : .hold
        }
        switch output {
        case .direct where mayLeave: return .write
        case .direct:
            output = .collecting(bytes)
            return .postpone
        case .behind: return unsent > Self.unsentLimit ? giveUp() : .write
        case .collecting(let before):
            output = .collecting(before + bytes)
            return before + bytes < Self.collectLimit ? .collect : .write
        }
    }

    private mutating func giveUp() -> Sending {
        phase = .closing
        return .giveUp
    }

    /// - Parameter everything: true if the kernel has taken these bytes and everything written
    ///   before them.
    mutating func wrote(everything: Bool) -> Action {
        switch output {
        case _ where !isOpen: break
        case _ where !everything: output = .behind
        case .collecting: output = .collecting(0)
        case .direct: break
        case .behind: return outputWritable()
        }
        return .wait
    }

    /// Notes that the kernel has taken everything.
    mutating func outputWritable() -> Action {
        guard isBehind else { return .wait }
        output = .collecting(0)
        areMissedDue = true
        return .awaitTick
    }

    mutating func watchesChanged(to count: Int) -> Action {
        watches = count
        return phase == .inputEnded && count == 0 ? .awaitTick : .wait
    }

    mutating func tickEnded() -> Action {
        guard case .collecting(let bytes) = output else { return next() }
        output = .direct
        return bytes > 0 ? .write : next()
    }

    // MARK: the end

    mutating func shutdown() -> Action {
        if phase == .open || phase == .inputEnded || phase == .refused {
            phase = .stopping
        }
        return next()
    }

    /// - Parameter hasRead: true if the client has read anything since.
    mutating func lingered(hasRead: Bool) -> Action {
        switch phase {
        case .draining where !isBehind:
            phase = .stopping
            return next()
        case .draining where hasRead: return .linger
        case .closing, .disconnected, .closed: return .wait
        default: return close()
        }
    }

    /// Notes that the channel has closed, which can happen in the middle of anything.
    mutating func closed() -> Action {
        phase = .disconnected
        output = .direct
        return .awaitTick
    }

    private mutating func close() -> Action {
        phase = .closing
        return .close
    }

    // MARK: the next action

    /// Returns the next action after the previous one has been performed.
    mutating func next() -> Action {
        if phase == .closing {
            return .wait
        }
        if phase == .disconnected {
            phase = .closed
            return .cleanUp
        }
        if areMissedDue, !isHolding, isOpen {
            areMissedDue = false
            held = 0
            return .sendMissed
        }
        if !isStoring, !isBehind, !isShareUsed, let piece = lines.next() {
            return request(piece)
        }
        if phase == .inputEnded, !isLastRequestTaken, !isStoring, !isBehind,
            !isShareUsed
        {
            isLastRequestTaken = true
            return .withdrawContributions
        }
        if case .collecting(let bytes) = output {
            if bytes > 0, phase == .open {
                return .awaitTick
            }
            output = .direct
            if bytes > 0 {
                return .write
            }
        }
        if isShareUsed {
            return .wait
        }
        switch (phase, output) {
        case (.closed, _) where unsettled == 0 && !isRetired:
            isRetired = true
            return .retire
        case (.inputEnded, .direct) where unsettled == 0 && watches == 0: return close()
        case (.stopping, .direct) where unsettled == 0,
            (.draining, .direct) where unsettled == 0:
            return close()
        case (.stopping, .behind) where unsettled == 0:
            phase = .draining
            return .linger
        case _ where isReadHeldBack && wantsInput && isOpen:
            isReadHeldBack = false
            return .read
        default: return .wait
        }
    }

    private mutating func request(_ piece: LineCodec.Piece) -> Action {
        guard case .line(let line) = piece else {
            if phase == .open {
                phase = .refused
            }
            return isOpen ? .refuse : next()
        }
        if output == .direct {
            output = .collecting(0)
        }
        isStoring = true
        unsettled += 1
        return .handle(line)
    }
}
