/// The count of each face among some dice.
package struct Hand: Hashable {
    /// The counts by face; the first one is not used.
    private(set) var counts: [Int]
    private(set) var dice = 0

    package init(_ faces: some Sequence<Int>) {
        counts = []
        for face in faces {
            if face >= counts.count {
                counts += Array(repeating: 0, count: face + 1 - counts.count)
            }
            counts[face] += 1
            dice += 1
        }
    }

    subscript(face: Int) -> Int { counts.indices.contains(face) ? counts[face] : 0 }

    var sum: Int { counts.indices.reduce(0) { $0 + $1 * counts[$1] } }

    /// Returns the faces of the dice that meet `needs` (a full house: three alike and two alike);
    /// if several choices are possible, the faces with the largest sum. Returns `nil` if the needs
    /// are not met.
    package func meeting(_ needs: Needs) -> [Int]? {
        switch needs {
        case .faces(let faces):
            return faces.allSatisfy { face in self[face] >= faces.count { $0 == face } }
                ? faces : nil
        case .straight(let length):
            let end = counts.indices.last { end in
                end >= length && (end - length + 1...end).allSatisfy { counts[$0] > 0 }
            }
            return end.map { Array($0 - length + 1...$0) }
        case .alike(let wanted):
            // The largest count is chosen first. The faces possible for the largest count are also
            // possible for every smaller count, so choosing the highest of these faces costs
            // nothing elsewhere.
            var found: [Int] = []
            for count in wanted.sorted(by: >) {
                let face = counts.indices.last {
                    counts[$0] >= count && !found.contains($0)
                }
                guard let face else { return nil }
                found += Array(repeating: face, count: count)
            }
            return found
        }
    }
}

extension Box {
    /// Returns the score of these dice without bonuses. If `isJoker` is true, the box's needs are
    /// treated as met.
    package func score(_ hand: Hand, isFirstRoll: Bool = false, isJoker: Bool = false)
        -> Int
    {
        let meeting = needs.map(hand.meeting) ?? []
        guard meeting != nil || isJoker else { return 0 }
        if isFirstRoll, meeting != nil, let firstRoll {
            return firstRoll
        }
        switch points {
        case .fixed(let points): return points
        case .sum(.all): return hand.sum
        case .sum(.alike):
            return needs == nil ? hand.sum : meeting?.reduce(0, +) ?? hand.sum
        case .sum(.face(let face)): return face * hand[face]
        }
    }
}
