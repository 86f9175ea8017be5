internal import DiceModel
internal import DiceTable

extension DiceRandomness {
    /// The kernel's cryptographically secure generator.
    nonisolated static func secure(slowness: Int = 1) -> DiceRandomness {
        DiceRandomness(
            faces: SystemRandomNumberGenerator(), animation: SeededGenerator(seed: .random(in: .min ... .max)),
            slowness: slowness)
    }

    /// Repeatable faces: the same seed and the same rolls in the same order give the same dice.
    nonisolated convenience init(seed: UInt64, slowness: Int = 1) {
        self.init(
            faces: SeededGenerator(seed: seed), animation: SeededGenerator(seed: ~seed), slowness: slowness)
    }
}
