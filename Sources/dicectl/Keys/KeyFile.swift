internal import Glibc
internal import Unix

/// A file of keys, as its lines.
enum KeyFile {
    /// Bytes of the longest file that is read.
    private static let limit = 1 << 20

    /// `-` is standard input. Throws `usage` where the file cannot be read, or is too long for one of keys.
    static func lines(_ path: String) throws(Failure) -> [Substring] {
        let bytes: [UInt8]
        if path == "-" {
            bytes = try contents(STDIN_FILENO, path)
        } else {
            let number = open(path, O_RDONLY | O_CLOEXEC)
            guard number >= 0 else { throw .usage("cannot read \(path): \(SystemError.last)") }
            let file = Descriptor(number)
            bytes = try contents(file.number, path)
        }
        return String(decoding: bytes, as: UTF8.self)
            .split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    }

    private static func contents(_ descriptor: Int32, _ path: String) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count == 0 { return bytes }
            guard count > 0 else {
                if errno == EINTR { continue }
                throw .usage("cannot read \(path): \(SystemError.last)")
            }
            bytes += chunk[..<count]
            guard bytes.count <= limit else { throw .usage("\(path) is too long for a file of keys") }
        }
    }
}
