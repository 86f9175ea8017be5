import DiceWire

/// What a connection is to do next: the order of its requests, when its lines leave, and how it
/// ends.
///
/// Events come in and each returns an action; the caller performs it and reports the result by the
/// next event, or asks for `next()`. There is no socket, task or clock in here.
struct ConnectionState {
    enum Action: Equatable {
        /// Nothing until the next event.
        case wait
        /// Handle a line. `requestAnswered` follows, or `requestStored` and later `requestSettled`.
        case handle([UInt8])
        /// Answer that a line was too long, end the output, and linger.
        case refuse
        /// Send the notifications that were held, and the newest state of each table whose frames
        /// were left out.
        case sendMissed
        /// The client has sent its last request: take its contributions back.
        case takeBack
        /// Write the collected lines; `wrote` follows.
        case write
        /// `tickEnded` follows when everything that is ready in this tick of the loop has been
        /// read.
        case awaitTick
        /// Read from the client, who was made to wait.
        case read
        /// `lingered` follows after a while.
        case linger
        case close
        /// End the watches, the rolls and what is being read for a client that is gone. What it had
        /// sent is still handled.
        case cleanUp
        /// Everything that a client that is gone had asked for is done: its account is rid of the
        /// connection.
        case retire
    }

    /// What becomes of a line that is to be sent.
    enum Sending: Equatable {
        case write, collect, hold, drop
        /// Collect it; `tickEnded` follows.
        case postpone
        /// Drop it, and close: the client does not read.
        case giveUp
    }

    private enum Phase {
        case open
        /// The client sends no more: it is answered, then closed once it watches nothing.
        case inputEnded
        /// A line was too long: what comes is thrown away, and nothing more is sent.
        case refused
        /// The daemon stops: what is due is answered.
        case stopping
        /// The daemon stops and has answered everything: the client is left time to read it.
        case draining
        /// Told to close.
        case closing
        /// The client is gone, and its watches and rolls are still there.
        case disconnected
        /// What has been received is still carried out.
        case closed
    }

    private enum SendState: Equatable {
        /// The reader has everything, and lines leave at once.
        case direct
        /// Lines are collected to leave together; this many bytes so far.
        case collecting(Int)
        /// The kernel did not take everything: requests wait, and frames are left out.
        case behind
    }

    private var phase = Phase.open
    private var lines = LineCodec()
    private var output = SendState.direct
    /// Whether a request is in its first phase, in which the next one waits.
    private var isStoring = false
    /// Requests that are not answered yet.
    private(set) var unsettled = 0
    private var watches = 0
    /// Snapshots that wait for the rest of their batch's reply: notifications, which are newer,
    /// wait for them.
    private var snapshotsDue = 0
    /// Bytes of the notifications that wait.
    private var held = 0
    private var areMissedDue = false
    private var isReadHeldBack = false
    private var isLastRequestTaken = false
    private var isRetired = false
    /// Whether requests wait until their account has its turn.
    private(set) var isShareUsed = false

    /// Unsent bytes with which a connection is given up, or the rest of a batch is refused
    /// (contract, section 3). One message alone may be larger.
    static let unsentLimit = 1 << 20
    /// Bytes that are collected at the most, so that a reader that does not read is noticed.
    static let collectLimit = 65_536

    var isOpen: Bool { phase != .disconnected && phase != .closed }
    var isBehind: Bool { output == .behind }
    var isHolding: Bool { snapshotsDue > 0 }
    /// Whether a reply that has become due waits until the reader has taken what was sent before.
    var mayReplyWait: Bool { isBehind && (phase == .open || phase == .inputEnded) }
    /// Whether lines wait for the end of the tick, to leave together.
    var hasCollected: Bool {
        if case .collecting(let bytes) = output { bytes > 0 } else { false }
    }
    /// Whether more input would be handled soon; else it is left in the socket.
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
        // The last line may lack its end.
        lines.append(CollectionOfOne(UInt8(ascii: "\n")))
        return next()
    }

    /// The account has used up its share of this tick; `refilled` follows.
    mutating func shareUsed() {
        isShareUsed = true
    }

    mutating func refilled() -> Action {
        isShareUsed = false
        return next()
    }

    /// Whether the socket may be read; else `read` follows when it may.
    mutating func readRequested() -> Bool {
        isReadHeldBack = !wantsInput
        return wantsInput
    }

    /// Both phases of a request at once.
    mutating func requestAnswered(snapshots: Int = 0) -> Action {
        isStoring = false
        return requestSettled(snapshots: snapshots)
    }

    /// A request is stored and its reply is not due yet: the next one may begin.
    mutating func requestStored() -> Action {
        isStoring = false
        return next()
    }

    /// The reply to a request has been sent.
    ///
    /// - Parameter snapshots: how often `snapshotTaken` came for it.
    mutating func requestSettled(snapshots: Int = 0) -> Action {
        unsettled -= 1
        snapshotsDue -= snapshots
        if snapshots > 0 {
            areMissedDue = true
        }
        return next()
    }

    /// A batch, whose reply is not due yet, has a snapshot for it.
    mutating func snapshotTaken() {
        snapshotsDue += 1
    }

    // MARK: output, also in the middle of another event: the action is `wait` or `awaitTick`

    /// - Parameters:
    ///   - unsent: bytes that wait for the reader; looked at only while the reader is slow.
    ///   - mayLeave: whether the tick has time for another line that leaves at once.
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

    /// - Parameter everything: whether the kernel has taken all of it, and of what was written
    ///   before.
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

    /// The kernel has taken everything.
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

    /// - Parameter hasRead: whether the client has read anything since.
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

    /// The channel is closed, which can happen in the middle of anything.
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

    /// What to do when the action before is performed.
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
            return .takeBack
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
