import Foundation

/// How long tests run that have a long form, and with what luck.
package enum Soak {
    /// The long form, which `make soak` asks for; else the form that fits every commit.
    package static let isLong = environment["DICED_SOAK"] == "1"

    /// Of every random choice; always the same in the short form. `DICED_SEED=N` makes the choices
    /// of another run again.
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
