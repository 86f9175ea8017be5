internal import DiceWire

/// What `dicectl roll` is told to do.
struct RollOrder: Hashable {
    /// Numbers of the dice to roll; empty for every unlocked one.
    var dice: [Int] = []
    var isAnimated = true
    /// Whether dice in flight are settled first instead of being given way to.
    var restarts = false
    /// Nil for the login name.
    var player: String?
    var motion: Motion?
    var isPlain = false

    func carryOut(_ session: Session) throws {
        let request = RollParams(
            table: try session.table(), dice: dice.isEmpty ? nil : dice, animate: isAnimated, restart: restarts,
            by: player ?? Player.login(environment: session.environment))
        let motion = session.motion(motion)
        let speaks = session.speaks(plain: isPlain)
        if isAnimated, !session.json, !speaks, motion != .none, session.traits.canDraw {
            try LiveRoll(session, motion: motion).run(request)
        } else {
            try session.perform(.roll(request), as: RollResult.self) {
                [speaks ? Sentence.roll($0) : PlainLine.roll($0)]
            }
        }
    }
}
