import DiceClient
import DiceModel
import DiceWire
import Glibc

extension CommandContext {
    /// Follows tables over the daemon's restarts. It starts none: one that was stopped on purpose
    /// stays stopped.
    func follower(
        _ client: Client,
        _ tables: [TableName],
        frames: FrameKind = .plan,
        as name: String?,
        confinement: ConfineParams? = nil,
        sheets: Bool = false
    ) -> Follower {
        Follower(
            client,
            tables: tables,
            frames: frames,
            viewer: name,
            confinement: confinement,
            sheets: sheets,
            backoff: backoff
        ) { () throws(ClientError) in try reconnect() }
    }
}

extension Follower {
    /// The next thing; `view` reacts to signals and is drawn meanwhile. Throws `interrupted`,
    /// `terminated` or `outputClosed` after giving the terminal back.
    func next(in view: LiveView?) throws(CommandError) -> News {
        while true {
            let due = try view?.turn() ?? .never
            if view?.takeResumption() == true {
                resumed()
            }
            if let news = try takeNext() {
                return news
            }
            _ = try wait(until: due)
        }
    }

    /// Takes back what `witness` contributes, once it has answered for what is asked by now: the
    /// process is to be stopped. Returns when the daemon knows, or has not answered for half a
    /// second. `take` takes what comes meanwhile.
    func takeBack(_ witness: Witness, _ take: (News) throws(CommandError) -> Void)
        throws(CommandError)
    {
        witness.contribution?.goesOn = false
        witness.isParting = true
        defer {
            witness.isParting = false
        }
        while let news = try takeNext() {
            try take(news)
        }
        guard let request = witness.contribution?.takeBack() else { return }
        send(request)
        let deadline = Deadline.after(.milliseconds(500))
        while client != nil, let news = try CommandError.of(try next(by: deadline)) {
            switch news {
            case .answer(request, _), .refused(request, _, _): return
            default: try take(news)
            }
        }
    }

    /// The next thing that is there, without waiting.
    func takeNext() throws(CommandError) -> News? {
        try CommandError.of(try next(by: .now))
    }

    /// Waits for the daemon, another follower, a signal, the deadline, or with `keys` for standard
    /// input: whether that can be read is returned. Throws `outputClosed` if the reader of standard
    /// output is gone.
    func wait(
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
