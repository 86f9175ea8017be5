public import DiceWire
import Glibc

/// A connection on behalf of another process, between the daemon and two descriptors of this
/// process: standard input and output of `dicectl stdio`.
///
/// Bytes are copied both ways unchanged. An end of the input is passed on, and the daemon's
/// remaining output is still copied. The copy ends when the daemon closes the connection, or when
/// no process reads the output any more. The descriptors may be of any kind and keep their mode,
/// because other processes may use them.
public struct Stdio {
    private let input: Int32
    private let output: Int32
    private let daemon: Int32
    private let inputIsSocket: Bool
    private let outputIsSocket: Bool
    private let connection: Connection
    private var toDaemon = CopyBuffer()
    private var fromDaemon = CopyBuffer()
    private var hasInput = true
    private var hasDaemon = true
    private var isOver = false
    private var chunk = [UInt8](repeating: 0, count: CopyBuffer.limit)

    /// The number of bytes that a writable pipe accepts without blocking the writer (PIPE_BUF).
    private static let pipeRoom = 4_096

    /// Copies until the end of the connection. Blocks.
    ///
    /// - Parameters:
    ///   - confinement: Requested from the daemon first; nothing passes before it is in effect.
    ///   - patience: The time limit for the daemon to confine.
    /// - Throws: `refused`, `unreachable` or `garbled` if the confinement is not in effect.
    public static func run(
        input: Int32,
        output: Int32,
        _ connection: Connection,
        _ confinement: ConfineParams? = nil,
        patience: Duration = ConfineParams.patience
    ) throws(ClientError) {
        var stdio = Stdio(input, output, connection)
        if let confinement {
            stdio.fromDaemon = CopyBuffer(
                try confinement.impose(on: connection, patience: patience)
            )
        }
        while !stdio.isOver {
            stdio.turn()
        }
    }

    private init(_ input: Int32, _ output: Int32, _ connection: Connection) {
        self.input = input
        self.output = output
        self.connection = connection
        daemon = connection.descriptor
        inputIsSocket = Self.isSocket(input)
        outputIsSocket = Self.isSocket(output)
    }

    private static func isSocket(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }

    /// Waits for the next possible transfers, and performs them.
    private mutating func turn() {
        let reads = hasInput && toDaemon.room > 0
        let hears = hasDaemon && fromDaemon.room > 0
        let sends = hasDaemon && !toDaemon.isEmpty
        // A descriptor that is not needed now is omitted: its end would interrupt the wait again
        // and again.
        var entries = [
            pollfd(fd: reads ? input : -1, events: Int16(POLLIN), revents: 0),
            pollfd(
                fd: hears || sends ? daemon : -1,
                events: Poll.events(reading: hears, writing: sends),
                revents: 0
            ),
            pollfd(
                fd: output,
                events: fromDaemon.isEmpty ? 0 : Int16(POLLOUT),
                revents: 0
            ),
        ]
        guard poll(&entries, nfds_t(entries.count), -1) > 0 else { return }
        if entries[0].revents != 0 {
            read()
        }
        if entries[1].revents != 0 {
            if sends {
                send()
            }
            if hears {
                hear()
            }
        }
        if entries[2].revents & Int16(POLLOUT) != 0 {
            write()
        } else if entries[2].revents != 0 {
            isOver = true
        }
        if !hasDaemon, fromDaemon.isEmpty {
            isOver = true
        }
    }

    private mutating func read() {
        let count =
            inputIsSocket
            ? recv(input, &chunk, toDaemon.room, Int32(MSG_DONTWAIT))
            : Glibc.read(input, &chunk, toDaemon.room)
        if count > 0 {
            toDaemon.append(chunk[..<count])
            send()
        } else if count == 0 || !Self.isPassing(errno) {
            hasInput = false
            endInput()
        }
    }

    /// Shuts down the daemon's input once all bytes have arrived.
    private func endInput() {
        if !hasInput, toDaemon.isEmpty {
            shutdown(daemon, Int32(SHUT_WR))
        }
    }

    private mutating func send() {
        guard !toDaemon.isEmpty else { return }
        let count = toDaemon.waiting.withUnsafeBytes {
            Glibc.send(
                daemon,
                $0.baseAddress,
                $0.count,
                Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
            )
        }
        if count >= 0 {
            toDaemon.drop(count)
            endInput()
        } else if !Self.isPassing(errno) {
            // The daemon reads no more; its output may still be in transit.
            toDaemon.removeAll()
            hasInput = false
        }
    }

    private mutating func hear() {
        let count = recv(daemon, &chunk, fromDaemon.room, Int32(MSG_DONTWAIT))
        if count > 0 {
            fromDaemon.append(chunk[..<count])
        } else if count == 0 || !Self.isPassing(errno) {
            hasDaemon = false
        }
    }

    private mutating func write() {
        let count = fromDaemon.waiting.withUnsafeBytes { bytes in
            outputIsSocket
                ? Glibc.send(
                    output,
                    bytes.baseAddress,
                    bytes.count,
                    Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
                )
                : Glibc.write(
                    output,
                    bytes.baseAddress,
                    min(bytes.count, Self.pipeRoom)
                )
        }
        if count >= 0 {
            fromDaemon.drop(count)
        } else if !Self.isPassing(errno) {
            isOver = true
        }
    }

    /// Returns true if another attempt may succeed.
    private static func isPassing(_ code: Int32) -> Bool {
        code == EAGAIN || code == EINTR
    }
}
