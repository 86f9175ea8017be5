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
    private var isCorked = false
    private var isFlushing = false
    private var needsFlush = false

    /// Unsent bytes with which a connection is given up (contract, section 3). One message alone may be larger.
    static let unsentLimit = 1 << 20
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
        channel.write(line, promise: nil)
        needsFlush = true
        return isCorked ? false : flush()
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
        isFlushing = true
        channel.flush()
        isFlushing = false
        if channel.isWritable { return hasCaughtUp() }
        isBehind = true
        return false
    }

    private func giveUp() {
        logger.warning(
            "closed: the client does not read what it asked for", metadata: ["unsent-bytes": "\(unsentBytes)"])
        channel.close(promise: nil)
    }
}
