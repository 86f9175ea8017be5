import DiceModel

/// The void rolls of a turn, and whom its rolls ask for their contribution, as follows from these.
package struct VoidRolls: Sendable, Hashable {
    package private(set) var count = 0
    private var absent: Set<String> = []

    /// - Parameter absent: the names that each of them blames.
    package init(_ absent: [[String]] = []) {
        for names in absent {
            add(names)
        }
    }

    mutating func add(_ names: [String]) {
        count = count + 1
        absent = absent.union(names)
    }

    /// Whether the rolls of others in this turn ask who contributes under this name.
    package func mayAsk(_ name: String) -> Bool {
        count < Limits.voidRolls && !absent.contains(name)
    }
}
