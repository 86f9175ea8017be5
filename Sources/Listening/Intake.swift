import DequeModule
import Glibc
package import NIOCore
import Unix

/// Accepts connections from the kernel's queue faster than NIO, which sets up a channel for each
/// before it accepts the next one.
///
/// A rejected or already closed connection costs only a few system calls. A process that connects
/// in a loop thus cannot keep the queue full, which would delay other clients and make their
/// non-blocking connects fail. Accepted connections are set up in turns, one user after another.
package final class Intake {
    /// The decision about a new connection.
    package enum Admission: Sendable, Hashable {
        case admitted
        /// The connection is closed after these last bytes, which may be empty.
        case refused([UInt8])
    }

    private let listener: Int32
    private let admit: (_ peer: Peer, _ waiting: Int) -> Admission
    private let setUp: (Int32) -> EventLoopFuture<any Channel>
    /// The accepted connections that have not been set up yet, by user.
    private var waiting: [UInt32: Deque<Int32>] = [:]
    /// These users, in the order of their turns.
    private var users = Deque<UInt32>()
    /// The number of connections that have not been set up yet.
    private(set) var count = 0

    /// The time for accepting connections in one tick of the loop, and for setting them up.
    private static let slice = TimeAmount.milliseconds(2)

    /// - Parameters:
    ///   - listener: the listening socket, which is non-blocking.
    ///   - admit: decides about a peer, given the number of its user's accepted connections that
    ///     have not been set up yet.
    ///   - setUp: creates a channel for a connection; it owns the descriptor.
    package init(
        from listener: Int32,
        admit: @escaping (_ peer: Peer, _ waiting: Int) -> Admission,
        setUp: @escaping (Int32) -> EventLoopFuture<any Channel>
    ) {
        self.listener = listener
        self.admit = admit
        self.setUp = setUp
    }

    deinit {
        for descriptor in waiting.values.joined() {
            close(descriptor)
        }
    }

    /// Accepts connections until the queue is empty, there is no more room, or the time is up.
    ///
    /// - Parameter room: the maximum number of connections to accept.
    func take(room: Int) {
        let end = NIODeadline.now() + Self.slice
        while count < room, NIODeadline.now() < end {
            let descriptor = accept(listener, nil, nil)
            // NIO detects any error other than an empty queue.
            guard descriptor >= 0 else { return }
            guard let peer = Peer(of: descriptor), !Self.hasGone(descriptor) else {
                close(descriptor)
                continue
            }
            switch admit(peer, waiting[peer.uid]?.count ?? 0) {
            case .admitted: append(descriptor, of: peer.uid)
            case .refused(let words):
                if !words.isEmpty {
                    send(
                        descriptor,
                        words,
                        words.count,
                        Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
                    )
                }
                close(descriptor)
            }
        }
    }

    /// Returns true if the other end has sent nothing and has closed.
    private static func hasGone(_ descriptor: Int32) -> Bool {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 0
    }

    private func append(_ descriptor: Int32, of user: UInt32) {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        if waiting[user] == nil {
            users.append(user)
        }
        waiting[user, default: []].append(descriptor)
        count += 1
    }

    /// Sets up accepted connections until the time is up.
    ///
    /// - Parameter opened: called for each channel that is being set up.
    func setUpNext(opened: (EventLoopFuture<any Channel>) -> Void) {
        let end = NIODeadline.now() + Self.slice
        while let user = users.popFirst(), let descriptor = waiting[user]?.popFirst() {
            count -= 1
            if waiting[user]?.isEmpty == true {
                waiting[user] = nil
            } else {
                users.append(user)
            }
            opened(setUp(descriptor))
            if NIODeadline.now() >= end {
                return
            }
        }
    }
}
