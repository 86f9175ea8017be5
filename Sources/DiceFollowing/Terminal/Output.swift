import DiceClient
import DiceDrawing
package import DiceWire
import Glibc
import Unix

/// Standard output, for results only, and standard error, for everything else. All output passes
/// through here and is made safe for its reader: people, a spreadsheet or a program.
package enum Output {
    /// Replaces closed standard descriptors with a file that cannot be written to, so that no
    /// socket gets their number.
    package static func reserveStandardDescriptors() {
        for descriptor in STDIN_FILENO...STDERR_FILENO
        where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    /// Writes text that is already printable. Throws `outputClosed` if there is no reader any more.
    package static func draw(_ bytes: [UInt8]) throws(CommandError) {
        let code = writeAll(bytes, to: STDOUT_FILENO)
        if code == EPIPE || code == EIO {
            throw .outputClosed
        }
        if code != 0 {
            throw .outputFailed("\(SystemError(code))")
        }
    }

    package static func lines(_ lines: [String]) throws(CommandError) {
        try draw(
            lines.flatMap { Array(Printable.text($0).utf8) + [UInt8(ascii: "\n")] }
        )
    }

    package static func line(_ text: String) throws(CommandError) {
        try lines([text])
    }

    package static func text(_ text: String) throws(CommandError) {
        try lines(
            text.split(separator: "\n", omittingEmptySubsequences: false).map(
                String.init
            )
        )
    }

    package static func rows(_ rows: [[String]]) throws(CommandError) {
        try draw(Array(rows.map(CommaSeparated.line).joined().utf8))
    }

    /// Writes JSON values for programs, one per line, in one write.
    package static func json(_ values: [some Sequence<UInt8>]) throws(CommandError) {
        try draw(values.flatMap { Printable.json($0) + [UInt8(ascii: "\n")] })
    }

    package static func json(_ value: some Sequence<UInt8>) throws(CommandError) {
        try json([value])
    }

    /// Writes the `result` of a response verbatim.
    package static func result(of reply: ServerLine) throws(CommandError) {
        guard let result = reply.resultBytes else {
            throw .client(.garbled("a response has no result"))
        }
        try json(result)
    }

    /// Prints a message to standard error. A failure to do so is ignored: there is no other
    /// channel.
    package static func message(_ text: String) {
        notice("dicectl: \(Printable.text(text))\n")
    }

    package static func message(lines text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        notice(
            "dicectl: \(lines.map { Printable.text(String($0)) }.joined(separator: "\n"))\n"
        )
    }

    package static func error(_ error: WireError) {
        _ = writeAll(
            Printable.json(error.jsonBytes()) + [UInt8(ascii: "\n")],
            to: STDERR_FILENO
        )
    }

    /// Asks on standard error, reads the answer from standard input, and returns true if it is yes.
    package static func confirms(_ question: String) -> Bool {
        notice("\(Printable.text(question)) [y/N] ")
        return ["y", "yes"].contains(readLine()?.lowercased() ?? "")
    }

    /// Writes printable text to standard error.
    package static func notice(_ text: String) {
        _ = writeAll(Array(text.utf8), to: STDERR_FILENO)
    }

    /// Returns the `errno` of a failure; 0 if everything was written.
    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&entry, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }
}
