internal import Glibc
internal import Logging
internal import NIOCore

/// Ends the process when stopping takes too long: a disk that does not answer, another program that holds the store.
enum ForcedExit {
    /// The longest that stopping may take (contract: 2 s), less what ending the process takes.
    private static let limit = TimeAmount.milliseconds(1_900)

    /// Everything that was acknowledged is stored already, so nothing is lost.
    static func schedule(on eventLoop: any EventLoop, _ logger: Logger) {
        eventLoop.scheduleTask(in: limit) {
            logger.error("stopping takes too long; ending now")
            _exit(EXIT_FAILURE)
        }
    }
}
