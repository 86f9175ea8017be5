import Glibc
package import Unix

/// Reads a descriptor line by line on the calling thread.
package enum Lines {
    /// - Parameter line: receives each line without its LF, and whether it had one.
    package static func read(
        _ descriptor: consuming Descriptor,
        line: ([UInt8], Bool) -> Void,
        end: () -> Void
    ) {
        var rest: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor.number, &buffer, buffer.count)
            if count < 0, errno == EINTR {
                continue
            }
            guard count > 0 else { break }
            // The rest of earlier pieces contains no LF.
            let known = rest.count
            rest += buffer[..<count]
            var start = 0
            while let end = rest[max(start, known)...].firstIndex(
                of: UInt8(ascii: "\n")
            ) {
                line(Array(rest[start..<end]), true)
                start = end + 1
            }
            rest.removeFirst(start)
        }
        if !rest.isEmpty {
            line(rest, false)
        }
        end()
    }

    static func read(_ descriptor: consuming Descriptor, into lines: Recorded<String>) {
        read(descriptor) { line, _ in
            lines.append(String(decoding: line, as: UTF8.self))
        } end: {
            lines.end()
        }
    }
}
