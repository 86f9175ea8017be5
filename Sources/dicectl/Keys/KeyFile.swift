internal import Glibc
internal import Unix

/// A file of keys, as its lines.
enum KeyFile {
    /// Bytes of the longest file that is read.
    private static let limit = 1 << 20

    /// `-` is standard input. Throws `usage` if the file cannot be read, or is too long for one of keys.
    static func lines(_ path: String) throws(CommandError) -> [Substring] {
        let number = path == "-" ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0) : open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { throw .usage("cannot read \(path): \(SystemError.last)") }
        let file = Descriptor(number)
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while case let count = read(file.number, &chunk, chunk.count), count != 0 {
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .usage("cannot read \(path): \(SystemError.last)") }
            bytes += chunk[..<count]
            guard bytes.count <= limit else { throw .usage("\(path) is too long for a file of keys") }
        }
        return String(decoding: bytes, as: UTF8.self)
            .split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    }
}
