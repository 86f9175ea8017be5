import Glibc
import NIOCore

/// The way out of a connection.
///
/// The channel's high watermark is one byte, so that it is writable exactly when the kernel has
/// taken everything.
struct LineOutput {
    let channel: any Channel
    /// For send(2) while the channel has nothing to send; the channel closes it.
    private let descriptor: NIOBSDSocket.Handle?

    init(_ channel: any Channel) {
        self.channel = channel
        descriptor = try? channel.pipeline.syncOperations.withUnsafeTransportIfAvailable { $0 }
    }

    /// What the channel has been given and the kernel has not taken yet.
    var unsentBytes: Int {
        (try? channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }

    /// The kernel takes what it can at once, past the channel, which costs more than the system
    /// call; the channel gets the rest and sends it when there is room. The order stays: a channel
    /// that holds something is not writable.
    ///
    /// - Returns: whether the kernel has everything.
    func write(_ bytes: ByteBuffer) -> Bool {
        var rest = bytes
        if channel.isActive, channel.isWritable {
            rest.moveReaderIndex(forwardBy: sendNow(bytes))
        }
        guard rest.readableBytes > 0 else { return true }
        channel.writeAndFlush(rest, promise: nil)
        return channel.isWritable
    }

    /// How many bytes the kernel took. After an error it is 0, and the channel finds out why.
    private func sendNow(_ bytes: ByteBuffer) -> Int {
        guard let descriptor else { return 0 }
        return bytes.withUnsafeReadableBytes {
            max(
                0,
                Glibc.send(
                    descriptor,
                    $0.baseAddress,
                    $0.count,
                    Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
                )
            )
        }
    }
}
