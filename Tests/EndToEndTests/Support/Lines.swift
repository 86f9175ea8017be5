import Glibc

/// Reads a descriptor line by line, on the thread that it is called on.
enum Lines {
    /// - Parameter line: gets each line without its LF; the last may have lacked one.
    static func read(_ descriptor: consuming Descriptor, line: ([UInt8]) -> Void, end: () -> Void) {
        var rest: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor.number, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            rest += buffer[..<count]
            var start = 0
            while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
                line(Array(rest[start..<end]))
                start = end + 1
            }
            rest.removeFirst(start)
        }
        if !rest.isEmpty { line(rest) }
        end()
    }

    static func read(_ descriptor: consuming Descriptor, into lines: Recorded<String>) {
        read(descriptor) {
            lines.append(String(decoding: $0, as: UTF8.self))
        } end: {
            lines.end()
        }
    }
}
