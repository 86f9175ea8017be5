import DequeModule
import Glibc
package import NIOCore
import Unix

/// Takes connections from the kernel's queue faster than NIO does, which sets up a channel for each
/// before the next one.
///
/// Whoever is not let in, or has gone already, costs a few system calls. A process that connects
/// without pause thus does not keep the queue full, in which others wait, and in which a
/// non-blocking connect fails if there is no room. Those that are let in are set up one user after
/// the other.
package final class Intake {
    /// What becomes of a connection that has been taken.
    package enum Admission: Sendable, Hashable {
        case admitted
        /// Closed with these last words; none say nothing.
        case refused([UInt8])
    }

    private let listener: Int32
    private let admit: (_ peer: Peer, _ waiting: Int) -> Admission
    private let setUp: (Int32) -> EventLoopFuture<any Channel>
    /// The connections that are to be set up, of each user.
    private var waiting: [UInt32: Deque<Int32>] = [:]
    /// These users, in the order of their turns.
    private var users = Deque<UInt32>()
    /// How many connections are to be set up.
    private(set) var count = 0

    /// How long connections are taken in one tick of the loop, and how long they are set up.
    private static let slice = TimeAmount.milliseconds(2)

    /// - Parameters:
    ///   - listener: the listening socket, which does not block.
    ///   - admit: whether a peer is let in, of whose user so many are let in already and not set up
    ///     yet.
    ///   - setUp: makes a channel of a connection; it owns the descriptor.
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

    /// Takes connections until none is in the queue, there is no room for another, or the time is
    /// up.
    ///
    /// - Parameter room: how many may be let in.
    func take(room: Int) {
        let end = NIODeadline.now() + Self.slice
        while count < room, NIODeadline.now() < end {
            let descriptor = accept(listener, nil, nil)
            // Why, if it was not that none is there, NIO finds out.
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

    /// Whether the other end has said nothing and will say nothing.
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

    /// Sets up those that were let in, as far as there is time.
    ///
    /// - Parameter opened: told of each channel that is being set up.
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
