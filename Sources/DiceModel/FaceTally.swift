/// The counts of faces by size of the die, player, and origin: drawn, or entered from real dice.
public struct FaceTally: Sendable, Hashable {
    public struct FaceKey: Sendable, Hashable {
        public var sides: Int
        public var by: String
        /// True if the faces were entered from real dice.
        public var entered: Bool
        /// True for Fate dice.
        public var fate: Bool

        public init(sides: Int, by: String, entered: Bool = false, fate: Bool = false) {
            self.sides = sides
            self.by = by
            self.entered = entered
            self.fate = fate
        }

        /// - Parameter counted: The number of sides; negative for a Fate die.
        public init(counted: Int, by: String, entered: Bool = false) {
            self.init(
                sides: Int(exactly: counted.magnitude) ?? 0,
                by: by,
                entered: entered,
                fate: counted < 0
            )
        }

        /// The number of sides; negative for a Fate die.
        public var counted: Int { fate ? -sides : sides }
    }

    /// The counts of the faces 1, 2, …, one number for each side of the die.
    public private(set) var counts: [FaceKey: [Int]] = [:]

    public init() {}

    /// Counts the dice rolled in a turn.
    public init(_ turn: Turn) {
        add(turn)
    }

    /// Counts one face. Ignores dice of a size that no table can have (`Limits.sidesPerDie`) and
    /// faces that the die does not have.
    ///
    /// - Parameter sides: The number of sides; negative for a Fate die.
    public mutating func add(_ face: Int, sides: Int, by: String, entered: Bool = false) {
        let key = FaceKey(counted: sides, by: by, entered: entered)
        guard Limits.sidesPerDie.contains(key.sides), face >= 1, face <= key.sides else {
            return
        }
        withCounts(key) {
            $0[face - 1] += 1
        }
    }

    /// Adds counts of faces; ignores the counts unless there is one for each side of the die.
    public mutating func add(_ faces: [Int], _ key: FaceKey) {
        guard faces.count == key.sides else { return }
        withCounts(key) { counts in
            for face in faces.indices {
                counts[face] += faces[face]
            }
        }
    }

    /// Counts the dice that were rolled, but not the other dice of the table.
    ///
    /// - Parameter sides: The sides of each die of the table; 0 for a die that is not counted.
    public mutating func add(_ roll: RollRecord, sides: [Int]) {
        let dice = roll.rolled.filter {
            sides.indices.contains($0 - 1) && roll.values.indices.contains($0 - 1)
        }
        var rest = dice[...]
        // Usually all dice of a table have the same size.
        while let first = rest.first {
            let size = sides[first - 1]
            let same = rest.prefix { sides[$0 - 1] == size }
            rest = rest[same.endIndex...]
            guard Limits.sidesPerDie.contains(size) else { continue }
            withCounts(FaceKey(sides: size, by: roll.by, entered: roll.entered == true)) { counts in
                for die in same where counts.indices.contains(roll.values[die - 1] - 1) {
                    counts[roll.values[die - 1] - 1] += 1
                }
            }
        }
    }

    /// Counts the dice rolled in a turn. All rolls of a turn use the same dice.
    public mutating func add(_ turn: Turn) {
        let sides = turn.dice.map(\.countedSides)
        for roll in turn.rolls {
            add(roll, sides: sides)
        }
    }

    private mutating func withCounts(_ key: FaceKey, _ change: (inout [Int]) -> Void) {
        change(&counts[key, default: Array(repeating: 0, count: key.sides)])
    }
}
