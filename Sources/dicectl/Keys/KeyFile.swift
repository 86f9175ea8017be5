/// A file of keys, as its lines.
enum KeyFile {
    private static let mostBytes = 1 << 20

    /// `-` is standard input. Throws `program` with 66 if the file cannot be read, and `usage` if it is too long for one of keys.
    static func lines(_ path: String) throws(CommandError) -> [Substring] {
        var file = try LineReader(path)
        guard let bytes = try file.all(atMost: mostBytes) else {
            throw .usage("\(path) is too long for a file of keys")
        }
        return String(decoding: bytes, as: UTF8.self)
            .split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    }
}
