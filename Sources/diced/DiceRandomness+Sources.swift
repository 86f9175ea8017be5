internal import DiceModel
internal import DiceProof
internal import DiceTable

extension DiceRandomness {
    /// Seeds from the kernel's cryptographically secure generator.
    nonisolated static func secure(slowness: Double = 1) -> DiceRandomness {
        DiceRandomness(
            seeds: .kernel, animation: SeededGenerator(seed: .random(in: .min ... .max)), slowness: slowness)
    }

    /// Repeatable faces: the same number, table, turn and roll give the same dice.
    nonisolated convenience init(seed: UInt64, slowness: Double = 1) {
        self.init(seeds: .derived(from: seed), animation: SeededGenerator(seed: ~seed), slowness: slowness)
    }
}
