/// How long a test waits for a thing before it fails and ends: no test waits so long when it
/// passes.
package enum Patience {
    package static let seconds = 60
    package static let limit = Duration.seconds(seconds)

    /// What was waited for, and did not come.
    package struct Exhausted: Error, CustomStringConvertible {
        package let description: String

        package init(description: String) {
            self.description = description
        }
    }

    /// Returns when `holds` is true. It is asked again and again: what it looks at tells nobody
    /// that it has changed.
    ///
    /// - Parameter what: what is waited for, the end of a sentence that begins "it never came
    ///   that".
    package static func until(
        _ what: @autoclosure () -> String,
        _ holds: () async throws -> Bool
    )
        async throws
    {
        let start = ContinuousClock.now
        while try await !holds() {
            guard start.duration(to: .now) < limit else {
                throw Exhausted(
                    description: "in \(seconds) s it never came that \(what())"
                )
            }
            // Leaves the processor to who is waited for.
            try await Task.sleep(for: .milliseconds(1))
        }
    }
}
