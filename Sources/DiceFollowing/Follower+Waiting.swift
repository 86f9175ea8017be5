package import DiceClient
import DiceDrawing
import DiceModel
import DiceWire
import Glibc

extension Follower {
    /// Returns the next news. Meanwhile `view` handles signals and is drawn. Throws `interrupted`,
    /// `terminated` or `outputClosed` after restoring the terminal.
    package func next(in view: LiveView?) throws(CommandError) -> News {
        while true {
            if let news = try next(in: view, by: .never) {
                return news
            }
        }
    }

    /// Returns the next news, as `next(in:)` does; `nil` at the deadline or for a signal.
    package func next(in view: LiveView?, by deadline: Deadline) throws(CommandError) -> News? {
        let due = try view?.turn() ?? .never
        if view?.takeResumption() == true {
            resumed()
        }
        if let news = try takeNext() {
            return news
        }
        _ = try wait(until: min(due, deadline))
        return nil
    }

    /// Withdraws the contribution of `witness` before the process stops, after answering the
    /// requests received so far. Returns when the daemon confirms, or after half a second without
    /// an answer. `take` handles the news that arrives meanwhile.
    package func withdraw(_ witness: Witness, _ take: (News) throws(CommandError) -> Void)
        throws(CommandError)
    {
        witness.contribution?.isRenewed = false
        witness.isParting = true
        defer {
            witness.isParting = false
        }
        while let news = try takeNext() {
            try take(news)
        }
        guard let request = witness.contribution?.withdraw() else { return }
        send(request)
        let deadline = Deadline.after(.milliseconds(500))
        while client != nil, let news = try CommandError.of(try next(by: deadline)) {
            switch news {
            case .answer(request, _), .refused(request, _, _): return
            default: try take(news)
            }
        }
    }

    /// Returns the next news that has already arrived, without waiting.
    package func takeNext() throws(CommandError) -> News? {
        try CommandError.of(try next(by: .now))
    }

    /// Waits for the daemon, another follower, a signal, the deadline or, with `keys`, standard
    /// input. Returns true if standard input is readable. Throws `outputClosed` if the reader of
    /// standard output is gone.
    package func wait(
        until deadline: Deadline,
        keys: Bool = false,
        beside other: Follower? = nil
    )
        throws(CommandError) -> Bool
    {
        let output = Poll.Interest(STDOUT_FILENO, reading: false)
        let input = keys ? [Poll.Interest(STDIN_FILENO)] : []
        let signals = SignalPipe.descriptor.map { [Poll.Interest($0)] } ?? []
        let ready = Poll.wait(
            for: [output] + input + signals + interests + (other?.interests ?? []),
            until: min(deadline, self.deadline, other?.deadline ?? .never)
        )
        if keys, ready[1] {
            return true
        }
        if ready[0] {
            throw .outputClosed
        }
        return false
    }
}
