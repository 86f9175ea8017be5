import DiceModel

/// The void rolls of a turn. They decide which contributors the turn's later rolls ask.
package struct VoidRolls: Sendable, Hashable {
    package private(set) var count = 0
    private var absent: Set<String> = []

    /// - Parameter absent: For each void roll, the names of the contributors who did not reveal.
    package init(_ absent: [[String]] = []) {
        for names in absent {
            add(names)
        }
    }

    mutating func add(_ names: [String]) {
        count = count + 1
        absent = absent.union(names)
    }

    /// Returns true if the rolls of others in this turn may ask the contributor with this name.
    package func mayAsk(_ name: String) -> Bool {
        count < Limits.voidRolls && !absent.contains(name)
    }
}
