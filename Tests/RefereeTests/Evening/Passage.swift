import Glibc
import ProgramTestSupport
import Unix

/// A connection of a program with the desk, and the desk's own with the daemon for it.
final class Passage {
    let number: Int
    /// Nil for the desk's own.
    let program: Int32?
    let daemon: Int32
    /// Of lines that are not whole yet.
    private var asked: [UInt8] = []
    private var told: [UInt8] = []
    /// Whether the daemon has answered the last heartbeat.
    var isHeard = true
    /// Whether the program has hung up, or the daemon.
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

    /// Who may have something to say.
    var open: [Int32] {
        let daemons = isEnded ? [] : [daemon]
        let programs = isLeft ? [] : program.map { [$0] } ?? []
        return daemons + programs
    }

    /// The lines that the program has sent since the last call.
    func takeAsked() -> [[UInt8]] {
        guard let program, !isLeft else { return [] }
        return Self.take(program, &asked, &isLeft)
    }

    /// The lines that the daemon has sent since the last call.
    func takeTold() -> [[UInt8]] {
        isEnded ? [] : Self.take(daemon, &told, &isEnded)
    }

    /// Passes a line on to the program.
    func tell(_ line: [UInt8]) {
        if let program {
            Descriptor.write(line + [UInt8(ascii: "\n")], to: program)
        }
    }

    /// Passes a line on to the daemon.
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
