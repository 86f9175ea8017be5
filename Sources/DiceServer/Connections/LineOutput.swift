internal import DiceModel
internal import DiceTable
internal import Glibc
internal import Logging
internal import NIOCore

/// The way out of a connection: what has been written, and whether the reader keeps up.
///
/// The channel's high watermark is one byte, so that it is writable exactly when the kernel has taken everything.
@TableActor
final class LineOutput {
    let channel: any Channel
    /// Whether something sent before still waits for the reader.
    private(set) var isBehind = false
    private let logger: Logger
    private var isGivenUp = false
    private var isCorked = false
    private var isFlushing = false
    private var needsFlush = false
    /// Lines that are held back.
    private var corked = ByteBuffer()
    /// For send(2) while the channel has nothing to send; the channel closes it.
    private let descriptor: NIOBSDSocket.Handle?

    /// Unsent bytes with which a connection is given up (contract, section 3). One message alone may be larger.
    static let unsentLimit = 1 << 20
    /// Bytes that are held back at the most, so that a reader that does not read is noticed.
    private static let corkLimit = 65_536
    /// How long a client that is being closed may go without reading anything.
    private static let lingerTime = TimeAmount.seconds(1)

    init(channel: any Channel, logger: Logger) {
        self.channel = channel
        self.logger = logger
        descriptor = try? channel.pipeline.syncOperations.withUnsafeTransportIfAvailable { $0 }
    }

    /// Whether lines are held back.
    var isHolding: Bool { corked.readableBytes > 0 }

    /// Sends a line. Returns whether a reader that was behind has caught up by it.
    @discardableResult
    func send(_ line: ByteBuffer) -> Bool {
        if isBehind, unsentBytes > Self.unsentLimit { giveUp() }
        guard !isGivenUp else { return false }
        guard isCorked || isHolding else { return write(line) }
        if isHolding { corked.writeImmutableBuffer(line) } else { corked = line }
        return corked.readableBytes < Self.corkLimit ? false : writeHeld()
    }

    /// Holds lines back until `uncork()`, so that many leave at once.
    func cork() {
        isCorked = true
    }

    /// Returns whether a reader that was behind has caught up by it.
    func uncork() -> Bool {
        isCorked = false
        return writeHeld()
    }

    /// Whether a reader that was behind has read everything; says so once.
    func hasCaughtUp() -> Bool {
        guard !isFlushing, isBehind, channel.isWritable else { return false }
        isBehind = false
        return true
    }

    /// Ends the output, and closes when the client has closed too or has had time to.
    func closeGently() {
        writeHeld()
        let channel = channel
        channel.writeAndFlush(ByteBuffer()).whenComplete { _ in channel.close(mode: .output, promise: nil) }
        channel.eventLoop.scheduleTask(in: Self.lingerTime) { channel.close(promise: nil) }
    }

    /// Returns when the kernel has taken everything. A client that reads nothing for a while is closed.
    func drain() async {
        writeHeld()
        closeUnlessRead(unsent: unsentBytes)
        try? await channel.writeAndFlush(ByteBuffer()).get()
    }

    private func closeUnlessRead(unsent: Int) {
        channel.eventLoop.scheduleTask(in: Self.lingerTime) { [weak self] in
            TableActor.assumeIsolated {
                guard let self, self.unsentBytes > 0 else { return }
                guard self.unsentBytes != unsent else { return self.channel.close(promise: nil) }
                self.closeUnlessRead(unsent: self.unsentBytes)
            }
        }
    }

    private var unsentBytes: Int {
        (try? channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }

    @discardableResult
    private func writeHeld() -> Bool {
        guard isHolding else { return false }
        let bytes = corked
        corked = ByteBuffer()
        return write(bytes)
    }

    /// The kernel takes what it can at once, past the channel, which costs more than the system call; the channel gets
    /// the rest and sends it when there is room. Nothing overtakes: a channel that holds something is not writable.
    private func write(_ bytes: ByteBuffer) -> Bool {
        var rest = bytes
        if !isBehind, channel.isActive { rest.moveReaderIndex(forwardBy: sendNow(bytes)) }
        guard rest.readableBytes > 0 else { return false }
        channel.write(rest, promise: nil)
        needsFlush = true
        return flush()
    }

    /// How many bytes the kernel took. After an error it is none, and the channel finds out why.
    private func sendNow(_ bytes: ByteBuffer) -> Int {
        guard let descriptor else { return 0 }
        return bytes.withUnsafeReadableBytes {
            max(0, Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)))
        }
    }

    @discardableResult
    private func flush() -> Bool {
        guard needsFlush else { return false }
        needsFlush = false
        isFlushing = true
        channel.flush()
        isFlushing = false
        if channel.isWritable { return hasCaughtUp() }
        isBehind = true
        return false
    }

    private func giveUp() {
        guard !isGivenUp else { return }
        isGivenUp = true
        logger.warning(
            "closed: the client does not read what it asked for", metadata: ["unsent-bytes": "\(unsentBytes)"])
        // Not at once: closing settles the client's rolls, and others may be in the middle of being told of something.
        let channel = channel
        channel.eventLoop.execute { channel.close(promise: nil) }
    }
}
