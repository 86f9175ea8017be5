import Foundation
package import Unix

extension Descriptor {
    /// Creates a Unix socket that is bound or connected to `path`.
    package static func socket(
        _ kind: SocketKind,
        _ path: String,
        binding: Bool
    ) throws(SystemError) -> Descriptor {
        guard let address = SocketAddress(path: path) else {
            throw SystemError(ENAMETOOLONG)
        }
        let socket = try Descriptor.socket(kind)
        if binding {
            try address.bind(socket.number)
        } else {
            try address.connect(socket.number)
        }
        return socket
    }

    /// Returns when poll(2) reports one of `events` for a descriptor, or that its other end has
    /// closed. Returns the reported events.
    package static func happens(_ events: Int32, to number: Int32) async throws -> Int32 {
        let told: Int32 = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var entry = pollfd(fd: number, events: Int16(events), revents: 0)
                poll(&entry, 1, Int32(Patience.seconds) * 1_000)
                continuation.resume(returning: Int32(entry.revents))
            }
        }
        if told == 0 {
            throw Patience.Exhausted(
                description: "nothing happened to a socket in \(Patience.limit)"
            )
        }
        return told
    }

    /// Returns when one of these descriptors is readable or its other end has closed, or after
    /// `time`.
    package static func wait(_ numbers: [Int32], for time: Duration) async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var entries = numbers.map {
                    pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
                }
                poll(&entries, nfds_t(entries.count), Int32(time / .milliseconds(1)))
                continuation.resume()
            }
        }
    }

    /// Writes all of the bytes to a socket. Returns false if the other end is no longer reading.
    @discardableResult
    package static func write(_ bytes: [UInt8], to number: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 || errno == EINTR else { return false }
            rest = rest.dropFirst(max(count, 0))
        }
        return true
    }
}
