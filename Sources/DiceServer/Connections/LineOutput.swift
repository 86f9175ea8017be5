internal import DiceModel
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
    private var corkedBytes = 0

    /// Unsent bytes with which a connection is given up (contract, section 3). One message alone may be larger.
    static let unsentLimit = 1 << 20
    /// Bytes that are held back at the most, so that a reader that does not read is noticed.
    private static let corkLimit = 65_536
    /// How long a client has to read why it is refused.
    private static let lingerTime = TimeAmount.seconds(1)

    init(channel: any Channel, logger: Logger) {
        self.channel = channel
        self.logger = logger
    }

    /// Sends a line. Returns whether a reader that was behind has caught up by it.
    @discardableResult
    func send(_ line: ByteBuffer) -> Bool {
        if isBehind, unsentBytes > Self.unsentLimit { giveUp() }
        guard !isGivenUp else { return false }
        channel.write(line, promise: nil)
        needsFlush = true
        corkedBytes += line.readableBytes
        return isCorked && corkedBytes < Self.corkLimit ? false : flush()
    }

    /// Holds lines back until `uncork()`, so that many leave at once.
    func cork() {
        isCorked = true
    }

    /// Returns whether a reader that was behind has caught up by it.
    func uncork() -> Bool {
        isCorked = false
        return flush()
    }

    /// Whether a reader that was behind has read everything; says so once.
    func hasCaughtUp() -> Bool {
        guard !isFlushing, isBehind, channel.isWritable else { return false }
        isBehind = false
        return true
    }

    /// Ends the output, and closes when the client has closed too or has had time to.
    func closeGently() {
        flush()
        let channel = channel
        channel.writeAndFlush(ByteBuffer()).whenComplete { _ in channel.close(mode: .output, promise: nil) }
        channel.eventLoop.scheduleTask(in: Self.lingerTime) { channel.close(promise: nil) }
    }

    private var unsentBytes: Int {
        (try? channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }

    @discardableResult
    private func flush() -> Bool {
        guard needsFlush else { return false }
        needsFlush = false
        corkedBytes = 0
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
