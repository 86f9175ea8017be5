import Glibc

/// A close-on-exec file descriptor that is closed when its value ends.
public struct Descriptor: ~Copyable, Sendable {
    /// The number for system calls.
    public let number: Int32

    /// Takes ownership of an open descriptor.
    public init(_ number: Int32) {
        self.number = number
    }

    /// Takes ownership of a system call's result. Throws the call's error if it failed.
    init(checking number: Int32) throws(SystemError) {
        guard number >= 0 else { throw SystemError.last }
        self.init(number)
    }

    deinit {
        close(number)
    }

    /// Returns the number; the caller must close it.
    public consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }

    /// Opens a file without following a symbolic link in the last component. A file that `flags`
    /// create has the mode 0600.
    public static func open(_ path: String, _ flags: Int32) throws(SystemError)
        -> Descriptor
    {
        try Descriptor(
            checking: Glibc.open(path, flags | O_CLOEXEC | O_NOFOLLOW, 0o600)
        )
    }

    /// Reads to the end, one chunk at a time.
    public func read(_ take: ([UInt8]) throws(SystemError) -> Void) throws(SystemError) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(number, &buffer, buffer.count)
            if count == 0 {
                return
            }
            if count > 0 {
                try take(Array(buffer[..<count]))
            } else if errno != EINTR {
                throw SystemError.last
            }
        }
    }

    /// Writes all of the bytes.
    public func write(_ bytes: [UInt8]) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.write(number, $0.baseAddress, $0.count)
            }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw SystemError.last
            }
        }
    }

    public enum SocketKind: Sendable { case stream, datagram }

    /// Creates a Unix socket.
    public static func socket(_ kind: SocketKind, blocking: Bool = true)
        throws(SystemError)
        -> Descriptor
    {
        let type =
            (kind == .stream ? SOCK_STREAM : SOCK_DGRAM).rawValue
            | SOCK_CLOEXEC.rawValue
        return try Descriptor(
            checking: Glibc.socket(
                AF_UNIX,
                Int32(blocking ? type : type | SOCK_NONBLOCK.rawValue),
                0
            )
        )
    }

    /// The two ends of a stream. It is a pair of sockets, because a pipe's ends could be inherited
    /// before they are marked close-on-exec.
    public struct Pair: ~Copyable, Sendable {
        public let ours: Descriptor
        public let theirs: Descriptor

        public init() throws(SystemError) {
            var ends: [Int32] = [-1, -1]
            guard
                socketpair(
                    AF_UNIX,
                    Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue),
                    0,
                    &ends
                )
                    == 0
            else {
                throw SystemError.last
            }
            ours = Descriptor(ends[0])
            theirs = Descriptor(ends[1])
        }

        /// Returns our end and closes the other.
        public consuming func takeLocalEnd() -> Descriptor {
            ours
        }
    }
}
