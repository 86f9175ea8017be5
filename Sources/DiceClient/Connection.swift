import DiceWire
import Glibc
import Unix

/// A stream socket to the daemon: bytes out, lines in. It closes with its last reference, which
/// settles the dice in flight of every roll that it asked for.
///
/// For one thread at a time; `Client` is what most programs want.
public final class Connection {
    /// Only for poll(2): do not read, write or close it.
    public let descriptor: Int32
    /// The path that it was opened by; nil for a descriptor that was taken over.
    public internal(set) var path: String?
    /// What carries it to another machine; nil on this one.
    var ssh: SSHProcess?
    /// What it reaches on another machine; nil on this one.
    var remote: RemoteCommand?
    /// Opens another connection to the same daemon, and starts none; nil if that cannot be done.
    var another: (() throws(ClientError) -> Connection)?
    /// Whether the service manager is starting what has not answered yet; nil if no service manager
    /// can be asked.
    var isStarting: (() -> Bool)?
    private var codec = LineCodec(limit: Connection.longestLine)
    private var chunk = [UInt8](repeating: 0, count: 16_384)
    private var lines = 0

    /// How much has come of a line whose end has not.
    struct Arrival {
        /// The number of lines before it.
        var line = 0
        var bytes = 0

        /// Whether something has come of a line, and more of the same one than at `earlier`, if
        /// there was any.
        func continues(_ earlier: Arrival) -> Bool {
            if earlier.bytes == 0 {
                return bytes > 0
            }
            return line == earlier.line && bytes > earlier.bytes
        }
    }

    var arrival: Arrival { Arrival(line: lines, bytes: codec.pendingBytes) }

    /// Bytes of the longest line that the daemon could send.
    static let longestLine = 16 << 20

    /// Why no bytes pass any more.
    public enum Error: Swift.Error, Sendable, Hashable {
        /// The other side is gone. It may or may not have received what was sent.
        case ended
        /// The other side has read nothing for 10 s.
        case stuck
        /// It sent a line of more than 16 MiB, longer than any of the daemon's.
        case lineTooLong
    }

    /// How long connecting and sending may wait for the other side, in seconds.
    static let patience = 10

    /// Takes over an open stream socket, and closes it in the end.
    public init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
        ssh?.end()
    }

    /// What to wait for before lines are taken: the socket, and what ssh has to say if ssh carries
    /// it.
    public var interests: [Poll.Interest] {
        [Poll.Interest(descriptor)] + (ssh?.interests ?? [])
    }

    /// The process that listens on the other side, as this process would name it; nil if it cannot
    /// be seen from here.
    public var serverProcess: Int? {
        let pid = (try? PeerCredentials(of: descriptor).pid) ?? 0
        return pid > 0 ? Int(pid) : nil
    }

    /// Sends all of `bytes`. Blocks while the other side reads nothing, up to 10 s at a time, and
    /// takes in what it says meanwhile, as `fill()` does: each side might else wait for the other
    /// to read.
    ///
    /// - Throws: `ended` or `stuck`. A part of `bytes` may have been sent.
    public func send(_ bytes: [UInt8]) throws(Error) {
        var rest = bytes[...]
        var deadline = Deadline.after(.seconds(Self.patience))
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(
                    descriptor,
                    $0.baseAddress,
                    $0.count,
                    Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
                )
            }
            if count >= 0 {
                rest = rest.dropFirst(count)
                deadline = .after(.seconds(Self.patience))
            } else if errno == EAGAIN {
                guard !deadline.hasPassed else { throw .stuck }
                let hears = codec.pendingBytes < Self.longestLine
                _ = Poll.wait(
                    for: [Poll.Interest(descriptor, reading: hears, writing: true)],
                    until: deadline
                )
                if hears {
                    try fill()
                }
            } else if errno != EINTR {
                throw .ended
            }
        }
    }

    /// What has come in the place of an answer and is no whole line, in quotes; empty for nothing.
    public var printed: String {
        var rest = codec
        return if case .line(let bytes)? = rest.finish() { Self.quoted(bytes) } else {
            ""
        }
    }

    static func quoted(_ bytes: [UInt8]) -> String {
        "\"\(String(decoding: bytes.prefix(160), as: UTF8.self))\""
    }

    /// Whether the other side has room for 64 KiB, so that sending a request does not block.
    public var hasRoom: Bool {
        Poll.wait(
            for: [Poll.Interest(descriptor, reading: false, writing: true)],
            until: .now
        )[0]
    }

    /// The next whole line among what `fill()` has read, without its line end; nil when more is
    /// needed. Never blocks.
    ///
    /// - Throws: `lineTooLong`; nothing can be read after that.
    public func nextLine() throws(Error) -> [UInt8]? {
        switch codec.next() {
        case .line(let line):
            lines += 1
            return line
        case .tooLong: throw .lineTooLong
        case nil: return nil
        }
    }

    /// Reads what is there without blocking, up to 16 KiB. A line that the other side left half
    /// sent at its end is dropped.
    ///
    /// - Throws: `ended` once the other side is gone; lines read before may still be had by
    ///   `nextLine()`.
    public func fill() throws(Error) {
        ssh?.listen()
        let count = chunk.withUnsafeMutableBytes {
            recv(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
        }
        if count > 0 {
            codec.append(chunk[..<count])
        } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
            throw .ended
        }
    }

    /// The next whole line, without its line end. Blocks until it is there; nil when the deadline
    /// passes first.
    ///
    /// - Throws: `ended` or `lineTooLong`.
    public func line(by deadline: Deadline) throws(Error) -> [UInt8]? {
        while true {
            if let line = try nextLine() {
                return line
            }
            if Poll.wait(for: interests, until: deadline).contains(true) {
                try fill()
            } else if deadline.hasPassed {
                return nil
            }
        }
    }
}
