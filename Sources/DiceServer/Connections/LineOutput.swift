import Glibc
import NIOCore

/// The output of a connection.
///
/// The channel's high watermark is one byte, so that the channel is writable exactly when the
/// kernel has taken everything.
struct LineOutput {
    let channel: any Channel
    /// The descriptor for send(2) while the channel has nothing to send; the channel closes the
    /// descriptor.
    private let descriptor: NIOBSDSocket.Handle?

    init(_ channel: any Channel) {
        self.channel = channel
        descriptor = try? channel.pipeline.syncOperations.withUnsafeTransportIfAvailable { $0 }
    }

    /// The number of bytes that the kernel has not taken yet.
    var unsentBytes: Int {
        (try? channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }

    /// Writes directly to the socket, because a channel costs more than the system call; the
    /// channel sends the rest when there is room. The order is preserved: a channel that holds
    /// bytes is not writable.
    ///
    /// - Returns: true if the kernel has taken everything.
    func write(_ bytes: ByteBuffer) -> Bool {
        var rest = bytes
        if channel.isActive, channel.isWritable {
            rest.moveReaderIndex(forwardBy: sendNow(bytes))
        }
        guard rest.readableBytes > 0 else { return true }
        channel.writeAndFlush(rest, promise: nil)
        return channel.isWritable
    }

    /// Returns the number of bytes that the kernel took. After an error it is 0, and the channel
    /// reports the cause.
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
