/// The maximum time that a test waits for an event before it fails; passing tests never wait that
/// long.
package enum Patience {
    package static let seconds = 60
    package static let limit = Duration.seconds(seconds)

    /// An error: an expected event did not happen in time.
    package struct Exhausted: Error, CustomStringConvertible {
        package let description: String

        package init(description: String) {
            self.description = description
        }
    }

    /// Polls until `holds` returns true, for conditions that do not announce their changes.
    ///
    /// - Parameter what: the expected condition, which completes a sentence that begins "it never
    ///   came that".
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
            // Yields the processor to the process that the test waits for.
            try await Task.sleep(for: .milliseconds(1))
        }
    }
}
