import Glibc
import ProgramTestSupport
import Testing
import Unix

/// A connection that is used without waiting: what the daemon does not take at once is not sent.
final class RawConnection: Sendable {
    let socket: Int32

    init(_ path: String) throws {
        socket = try Descriptor.socket(.stream, path, binding: false).release()
    }

    deinit { close(socket) }

    /// Returns how many bytes were taken, at once.
    @discardableResult
    func send(_ bytes: some Sequence<UInt8>) -> Int {
        let bytes = Array(bytes)
        return Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }

    /// Lets this process, and the programs that it starts, have thousands of descriptors.
    static func allowMany() {
        DescriptorLimit.raise()
    }
}
