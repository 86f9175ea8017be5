import Glibc
import ProgramTestSupport
import Unix

/// A connection between a program and the desk, and the desk's matching connection to the daemon.
final class Passage {
    let number: Int
    /// The program's socket; `nil` for the desk's own connection.
    let program: Int32?
    let daemon: Int32
    /// Bytes of incomplete lines.
    private var asked: [UInt8] = []
    private var told: [UInt8] = []
    /// True if the daemon has answered the last heartbeat.
    var isHeard = true
    /// True if the program, or the daemon, has disconnected.
    private(set) var isLeft = false
    private(set) var isEnded = false

    init(_ number: Int, _ program: Int32?, _ daemon: Int32) {
        self.number = number
        self.program = program
        self.daemon = daemon
    }

    deinit {
        close(daemon)
        if let program {
            close(program)
        }
    }

    /// The sockets that may become readable.
    var open: [Int32] {
        let daemons = isEnded ? [] : [daemon]
        let programs = isLeft ? [] : program.map { [$0] } ?? []
        return daemons + programs
    }

    /// Returns the lines that the program has sent since the last call.
    func takeAsked() -> [[UInt8]] {
        guard let program, !isLeft else { return [] }
        return Self.take(program, &asked, &isLeft)
    }

    /// Returns the lines that the daemon has sent since the last call.
    func takeTold() -> [[UInt8]] {
        isEnded ? [] : Self.take(daemon, &told, &isEnded)
    }

    /// Forwards a line to the program.
    func tell(_ line: [UInt8]) {
        if let program {
            Descriptor.write(line + [UInt8(ascii: "\n")], to: program)
        }
    }

    /// Forwards a line to the daemon.
    func ask(_ line: [UInt8]) {
        Descriptor.write(line + [UInt8(ascii: "\n")], to: daemon)
    }

    private static func take(
        _ socket: Int32,
        _ rest: inout [UInt8],
        _ isOver: inout Bool
    )
        -> [[UInt8]]
    {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(socket, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count > 0 {
                rest += buffer[..<count]
            } else if count == 0 || errno != EINTR {
                isOver = count == 0 || errno != EAGAIN
                break
            }
        }
        let lines = rest.split(
            separator: UInt8(ascii: "\n"),
            omittingEmptySubsequences: false
        )
        rest = Array(lines.last ?? [])
        return lines.dropLast().map(Array.init)
    }
}
