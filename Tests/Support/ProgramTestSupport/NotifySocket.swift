import Foundation
import Unix

/// The supervisor's end of sd_notify(3).
package final class NotifySocket: Sendable {
    package let path: String
    package let datagrams: Recorded<String>
    private let descriptor: Int32
    private let isFinished = Locked(false)

    /// - Parameter isRead: true to read messages at once. Otherwise the socket is full from the
    ///   start, until `read()` is called.
    package init(path: String, isRead: Bool = true) throws {
        self.path = path
        let datagrams = Recorded<String>("the daemon's notifications")
        self.datagrams = datagrams
        let descriptor = try Descriptor.socket(.datagram, path, binding: true).release()
        self.descriptor = descriptor
        if isRead {
            read()
        } else {
            try fill()
        }
    }

    private func fill() throws {
        let sender = try Descriptor.socket(.datagram, path, binding: false)
        while send(sender.number, "STATUS=full", 11, Int32(MSG_DONTWAIT)) >= 0 {}
        guard errno == EAGAIN else { throw SystemError.last }
    }

    package func read() {
        let descriptor = descriptor
        let datagrams = datagrams
        Thread.detachNewThread {
            let socket = Descriptor(descriptor)
            var buffer = [UInt8](repeating: 0, count: 8_192)
            while true {
                let count = recv(socket.number, &buffer, buffer.count, 0)
                if count < 0, errno == EINTR {
                    continue
                }
                guard count > 0 else { break }
                datagrams.append(String(decoding: buffer[..<count], as: UTF8.self))
            }
            datagrams.end()
        }
    }

    /// Notes that no more messages will arrive. Queued ones are read first.
    package func finish() {
        isFinished.withLock { isFinished in
            // Afterwards the thread closes the descriptor, and its number may belong to another
            // file.
            if !isFinished {
                shutdown(descriptor, Int32(SHUT_RDWR))
            }
            isFinished = true
        }
    }

    deinit {
        finish()
    }
}
