/// How often dice show each face.
struct Hand: Hashable {
    /// By face; the first one is not used.
    private(set) var counts: [Int]
    private(set) var dice = 0

    init(_ faces: some Sequence<Int>) {
        counts = []
        for face in faces {
            if face >= counts.count { counts += Array(repeating: 0, count: face + 1 - counts.count) }
            counts[face] += 1
            dice += 1
        }
    }

    subscript(face: Int) -> Int { counts.indices.contains(face) ? counts[face] : 0 }

    var sum: Int { counts.indices.reduce(0) { $0 + $1 * counts[$1] } }

    /// The faces of the dice that meet `needs`, of several choices those with the largest sum; nil if they are not met.
    func meeting(_ needs: Needs) -> [Int]? {
        choices(needs).max { $0.reduce(0, +) < $1.reduce(0, +) }
    }

    /// The faces of each choice of dice that meets `needs`.
    func choices(_ needs: Needs) -> [[Int]] {
        switch needs {
        case .faces(let faces):
            let wanted = Hand(faces)
            return wanted.counts.indices.allSatisfy { self[$0] >= wanted.counts[$0] } ? [faces] : []
        case .straight(let length):
            return counts.indices.filter { end in
                end >= length && (end - length + 1...end).allSatisfy { counts[$0] > 0 }
            }.map { Array($0 - length + 1...$0) }
        case .alike(let wanted):
            return wanted.reduce(into: [[]]) { found, count in
                found = found.flatMap { taken in
                    counts.indices.filter { counts[$0] >= count && !taken.contains($0) }
                        .map { taken + Array(repeating: $0, count: count) }
                }
            }
        }
    }

    func without(_ faces: [Int]) -> Hand {
        var rest = self
        for face in faces { rest.counts[face] -= 1 }
        while rest.counts.last == 0 { rest.counts.removeLast() }
        rest.dice -= faces.count
        return rest
    }
}

extension Box {
    /// What these dice bring here, without bonuses. `isJoker` takes the needs as met.
    func score(_ hand: Hand, isFirstRoll: Bool = false, isJoker: Bool = false) -> Int {
        let meeting = needs.map(hand.meeting) ?? []
        guard meeting != nil || isJoker else { return 0 }
        if isFirstRoll, !isJoker, let firstRoll { return firstRoll }
        switch points {
        case .fixed(let points): return points
        case .sum(.all): return hand.sum
        case .sum(.alike): return needs == nil ? hand.sum : meeting?.reduce(0, +) ?? hand.sum
        case .sum(.face(let face)): return face * hand[face]
        }
    }
}
