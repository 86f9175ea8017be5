import Glibc
import NIOConcurrencyHelpers
import Unix

/// Sends datagrams to the service manager without blocking.
///
/// While the manager's queue is full, the newest message of each kind is kept, in order of arrival.
/// A thread sends these messages when there is room, and ends when none remain. The process may
/// exit without waiting for it.
final class NotificationSender: Sendable {
    /// The messages that have not been sent to the manager yet.
    private struct Backlog {
        var messages: [String] = []
        /// True if a thread is sending them.
        var hasThread = false

        /// Adds a message, which replaces any earlier one of the same kind. The kind is the text
        /// before the first `=`.
        mutating func add(_ message: String) {
            messages.removeAll { Self.kind(of: $0) == Self.kind(of: message) }
            messages.append(message)
        }

        private static func kind(of message: String) -> Substring {
            message.prefix { $0 != "=" }
        }
    }

    /// The maximum time to wait for room before the next attempt, in milliseconds. The manager may
    /// have recreated its socket.
    private static let longestWait: Int32 = 1_000

    private let address: SocketAddress
    private let socket: Descriptor
    private let backlog = NIOLockedValueBox(Backlog())

    /// - Parameter name: the value of `$NOTIFY_SOCKET`: a path, or `@` and the name of an abstract
    ///   socket.
    /// - Returns: `nil` for any other value, or if no socket can be created.
    init?(to name: String) {
        let isAbstract = name.hasPrefix("@")
        let address =
            isAbstract
            ? SocketAddress(abstract: String(name.dropFirst()))
            : SocketAddress(path: name)
        guard let address,
            let socket = try? Descriptor.socket(.datagram, blocking: false)
        else {
            return nil
        }
        self.address = address
        self.socket = socket
    }

    /// Sends the message now if the manager has room, otherwise later. After any other error the
    /// message is lost.
    func send(_ message: String) {
        let needsThread = backlog.withLockedValue { backlog in
            backlog.add(message)
            deliver(&backlog)
            guard !backlog.hasThread, !backlog.messages.isEmpty else { return false }
            backlog.hasThread = true
            return true
        }
        if needsThread {
            startThread()
        }
    }

    /// Sends as many messages as there is room for.
    private func deliver(_ backlog: inout Backlog) {
        while let message = backlog.messages.first {
            do {
                try address.send(Array(message.utf8), from: socket.number)
            } catch {
                if error.code == EAGAIN {
                    return
                }
            }
            backlog.messages.removeFirst()
        }
    }

    private func startThread() {
        let this = Unmanaged.passRetained(self)
        var thread = pthread_t()
        let code = pthread_create(
            &thread,
            nil,
            { this in
                if let this {
                    Unmanaged<NotificationSender>.fromOpaque(this).takeRetainedValue()
                        .sendLater()
                }
                return nil
            },
            this.toOpaque()
        )
        guard code == 0 else {
            this.release()
            // The next message retries.
            backlog.withLockedValue { $0.hasThread = false }
            return
        }
        pthread_detach(thread)
    }

    private func sendLater() {
        var isDone = false
        while !isDone {
            waitForRoom()
            isDone = backlog.withLockedValue { backlog in
                deliver(&backlog)
                backlog.hasThread = !backlog.messages.isEmpty
                return !backlog.hasThread
            }
        }
    }

    /// Returns when the manager has room or has exited, or after `longestWait`.
    private func waitForRoom() {
        // Only a connected socket reports room at the other end.
        guard let connected = try? Descriptor.socket(.datagram) else {
            poll(nil, 0, Self.longestWait)
            return
        }
        guard (try? address.connect(connected.number)) != nil else { return }
        var interest = pollfd(fd: connected.number, events: Int16(POLLOUT), revents: 0)
        poll(&interest, 1, Self.longestWait)
    }
}
