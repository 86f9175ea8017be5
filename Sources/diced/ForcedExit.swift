internal import Glibc
internal import Logging

/// Ends the process when stopping takes too long: a disk that does not answer, another program that holds the store.
enum ForcedExit {
    /// The longest that stopping may take (contract: 2 s), less what ending the process takes.
    static let limit = Duration.milliseconds(1_900)

    /// Everything that was acknowledged is stored already, so nothing is lost.
    static func after(_ limit: Duration, _ logger: Logger) {
        Task.detached {
            try? await Task.sleep(for: limit)
            logger.error("stopping took longer than \(limit); ending now")
            _exit(EXIT_FAILURE)
        }
    }
}
