internal import DiceWire
internal import Glibc
internal import Unix

/// Standard output, for results alone, and standard error, for everything else.
enum Output {
    /// Keeps a socket from becoming standard output where that was closed: what stands in its place cannot be written.
    static func reserveStandardDescriptors() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    /// Writes all of `bytes` to standard output. Throws `outputClosed` when nobody reads it any more.
    static func write(_ bytes: [UInt8]) throws(Failure) {
        let code = writeAll(bytes, to: STDOUT_FILENO)
        if code == EPIPE || code == EIO { throw .outputClosed }
        if code != 0 { throw .outputFailed("\(SystemError(code))") }
    }

    /// Writes `lines` at once.
    static func lines(_ lines: [String]) throws(Failure) {
        try write(lines.flatMap { Array($0.utf8) + [UInt8(ascii: "\n")] })
    }

    static func line(_ text: String) throws(Failure) { try lines([text]) }

    static func line(_ bytes: some Sequence<UInt8>) throws(Failure) {
        try write(Array(bytes) + [UInt8(ascii: "\n")])
    }

    /// Tells the person; nothing is left to do where that fails.
    static func message(_ text: String) {
        _ = writeAll(Array("dicectl: \(Printable.text(text))\n".utf8), to: STDERR_FILENO)
    }

    /// Tells the person what may hold lines of others, each on a line of its own.
    static func message(lines text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { Printable.text(String($0)) }
        notice("dicectl: \(lines.joined(separator: "\n"))\n")
    }

    /// Tells a program, in one line.
    static func error(_ error: WireError) {
        _ = writeAll(error.jsonBytes() + [UInt8(ascii: "\n")], to: STDERR_FILENO)
    }

    /// Lines for the person that say who speaks by themselves.
    static func notice(_ text: String) {
        _ = writeAll(Array(text.utf8), to: STDERR_FILENO)
    }

    /// The `errno` of a failure; 0 when everything is written.
    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
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
