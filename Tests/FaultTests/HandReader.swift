import Foundation
import ProgramTestSupport
import Unix

/// A connection that the test reads itself, so that it knows when it has seen all that was sent so far.
final class HandReader {
    private let socket: Int32
    private var rest: [UInt8] = []
    private(set) var lines: [JSON] = []

    struct Missing: Error {}

    init(_ path: String) throws {
        socket = try Descriptor.socket(.stream, path, binding: false).release()
    }

    deinit { close(socket) }

    func send(_ line: String) {
        Descriptor.write(Array((line + "\n").utf8), to: socket)
    }

    /// Reads until `holds` is true of the lines from `start` on.
    func read(from start: Int = 0, until holds: (ArraySlice<JSON>) -> Bool) async throws {
        readWhatIsThere()
        while !holds(lines[start...]) {
            guard await isReadable() else { throw Missing() }
            guard readWhatIsThere() > 0 else { throw Missing() }
        }
    }

    /// Returns how many bytes there were.
    @discardableResult
    func readWhatIsThere() -> Int {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var total = 0
        while true {
            let count = recv(socket, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            guard count > 0 else { break }
            total += count
            rest += buffer[..<count]
        }
        let pieces = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        lines += pieces.dropLast().compactMap { JSON($0) }
        rest = Array(pieces.last ?? [])
        return total
    }

    private func isReadable() async -> Bool {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [socket] in
                var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
                continuation.resume(returning: poll(&entry, 1, 30_000) > 0)
            }
        }
    }
}
