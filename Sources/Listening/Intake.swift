import Glibc
package import NIOCore
import Unix

/// How connections are taken from the kernel's queue faster than NIO does, which sets up a channel for each of them.
///
/// Whoever is not let in costs three system calls. A process that connects without pause thus does not keep the queue
/// full, in which others wait, and in which a non-blocking connect fails if there is no room.
package struct Intake {
    /// What becomes of a connection that has been taken.
    package enum Admission: Sendable, Hashable {
        case admitted
        /// Closed with these last words; none say nothing.
        case refused([UInt8])
    }

    private let listener: Int32
    private let admit: (Peer) -> Admission
    private let setUp: (Int32) -> EventLoopFuture<any Channel>

    /// How long connections are taken in one tick of the loop.
    private static let slice = TimeAmount.milliseconds(2)

    /// - Parameters:
    ///   - listener: the listening socket, which does not block.
    ///   - admit: whether a peer is let in.
    ///   - setUp: makes a channel of a connection; it owns the descriptor.
    package init(
        from listener: Int32, admit: @escaping (Peer) -> Admission,
        setUp: @escaping (Int32) -> EventLoopFuture<any Channel>
    ) {
        self.listener = listener
        self.admit = admit
        self.setUp = setUp
    }

    /// Takes connections until none waits, there is no room for another, or the time is up.
    ///
    /// - Parameters:
    ///   - hasRoom: whether another one may be let in.
    ///   - opened: told of each channel that is being set up.
    func take(while hasRoom: () -> Bool, opened: (EventLoopFuture<any Channel>) -> Void) {
        let end = NIODeadline.now() + Self.slice
        while hasRoom(), NIODeadline.now() < end {
            let descriptor = accept(listener, nil, nil)
            // Why, if it was not that none waits, NIO finds out.
            guard descriptor >= 0 else { return }
            guard let peer = Peer(of: descriptor) else {
                close(descriptor)
                continue
            }
            switch admit(peer) {
            case .admitted:
                _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
                opened(setUp(descriptor))
            case .refused(let words):
                if !words.isEmpty { send(descriptor, words, words.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)) }
                close(descriptor)
            }
        }
    }
}
