import DiceWire
import Glibc
import Unix

/// A stream socket to the daemon: bytes out, lines in. The socket is closed with its last
/// reference, which settles the dice in flight for every roll that was requested over it.
///
/// Must be used from one thread at a time. Most programs need `Client` instead.
public final class Connection {
    /// The descriptor, for poll(2) only: do not read, write or close it.
    public let descriptor: Int32
    /// The path of the socket; `nil` for an adopted descriptor.
    public internal(set) var path: String?
    /// The ssh process that carries the connection to another machine; `nil` on this one.
    var ssh: SSHProcess?
    /// The command on the other machine; `nil` on this one.
    var remote: RemoteCommand?
    /// Opens another connection to the same daemon, without starting one; `nil` if that is not
    /// possible.
    var another: (() throws(ClientError) -> Connection)?
    /// Returns true while the service manager is starting a program that has not answered yet;
    /// `nil` if there is no service manager to ask.
    var isStarting: (() -> Bool)?
    private var codec = LineCodec(limit: Connection.longestLine)
    private var chunk = [UInt8](repeating: 0, count: 16_384)
    private var lines = 0

    /// The part of an incomplete line that has arrived.
    struct Arrival {
        /// The number of lines before the incomplete one.
        var line = 0
        var bytes = 0

        /// Returns true if there is an incomplete line and, if a line was already incomplete at
        /// `earlier`, more of that same line has arrived since.
        func continues(_ earlier: Arrival) -> Bool {
            if earlier.bytes == 0 {
                return bytes > 0
            }
            return line == earlier.line && bytes > earlier.bytes
        }
    }

    var arrival: Arrival { Arrival(line: lines, bytes: codec.pendingBytes) }

    /// The maximum number of bytes in a line from the daemon.
    static let longestLine = 16 << 20

    /// The reason why the connection cannot be used any more.
    public enum Error: Swift.Error, Sendable, Hashable {
        /// The other side has closed. It may or may not have received the bytes sent.
        case ended
        /// The other side has read nothing for 10 s.
        case stuck
        /// The other side sent a line of more than 16 MiB, longer than any of the daemon's.
        case lineTooLong
    }

    /// The time limit for connecting and sending, in seconds.
    static let patience = 10

    /// Adopts an open stream socket, and closes it at the end.
    public init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
        ssh?.end()
    }

    /// The descriptors to wait for before reading lines: the socket, and ssh's standard error if
    /// ssh carries the connection.
    public var interests: [Poll.Interest] {
        [Poll.Interest(descriptor)] + (ssh?.interests ?? [])
    }

    /// The pid of the process that listens on the other side, as seen by this process; `nil` if it
    /// is not visible.
    public var serverProcess: Int? {
        let pid = (try? PeerCredentials(of: descriptor).pid) ?? 0
        return pid > 0 ? Int(pid) : nil
    }

    /// Sends all of `bytes`. Blocks while the other side reads nothing, up to 10 s at a time.
    /// Meanwhile it reads like `fill()`, since each side might otherwise wait for the other to
    /// read.
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

    /// The bytes that arrived instead of a response and are not a whole line, in quotes; empty if
    /// there are none.
    public var printed: String {
        var rest = codec
        return if case .line(let bytes)? = rest.finish() { Self.quoted(bytes) } else {
            ""
        }
    }

    static func quoted(_ bytes: [UInt8]) -> String {
        "\"\(String(decoding: bytes.prefix(160), as: UTF8.self))\""
    }

    /// True if the other side has room for 64 KiB, so that sending a request does not block.
    public var hasRoom: Bool {
        Poll.wait(
            for: [Poll.Interest(descriptor, reading: false, writing: true)],
            until: .now
        )[0]
    }

    /// Returns the next whole line that `fill()` has read, without its line end; `nil` if there is
    /// none. Never blocks.
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

    /// Reads available bytes without blocking, up to 16 KiB. A line that is incomplete when the
    /// other side closes is discarded.
    ///
    /// - Throws: `ended` once the other side has closed; `nextLine()` still returns the lines read
    ///   before.
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

    /// Returns the next whole line, without its line end. Blocks until it arrives; returns `nil` if
    /// the deadline passes first.
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
