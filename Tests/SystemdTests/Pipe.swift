import Glibc
import Unix

/// A pipe with non-blocking ends.
struct Pipe {
    let reading: CInt
    let writing: CInt

    init() throws {
        var ends: [CInt] = [0, 0]
        guard pipe(&ends) == 0 else { throw SystemError.last }
        for end in ends {
            guard fcntl(end, F_SETFL, O_NONBLOCK) == 0 else { throw SystemError.last }
        }
        reading = ends[0]
        writing = ends[1]
    }

    /// Returns everything that was written, and closes both ends.
    func finish() -> String {
        close(writing)
        defer {
            close(reading)
        }
        var buffer = [UInt8](repeating: 0, count: 1 << 17)
        var bytes: [UInt8] = []
        while true {
            let count = read(reading, &buffer, buffer.count)
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer.prefix(count)
        }
    }
}
