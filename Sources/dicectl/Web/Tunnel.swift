import DiceClient
import DiceWire

/// Decides what happens to the command of `dicectl web --through`: when it starts, and which
/// address the page has through it. Time is passed in.
struct Tunnel {
    /// What to do next.
    enum Step: Hashable {
        /// Start the command.
        case start
        /// End the command, which has printed no address since it was restarted.
        case restart
        /// Serve the page at this address.
        case open(Origin, Change)
        /// The command cannot be used.
        case fail(Failure)
        case wait(until: Deadline)
    }

    enum Change: Hashable {
        case first
        /// The command is running again, and links stay valid.
        case same
        /// Links to the former address are of no use any more.
        case other
    }

    enum Failure: Hashable {
        /// The command has printed no address within `patience`.
        case noAddress
        /// The command kept printing other addresses.
        case manyAddresses
    }

    private enum Phase {
        case paused(until: Deadline)
        case starting
        case running(since: Deadline)
    }

    /// The time without another address after which an address counts.
    static let quiet = Duration.seconds(2)
    /// The time for a command to print its address.
    static let patience = Duration.seconds(30)
    /// The first pause before the command is started again; each further one is twice as long, up
    /// to the longest.
    static let firstPause = Duration.seconds(1)
    static let longestPause = Duration.seconds(60)

    /// The address of `--public-url`.
    private let named: Origin?
    /// The address that the page has.
    private(set) var origin: Origin?
    private var phase = Phase.paused(until: .now)
    private var printed = PrintedOrigin()
    /// True if the running command has this address.
    private var isConfirmed = false
    private var pause = Tunnel.firstPause

    init(named: Origin? = nil) {
        self.named = named
    }

    /// Notes that the command runs.
    mutating func started(at now: Deadline) {
        phase = .running(since: now)
        printed = PrintedOrigin()
        isConfirmed = false
    }

    mutating func received(
        _ bytes: ArraySlice<UInt8>,
        from stream: PrintedOrigin.Stream,
        at now: Deadline
    ) {
        if named == nil {
            printed.read(bytes, from: stream, at: now)
        }
    }

    /// Notes that the command has ended. Returns the pause before its next start.
    mutating func ended(at now: Deadline) -> Duration {
        if case .running(let since) = phase, since + Self.longestPause <= now {
            pause = Self.firstPause
        }
        let pause = pause
        phase = .paused(until: now + pause)
        self.pause = min(pause * 2, Self.longestPause)
        return pause
    }

    mutating func next(at now: Deadline) -> Step {
        switch phase {
        case .starting: return .wait(until: .never)
        case .paused(let end):
            guard end <= now else { return .wait(until: end) }
            phase = .starting
            return .start
        case .running(let since): return next(since: since, at: now)
        }
    }

    private mutating func next(since start: Deadline, at now: Deadline) -> Step {
        printed.readIdleLines(after: Self.quiet, at: now)
        let candidate = named ?? printed.last
        let isNews = candidate != nil && (!isConfirmed || candidate != origin)
        let since = named == nil ? printed.since : start
        let settled = isNews ? since + Self.quiet : .never
        let end = isConfirmed ? Deadline.never : start + Self.patience
        if let candidate, isNews, settled <= now {
            let repeated: Change = origin == candidate ? .same : .other
            let change = origin == nil ? .first : repeated
            isConfirmed = true
            origin = candidate
            return .open(candidate, change)
        }
        guard end <= now else {
            return .wait(until: min(settled, end, printed.idleDue(after: Self.quiet)))
        }
        if origin != nil {
            return .restart
        }
        return .fail(candidate == nil ? .noAddress : .manyAddresses)
    }
}
