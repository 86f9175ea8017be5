package import Logging
import Synchronization

/// The log level of the whole process, which signals change at run time.
package final class LogThreshold: Sendable {
    /// The threshold of this process's loggers.
    package static let process = LogThreshold()

    /// The index of the level among all levels; negative while each logger has its own level.
    private let index = Atomic(-1)

    package init() {}

    /// The level of every logger; `nil` while each has its own level.
    var level: Logger.Level? {
        let index = index.load(ordering: .relaxed)
        return index < 0 ? nil : Logger.Level.allCases[index]
    }

    /// Changes the level by one.
    ///
    /// - Parameters:
    ///   - isMore: true to log more.
    ///   - start: the level before the first change.
    /// - Returns: the new level, `trace` to `critical`.
    package func step(toMore isMore: Bool, from start: Logger.Level) -> Logger.Level {
        let levels = Logger.Level.allCases
        let current = levels.firstIndex(of: level ?? start) ?? 0
        let next = isMore ? max(current - 1, 0) : min(current + 1, levels.count - 1)
        index.store(next, ordering: .relaxed)
        return levels[next]
    }
}
