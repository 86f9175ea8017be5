import Foundation

/// How long the tests of this target run, and with what luck.
enum Soak {
    /// The long form, which `make soak` asks for; else the form that fits every commit.
    static let isLong = environment["DICED_SOAK"] == "1"

    /// Of every random choice. Another run of the same choices: `DICED_SEED=N swift test --filter FaultTests`
    static let seed = environment["DICED_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 0...999_999)

    static func size(_ short: Int, long: Int) -> Int { isLong ? long : short }

    private static var environment: [String: String] { ProcessInfo.processInfo.environment }
}
