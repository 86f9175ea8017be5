import CLinux
import Glibc

/// Watches many descriptors for input.
final class Epoll {
    private let descriptor: Int32
    private var events = [epoll_event](repeating: epoll_event(), count: 256)

    init() throws {
        descriptor = epoll_create1(0)
        guard descriptor >= 0 else { throw Failure("cannot make an epoll descriptor") }
    }

    deinit {
        close(descriptor)
    }

    /// - Parameter tag: The descriptor's tag in `wait`; by default the descriptor itself.
    func add(_ watched: Int32, tag: Int32? = nil) throws {
        var event = epoll_event(
            events: EPOLLIN.rawValue,
            data: epoll_data_t(fd: tag ?? watched)
        )
        guard epoll_ctl(descriptor, EPOLL_CTL_ADD, watched, &event) == 0 else {
            throw Failure("cannot watch a descriptor")
        }
    }

    /// Calls `body` with the tag of each ready descriptor. Returns true if there was any.
    @discardableResult
    func wait(milliseconds: Int32, _ body: (Int32) throws -> Void) throws -> Bool {
        let count = epoll_wait(descriptor, &events, Int32(events.count), milliseconds)
        for index in 0..<max(0, Int(count)) {
            try body(events[index].data.fd)
        }
        return count > 0
    }
}
