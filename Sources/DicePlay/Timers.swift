import DiceClient

/// The timers of `play`; each kind runs at most once at a time.
struct Timers {
    enum Timer: Hashable {
        /// Distinguishes an escape sequence from the Escape key.
        case escape
        /// Waits for another digit of a die's number.
        case digit
        /// Ends the highlighting of ignored dice.
        case ignoring
        /// Polls the list of tables, for which there are no notifications here.
        case list
        /// The next change of a die in flight.
        case flight
        /// Progress or the end of a search for hints.
        case hint
        /// Says what is pending, if it still is.
        case pending
        /// Removes a notice that has been read.
        case notice
        /// Another attempt to make a throw for which there was no room.
        case queue

        /// The default duration.
        var duration: Duration {
            switch self {
            case .escape, .pending: .milliseconds(50)
            case .digit: .milliseconds(400)
            case .ignoring, .hint: .milliseconds(250)
            case .list: .seconds(2)
            case .flight, .notice, .queue: .zero
            }
        }
    }

    var now: () -> Deadline = { .now }
    private var deadlines: [Timer: Deadline] = [:]

    init(now: @escaping () -> Deadline = { .now }) {
        self.now = now
    }

    mutating func start(_ timer: Timer, for duration: Duration? = nil) {
        deadlines[timer] = now() + (duration ?? timer.duration)
    }

    mutating func start(_ timer: Timer, at deadline: Deadline) {
        deadlines[timer] = deadline
    }

    mutating func stop(_ timer: Timer) {
        deadlines[timer] = nil
    }

    /// Stops the timers that are due and returns them, earliest first.
    mutating func takeDue() -> [Timer] {
        let instant = now()
        let due = deadlines.filter { $0.value <= instant }.sorted {
            $0.value < $1.value
        }.map(\.key)
        for timer in due {
            stop(timer)
        }
        return due
    }

    /// The earliest deadline.
    var next: Deadline { deadlines.values.min() ?? .never }
}
