internal import DiceClient
internal import DiceModel
internal import DiceProof
internal import DiceWire

/// What `dicectl roll` is told to do.
struct RollOrder: Hashable {
    /// Numbers of the dice to roll; nil for every unlocked one.
    var dice: [Int]?
    /// Whether dice in flight are settled first instead of being given way to.
    var restarts = false
    /// Nil for the login name, which the daemon knows.
    var player: String?
    var motion: Motion?
    var isPlain = false

    /// Again with fresh entropy if the turn was full and has ended: by then the commitment of the next one is read and noted.
    func carryOut(_ session: Session) throws {
        do {
            try roll(session)
        } catch let error where Failure(error).isOfFullTurn {
            try roll(session)
        }
    }

    private func roll(_ session: Session) throws {
        let motion = session.motion(motion)
        let request = RollParams(
            table: try session.table(), dice: dice, animate: motion != .none, restart: restarts,
            by: player, entropy: Entropy.fresh())
        let speaks = session.speaks(plain: isPlain)
        try session.remakingDefault {
            if request.animate, !session.json, !speaks, session.traits.canDraw {
                try LiveRoll(session: session, motion: motion).run(request)
            } else {
                let client = try session.connect()
                var seen = SeenNotes.current
                try client.learnCommitments(of: request.table, &seen, isQuick: !request.animate)
                let result = try session.perform(.roll, request, on: client) {
                    [speaks ? Sentence.roll($0) : PlainLine.roll($0)]
                }
                seen?.note(added: request.entropy, to: result)
                if let objection = Objection.to(result, with: request.entropy) { throw Failure.unverified(objection) }
            }
        }
    }
}
