internal import DiceModel
internal import NIOCore

/// What a `LoopClock` has to do, by the tick at which it is due, with one timer of the event loop for each tick.
///
/// With a timer for each of ten thousand dice the loop is busier with its heap of timers than with the dice.
@TableActor
final class LoopAlarms {
    /// How late a step may come: far less than a frame of a 60 Hz screen.
    nonisolated static let tick = Duration.milliseconds(1)

    private let eventLoop: any EventLoop
    private let start = ContinuousClock.now
    private var timetables: [Int64: [Timetable]] = [:]

    nonisolated init(_ eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    func add(_ timetable: Timetable) {
        let number = Self.ticks(start.duration(to: timetable.due))
        timetables[number, default: []].append(timetable)
        guard timetables[number]?.count == 1 else { return }
        let due = start.advanced(by: Self.tick * number)
        eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(ContinuousClock.now.duration(to: due))) {
            TableActor.assumeIsolated { self.ring(number) }
        }
    }

    private func ring(_ number: Int64) {
        let now = ContinuousClock.now
        for timetable in timetables.removeValue(forKey: number) ?? [] where timetable.advance(at: now) {
            add(timetable)
        }
    }

    /// The first tick that is not before `time`.
    private nonisolated static func ticks(_ time: Duration) -> Int64 {
        let (seconds, attoseconds) = time.components
        let tick = tick.components.attoseconds
        return seconds * (1_000_000_000_000_000_000 / tick) + (attoseconds + tick - 1) / tick
    }
}
