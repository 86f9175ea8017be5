import Testing

/// Polls until a condition holds, since a terminal does not report changes of its screen.
enum Patience {
    struct Ended: Error, CustomStringConvertible {
        let description: String
    }

    /// The timeout, which is longer than any wait in a passing test.
    static let limit = Duration.seconds(60)

    /// Returns the first value of `look` that satisfies the condition. A failure shows the last
    /// value.
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
