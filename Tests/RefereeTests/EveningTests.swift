import Foundation
import ProgramTestSupport
import Referee
import Testing

/// `DICED_EVENING` is the length of an evening in minutes of real time.
@Suite(
    "An evening",
    .room,
    .serialized,
    .needs(.faketime, .mosquitto, .mosquittoSub, .script),
    .enabled(if: Soak.isLong, "make soak plays it")
)
struct EveningTests {
    private static let minutes =
        ProcessInfo.processInfo.environment["DICED_EVENING"].flatMap(Double.init) ?? 2

    @Test(
        "an evening of play survives kills of the daemon, and the referee finds no difference"
    )
    func real() async throws {
        try await play(minutes: Self.minutes, speed: 1)
    }

    @Test("half an hour of play covers eight hours on a clock sixteen times as fast")
    func moved() async throws {
        try await play(minutes: Self.minutes * 16, speed: 16)
    }

    private func play(minutes: Double, speed: Double) async throws {
        let evening = try Evening(try Room.here, minutes: minutes, speed: speed)
        let start = ContinuousClock.now
        let length = Duration.seconds(minutes * 60) / speed
        while start.duration(to: .now) < length {
            try await evening.live()
            guard let life = evening.lives.last else { return }
            print("life \(evening.lives.count)")
            for (name, (begin, end)) in zip(
                ["diced", "diced-web", "diced-mqtt"],
                zip(life.begin, life.end)
            ) {
                print("  \(name): \(begin); \(end)")
                #expect(end.memory <= begin.memory + Evening.Life.maxGrowth, "\(name)")
                // A backup reads the store through a descriptor that SQLite may keep for later use,
                // because closing it would release locks.
                let new = end.descriptors.filter { !begin.descriptors.contains($0) }
                #expect(
                    (0...1).contains(end.descriptors.count - begin.descriptors.count),
                    "\(name): \(end.descriptors.sorted()), new: \(new)"
                )
                // No other process wakes up these processes. One or two timers may fall into one
                // measurement and not into the other.
                #expect(end.wakeUps <= begin.wakeUps + 2, "\(name)")
            }
        }
        try await evening.end()
        print(
            "\(evening.desk.requests) requests, \(evening.desk.referee.entries.count) entries"
        )
    }
}
