import DiceStore
import Logging
import Systemd

/// Reports the upgrade of an older store to the log and the service manager.
struct UpgradeReport {
    /// The interval between progress reports to the service manager.
    private static let interval = Duration.seconds(1)

    private let notifier: ServiceNotifier
    private let allowance: Duration
    private let logger: Logger
    private var nextStatus = ContinuousClock.now

    /// - Parameter extendsBy: the extension of the start-up time that each report requests.
    init(_ notifier: ServiceNotifier, extendsBy: Duration, _ logger: Logger) {
        self.notifier = notifier
        self.allowance = extendsBy
        self.logger = logger
    }

    mutating func report(_ progress: UpgradeProgress) {
        switch progress {
        case .started(let from, let to, let copy):
            logger.notice(
                "upgrading the store from \(from) to \(to), after copying it to \(copy)"
            )
        case .copying(let done, let total):
            guard ContinuousClock.now >= nextStatus else { return }
            nextStatus = .now + Self.interval
            report("upgrading the store: \(Self.percent(done, total))% copied")
        case .checking: report("upgrading the store: checking the copy")
        case .migrating: report("upgrading the store: changing its schema")
        case .damaged(let problem):
            logger.warning(
                "the store has a fault, and so does its copy from before the upgrade: \(problem)"
            )
        case .finished(let from, let to, let copy):
            logger.notice(
                "upgraded the store from \(from) to \(to); the old one is \(copy); to go back, see diced(1)"
            )
        }
    }

    private func report(_ status: String) {
        notifier.extendTimeout(by: allowance)
        notifier.status(status)
    }

    private static func percent(_ done: Int, _ total: Int) -> Int {
        total > 0 ? Int(100 * (Double(done) / Double(total))) : 0
    }
}
