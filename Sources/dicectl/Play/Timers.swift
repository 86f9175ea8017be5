import DiceClient

/// What `play` waits for besides keys, signals and the daemon: each at most once at a time.
struct Timers {
    enum Timer: Hashable {
        /// An escape sequence, or the Escape key.
        case escape
        /// Another digit of a die's number.
        case digit
        /// What was ignored looks as it was again.
        case ignoring
        /// Which tables there are is asked now and then: nobody tells.
        case list
        /// A die in flight shows another value.
        case flight
        /// A search for hints is farther, or has ended.
        case hint

        /// How long it takes if nothing else is said.
        var duration: Duration {
            switch self {
            case .escape: .milliseconds(50)
            case .digit: .milliseconds(400)
            case .ignoring, .hint: .milliseconds(250)
            case .list: .seconds(2)
            case .flight: .zero
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

    mutating func stop(_ timer: Timer) {
        deadlines[timer] = nil
    }

    /// Stops those whose time has come, and returns them, the earliest first.
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

    /// When the next one's time comes.
    var next: Deadline { deadlines.values.min() ?? .never }
}
