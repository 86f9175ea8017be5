/// Where the seeds of turns and throws come from.
public enum SeedSource: Sendable, Hashable {
    /// The kernel's generator.
    case kernel
    /// This number: repeatable, and no secret.
    case derived(from: UInt64)

    /// The seed of turn `turn` of a table.
    public func seed(table: String, turn: Int) -> CommittedSeed { seed("\(table)|\(turn)") }

    /// The seed of throw `number` of a table.
    public func seed(table: String, throw number: Int) -> CommittedSeed { seed("\(table)|throw|\(number)") }

    private func seed(_ use: String) -> CommittedSeed {
        switch self {
        case .kernel: CommittedSeed(.random())
        case .derived(let number): CommittedSeed(Seed(derivedFrom: "diced/1|\(number)|\(use)"), isDerived: true)
        }
    }
}
