internal import DiceModel

/// The void rolls of a turn, and whom its rolls ask for what they have promised, as follows from these.
public struct VoidRolls: Sendable, Hashable {
    public private(set) var count = 0
    private var absent: Set<String> = []

    /// - Parameter absent: the names that each of them blames.
    public init(_ absent: [[String]] = []) {
        for names in absent { add(names) }
    }

    mutating func add(_ names: [String]) { (count, absent) = (count + 1, absent.union(names)) }

    /// Whether the rolls of others in this turn ask who has promised under this name.
    public func mayAsk(_ name: String) -> Bool { count < Limits.voidRolls && !absent.contains(name) }

    /// Whether the turn's next roll, by `roller`, asks who has promised under this name. Nobody is asked for a roll of
    /// their own.
    public func asks(_ name: String, forRollOf roller: String) -> Bool { name != roller && mayAsk(name) }
}
