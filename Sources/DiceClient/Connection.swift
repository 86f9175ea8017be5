internal import DiceWire
internal import Glibc

/// A stream socket to the daemon: bytes out, lines in. It closes with its last reference.
public final class Connection {
    /// For poll(2) alone.
    public let descriptor: Int32
    private var codec = LineCodec(limit: Connection.longestLine)
    private var chunk = [UInt8](repeating: 0, count: 16_384)

    /// Bytes of the longest line that the daemon could send.
    static let longestLine = 16 << 20

    /// Why no bytes pass any more.
    public enum Failure: Error, Sendable, Hashable {
        /// The other side is gone. What it was sent may or may not have arrived.
        case ended
        /// The other side reads nothing for `patience`.
        case stuck
        /// It sent a line longer than any of ours.
        case lineTooLong
    }

    /// How long connecting and sending may wait for the other side.
    static let patience = 10

    /// Takes over an open stream socket.
    public init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Sends all of `bytes`.
    public func send(_ bytes: [UInt8]) throws(Failure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                throw .stuck
            } else if errno != EINTR {
                throw .ended
            }
        }
    }

    /// The next whole line among what `fill()` has read; nil when more is needed.
    public func nextLine() throws(Failure) -> [UInt8]? {
        switch codec.next() {
        case .line(let line): line
        case .tooLong: throw .lineTooLong
        case nil: nil
        }
    }

    /// Reads what is there without waiting. A line that the other side left half sent at its end is dropped.
    public func fill() throws(Failure) {
        let count = chunk.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT)) }
        if count > 0 {
            codec.append(chunk[..<count])
        } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
            throw .ended
        }
    }

    /// The next whole line, waiting for it; nil when the deadline passes first.
    public func line(by deadline: Deadline) throws(Failure) -> [UInt8]? {
        while true {
            if let line = try nextLine() { return line }
            if Poll.wait(for: [Poll.Interest(descriptor)], until: deadline)[0] {
                try fill()
            } else if deadline.hasPassed {
                return nil
            }
        }
    }
}
