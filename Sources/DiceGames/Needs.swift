/// The faces that dice must show.
public enum Needs: Sendable, Hashable {
    /// Groups of dice with the same face: `[3, 2]` is a full house.
    case alike([Int])
    /// This many consecutive faces.
    case straight(Int)
    /// Each of these faces, as many times as it is listed; the other dice may show anything.
    case faces([Int])
}

extension Needs {
    /// The number of dice that meet the needs.
    public var dice: Int {
        switch self {
        case .alike(let counts): counts.reduce(0, +)
        case .straight(let length): length
        case .faces(let faces): faces.count
        }
    }

    /// Returns true if some or all of these dice meet the needs.
    package func isMet(by hand: Hand) -> Bool {
        facesMeeting(in: hand) != nil
    }

    /// Returns the faces of the dice that meet the needs (a full house: three alike and two alike);
    /// if several choices are possible, the faces with the largest sum. Returns `nil` if the needs
    /// are not met.
    package func facesMeeting(in hand: Hand) -> [Int]? {
        switch self {
        case .faces(let faces):
            return faces.allSatisfy { face in hand[face] >= faces.count { $0 == face } }
                ? faces : nil
        case .straight(let length):
            let end = hand.counts.indices.last { end in
                end >= length && (end - length + 1...end).allSatisfy { hand[$0] > 0 }
            }
            return end.map { Array($0 - length + 1...$0) }
        case .alike(let wanted):
            // The largest count is chosen first. The faces possible for the largest count are also
            // possible for every smaller count, so choosing the highest of these faces costs
            // nothing elsewhere.
            var found: [Int] = []
            for count in wanted.sorted(by: >) {
                let face = hand.counts.indices.last {
                    hand[$0] >= count && !found.contains($0)
                }
                guard let face else { return nil }
                found += Array(repeating: face, count: count)
            }
            return found
        }
    }

    /// Returns true if dice of these sides can meet the needs.
    func canBeMet(on sides: [Int]) -> Bool {
        let faces: [Int] =
            switch self {
            // Uses the lowest faces, which exist on the most dice, for the largest counts.
            case .alike(let counts):
                counts.sorted(by: >).prefix(sides.count + 1).enumerated()
                    .flatMap { Array(repeating: $0 + 1, count: $1) }
            case .straight(let length): Array(1..<length + 1)
            case .faces(let faces): faces
            }
        return faces.count <= sides.count
            && zip(faces.sorted(by: >), sides.sorted(by: >)).allSatisfy { $0 <= $1 }
    }

    /// Throws if no dice of these sides can meet the needs.
    func check(_ path: String, on sides: [Int]) throws(GameError) {
        switch self {
        case .alike(let counts):
            guard !counts.isEmpty, counts.allSatisfy((1...sides.count).contains) else {
                throw GameError(path, "\"alike\" with a list of counts, such as [3, 2]")
            }
            guard canBeMet(on: sides) else {
                throw GameError(
                    path,
                    "\"alike\" with at most \(sides.count) dice in all and at most as many groups as faces"
                )
            }
        case .straight(let length):
            let lengths = 2...max(sides.count, 2)
            let longest = lengths.last { Self.straight($0).canBeMet(on: sides) }
            guard let longest else {
                throw GameError(path, "no \"straight\", since there is only one die")
            }
            guard (2...longest).contains(length) else {
                throw GameError(path, "\"straight\" with a length from 2 to \(longest)")
            }
        case .faces(let faces):
            guard !faces.isEmpty, faces.allSatisfy({ $0 > 0 }), canBeMet(on: sides) else {
                throw GameError(
                    path,
                    "\"faces\" with at most \(sides.count) faces of the dice"
                )
            }
        }
    }
}

extension Needs: CustomStringConvertible {
    /// A text such as `3 alike, 2 alike`, `4 in a row` or `1 1 5`.
    public var description: String {
        switch self {
        case .alike(let counts): counts.map { "\($0) alike" }.joined(separator: ", ")
        case .straight(let length): "\(length) in a row"
        case .faces(let faces): faces.map(String.init).joined(separator: " ")
        }
    }
}
