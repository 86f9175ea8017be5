internal import NIOCore

/// The daemon's side of a bridge: cuts what comes into lines.
final class DaemonHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private weak var bridge: Bridge?
    private var rest: ByteBuffer?
    /// How many bytes of `rest` are known to hold no LF.
    private var scanned = 0

    /// Bytes of the longest line that the daemon could send.
    private static let longestLine = 16 << 20

    init(_ bridge: Bridge) {
        self.bridge = bridge
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        if var waiting = rest.take() {
            waiting.writeBuffer(&bytes)
            bytes = waiting
        }
        while let end = bytes.readableBytesView.dropFirst(scanned).firstIndex(of: UInt8(ascii: "\n")) {
            let length = end - bytes.readerIndex
            guard let line = bytes.readSlice(length: length) else { break }
            bytes.moveReaderIndex(forwardBy: 1)
            scanned = 0
            bridge?.receivedLine(line)
        }
        scanned = bytes.readableBytes
        if scanned > Self.longestLine { return context.close(promise: nil) }
        if scanned > 0 { rest = bytes }
    }

    func channelReadComplete(context: ChannelHandlerContext) { bridge?.receivedAllLines() }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        bridge?.daemonReads(context.channel.isWritable)
    }

    func channelInactive(context: ChannelHandlerContext) { bridge?.daemonClosed() }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
