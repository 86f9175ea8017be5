import Foundation

/// The duration and the random seed of tests with a long form.
package enum Soak {
    /// True for the long form, which `make soak` selects; the short form runs for every commit.
    package static let isLong = environment["DICED_SOAK"] == "1"

    /// The seed of all random choices; constant in the short form. `DICED_SEED=N` reproduces
    /// another run.
    package static let seed =
        environment["DICED_SEED"].flatMap(UInt64.init)
        ?? (isLong ? UInt64.random(in: 0...999_999) : 1)

    package static func size(_ short: Int, long: Int) -> Int {
        isLong ? long : short
    }

    private static var environment: [String: String] {
        ProcessInfo.processInfo.environment
    }
}
