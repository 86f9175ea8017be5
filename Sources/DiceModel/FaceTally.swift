/// How often each face came, by the size of the die, by who rolled it, and by whether it was a real
/// one.
public struct FaceTally: Sendable, Hashable {
    public struct FaceKey: Sendable, Hashable {
        public var sides: Int
        public var by: String
        /// Whether they were entered, as real dice showed them.
        public var entered: Bool

        public init(sides: Int, by: String, entered: Bool = false) {
            self.sides = sides
            self.by = by
            self.entered = entered
        }
    }

    /// How often the faces 1, 2, … came: as many numbers as the die has sides.
    public private(set) var counts: [FaceKey: [Int]] = [:]

    public init() {}

    /// The dice that were rolled in a turn.
    public init(_ turn: Turn) {
        add(turn)
    }

    /// Counts one face. Left out are dice that no table can have (`Limits.sidesPerDie`), and faces
    /// that the die has not.
    public mutating func add(_ face: Int, sides: Int, by: String, entered: Bool = false) {
        guard Limits.sidesPerDie.contains(sides), face >= 1, face <= sides else {
            return
        }
        withCounts(FaceKey(sides: sides, by: by, entered: entered)) {
            $0[face - 1] += 1
        }
    }

    /// Adds counts of faces, as many as the die has sides; others are left out.
    public mutating func add(_ faces: [Int], _ key: FaceKey) {
        guard faces.count == key.sides else { return }
        withCounts(key) { counts in
            for face in faces.indices {
                counts[face] += faces[face]
            }
        }
    }

    /// Counts the dice that were rolled, and none that only lay on the table.
    ///
    /// - Parameter sides: of each die of the table; 0 for one that is not counted.
    public mutating func add(_ roll: RollRecord, sides: [Int]) {
        let dice = roll.rolled.filter {
            sides.indices.contains($0 - 1) && roll.values.indices.contains($0 - 1)
        }
        var rest = dice[...]
        // Most tables have dice of one size.
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

    /// Counts the dice that were rolled in a turn, all of whose rolls are of the same dice.
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
