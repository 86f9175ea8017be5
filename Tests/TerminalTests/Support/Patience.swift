import Testing

/// Looks again and again until what is awaited is there: a terminal tells nobody that it shows
/// something else.
enum Patience {
    struct Ended: Error, CustomStringConvertible {
        let description: String
    }

    /// No test waits so long when it passes.
    static let limit = Duration.seconds(60)

    /// The first value of `look` that holds. The failure shows the last one.
    @discardableResult
    static func wait<Value: Sendable>(
        for what: String,
        _ look: () async throws -> Value,
        until holds: (Value) -> Bool
    ) async throws -> Value {
        let end = ContinuousClock.now + limit
        while true {
            let value = try await look()
            if holds(value) {
                return value
            }
            guard ContinuousClock.now < end else {
                throw Ended(description: "no \(what); the last look:\n\(value)")
            }
            try await Task.sleep(for: .milliseconds(15))
        }
    }
}
