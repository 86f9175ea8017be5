import ProgramTestSupport

/// A clock that goes faster than ours. libfaketime moves the wall's and the monotonic one, with all
/// that waits by them; dicectl, which is linked statically, and the broker have ours.
struct FastClock {
    let speed: Double
    private let start = ContinuousClock.now

    init(speed: Double) {
        self.speed = speed
    }

    /// For a program that starts now, and goes on where another one has left.
    var environment: [String: String] {
        let ahead = Int(start.duration(to: .now) / .seconds(1) * (speed - 1)) + 1
        return speed == 1
            ? [:]
            : [
                "LD_PRELOAD": Tool.faketime.path ?? "",
                "FAKETIME": "+\(ahead) x\(Int(speed))",
            ]
    }

    /// Of a bot, which plays four times as fast as people do.
    var pace: String { "\(min(100, 4 * speed))" }
}
