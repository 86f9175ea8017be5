package import Logging
import Synchronization

/// The level of logging of the whole process, which signals change while it runs.
package final class LogThreshold: Sendable {
    /// The threshold of this process's loggers.
    package static let process = LogThreshold()

    /// The index of the level among all levels; negative while each logger has its own.
    private let index = Atomic(-1)

    package init() {}

    /// The level that applies to every logger; nil while each has its own.
    var level: Logger.Level? {
        let index = index.load(ordering: .relaxed)
        return index < 0 ? nil : Logger.Level.allCases[index]
    }

    /// Moves the level by one.
    ///
    /// - Parameters:
    ///   - isMore: whether more is logged from now on.
    ///   - start: the level before the first change.
    /// - Returns: the level that applies now, `trace` to `critical`.
    package func step(toMore isMore: Bool, from start: Logger.Level) -> Logger.Level {
        let levels = Logger.Level.allCases
        let current = levels.firstIndex(of: level ?? start) ?? 0
        let next = isMore ? max(current - 1, 0) : min(current + 1, levels.count - 1)
        index.store(next, ordering: .relaxed)
        return levels[next]
    }
}
