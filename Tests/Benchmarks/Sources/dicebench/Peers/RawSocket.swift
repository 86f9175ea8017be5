import Glibc

/// A blocking stream socket, with the loop that sends requests to every peer.
final class RawSocket {
    let descriptor: Int32
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    /// Throws if there is no listener.
    init(_ path: String) throws {
        descriptor = socket(
            AF_UNIX,
            Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue),
            0
        )
        var address = sockaddr_un()
        guard descriptor >= 0,
            path.utf8.count < MemoryLayout.size(ofValue: address.sun_path)
        else {
            throw Failure("cannot make a socket for \(path)")
        }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let connected = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        // The deinitializer closes the socket.
        guard connected == 0 else {
            throw Failure(
                "cannot connect to \(path): \(String(cString: strerror(errno)))"
            )
        }
    }

    /// Takes ownership of a connected socket.
    private init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Returns two sockets connected to each other.
    static func pair() throws -> (RawSocket, RawSocket) {
        var ends: [Int32] = [0, 0]
        guard
            socketpair(
                AF_UNIX,
                Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue),
                0,
                &ends
            ) == 0
        else {
            throw Failure("cannot make two sockets")
        }
        return (RawSocket(descriptor: ends[0]), RawSocket(descriptor: ends[1]))
    }

    deinit {
        close(descriptor)
    }

    func send(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = bytes
        while !rest.isEmpty {
            let count = Glibc.send(
                descriptor,
                rest.baseAddress,
                rest.count,
                Int32(MSG_NOSIGNAL)
            )
            guard count > 0 || errno == EINTR else {
                throw Failure("a peer has closed its connection")
            }
            if count > 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
        }
    }

    func send(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { try send($0) }
    }

    /// Waits until `count` bytes have arrived.
    func receive(_ count: Int) throws {
        var left = count
        while left > 0 {
            left -= try receive().count
        }
    }

    /// Returns the received bytes. Waits for the first byte unless `flags` prevent waiting; the
    /// result may then be empty.
    func receive(flags: Int32 = 0) throws -> UnsafeRawBufferPointer {
        try buffer.withUnsafeMutableBytes { buffer in
            let count = recv(descriptor, buffer.baseAddress, buffer.count, flags)
            guard count > 0 || (count < 0 && (errno == EINTR || errno == EAGAIN)) else {
                throw Failure("a peer has closed its connection")
            }
            // The buffer belongs to this object and is not moved before its next use.
            return UnsafeRawBufferPointer(rebasing: buffer[..<max(0, count)])
        }
    }

    /// Waits for the ends of `count` lines.
    func receiveLines(_ count: Int) throws {
        var missing = count
        while missing > 0 {
            missing -= try receive().count { $0 == UInt8(ascii: "\n") }
        }
    }

    /// Sends `request` once and waits for its response, a line of any length.
    func ask(_ request: [UInt8]) throws {
        try send(request)
        while try receive().last != UInt8(ascii: "\n") {}
    }

    /// Sends `request` once and returns the length of its response: all bytes until there is a
    /// pause.
    func answerLength(of request: [UInt8]) throws -> Int {
        try send(request)
        var length = 0
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&entry, 1, length == 0 ? 2_000 : 100) > 0 {
            length += try receive().count
        }
        guard length > 0 else { throw Failure("a peer does not answer") }
        return length
    }

    /// Sends the request `count` times, one in flight, and records the time of each response.
    ///
    /// This method waits in poll(2). A client that sleeps in recv(2) is also woken when the server
    /// reads its request, because a Unix socket then has space again; if the server answers a
    /// little later, the client must sleep again.
    func ask(
        _ request: [UInt8],
        answerLength: Int,
        count: Int,
        into latencies: inout Latencies
    )
        throws
    {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        try request.withUnsafeBytes { request in
            for _ in 0..<count {
                let start = monotonicNow()
                try send(request)
                var left = answerLength
                while left > 0 {
                    poll(&entry, 1, -1)
                    left -= try receive(flags: Int32(MSG_DONTWAIT)).count
                }
                latencies.record(monotonicNow() - start)
                guard left == 0 else {
                    throw Failure("an answer is longer than the first was")
                }
            }
        }
    }
}
