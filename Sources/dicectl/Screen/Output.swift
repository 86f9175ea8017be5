import DiceWire
import Glibc
import Unix

/// Standard output, for results alone, and standard error, for everything else. All that is printed
/// passes here, and is made harmless for its reader: people, a spreadsheet or a program.
enum Output {
    /// If standard output was closed, puts in its place a file that cannot be written to, so that
    /// no socket takes it.
    static func reserveStandardDescriptors() {
        for descriptor in STDIN_FILENO...STDERR_FILENO
        where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    /// Writes what dicectl has drawn itself, of text that is printable. Throws `outputClosed` if
    /// nobody reads it any more.
    static func draw(_ bytes: [UInt8]) throws(CommandError) {
        let code = writeAll(bytes, to: STDOUT_FILENO)
        if code == EPIPE || code == EIO {
            throw .outputClosed
        }
        if code != 0 {
            throw .outputFailed("\(SystemError(code))")
        }
    }

    static func lines(_ lines: [String]) throws(CommandError) {
        try draw(
            lines.flatMap { Array(Printable.text($0).utf8) + [UInt8(ascii: "\n")] }
        )
    }

    static func line(_ text: String) throws(CommandError) {
        try lines([text])
    }

    static func text(_ text: String) throws(CommandError) {
        try lines(
            text.split(separator: "\n", omittingEmptySubsequences: false).map(
                String.init
            )
        )
    }

    static func rows(_ rows: [[String]]) throws(CommandError) {
        try draw(Array(rows.map(CommaSeparated.line).joined().utf8))
    }

    /// Writes values of JSON for programs, each on a line, at once.
    static func json(_ values: [some Sequence<UInt8>]) throws(CommandError) {
        try draw(values.flatMap { Printable.json($0) + [UInt8(ascii: "\n")] })
    }

    static func json(_ value: some Sequence<UInt8>) throws(CommandError) {
        try json([value])
    }

    /// Tells the person. If that fails, nothing is left to do.
    static func message(_ text: String) {
        notice("dicectl: \(Printable.text(text))\n")
    }

    static func message(lines text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        notice(
            "dicectl: \(lines.map { Printable.text(String($0)) }.joined(separator: "\n"))\n"
        )
    }

    static func error(_ error: WireError) {
        _ = writeAll(
            Printable.json(error.jsonBytes()) + [UInt8(ascii: "\n")],
            to: STDERR_FILENO
        )
    }

    /// Asks on standard error, and reads the answer from standard input: whether it is yes.
    static func confirms(_ question: String) -> Bool {
        notice("\(Printable.text(question)) [y/N] ")
        return ["y", "yes"].contains(readLine()?.lowercased() ?? "")
    }

    /// Writes text that is printable to standard error.
    static func notice(_ text: String) {
        _ = writeAll(Array(text.utf8), to: STDERR_FILENO)
    }

    /// The `errno` of a failure; 0 if everything was written.
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
