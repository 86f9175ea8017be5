import ProgramTestSupport

/// A clock that runs faster than real time. libfaketime speeds up the wall clock and the monotonic
/// clock, including all waits. dicectl, which is statically linked, and the broker run in real
/// time.
struct FastClock {
    let speed: Double
    private let start = ContinuousClock.now

    init(speed: Double) {
        self.speed = speed
    }

    /// The environment for a program that is started now, on a clock that continues from the clock
    /// of earlier programs.
    var environment: [String: String] {
        let ahead = Int(start.duration(to: .now) / .seconds(1) * (speed - 1)) + 1
        return speed == 1
            ? [:]
            : [
                "LD_PRELOAD": Tool.faketime.path ?? "",
                "FAKETIME": "+\(ahead) x\(Int(speed))",
            ]
    }

    /// The pace of a bot, four times as fast as people play.
    var pace: String { "\(min(100, 4 * speed))" }
}
