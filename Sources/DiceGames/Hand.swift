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
}

extension Box {
    /// Returns the score of these dice without bonuses. If `isJoker` is true, the box's needs are
    /// treated as met.
    package func score(_ hand: Hand, isFirstRoll: Bool = false, isJoker: Bool = false)
        -> Int
    {
        let meeting = needs.map { $0.facesMeeting(in: hand) } ?? []
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
