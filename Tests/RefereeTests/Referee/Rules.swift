import ProgramTestSupport

/// The scores of dice according to a game document (dice-games(7)).
struct Rules {
    let document: JSON
    /// In a bank game: the faces of each possible set, ascending, and its points.
    private let sets: [(faces: [Int], points: Int)]

    struct Option: Hashable {
        var box: String
        var points: Int
        var isJoker: Bool

        var value: JSON {
            [
                "box": .string(box), "points": JSON(points),
                "joker": isJoker ? true : .null,
            ]
        }
    }

    init(_ document: JSON) {
        self.document = document
        let faces = Array(1...(document["dice"].ints.max() ?? 1))
        sets = document["sets"].array.flatMap { set in
            Self.hands(set["needs"], of: faces).map {
                (faces: $0.sorted(), points: set["points"].int ?? 0)
            }
        }
    }

    var dice: [Int] { document["dice"].ints }
    var rollsPerTurn: Int? { document["rollsPerTurn"].int }
    var isBank: Bool { document["sets"] != .null }
    var boxes: [JSON] { document["boxes"].array }
    private var joker: JSON { document["joker"] }

    func box(_ name: String?) -> JSON? {
        boxes.first { $0["box"].string == name }
    }

    // MARK: Hands

    /// Returns all multisets of faces that meet the needs with no die to spare.
    private static func hands(_ needs: JSON, of faces: [Int]) -> [[Int]] {
        if let length = needs["straight"].int {
            return faces.filter { $0 + length - 1 <= faces.count }.map {
                Array($0..<$0 + length)
            }
        }
        guard needs["alike"] != .null else { return [needs["faces"].ints] }
        return needs["alike"].ints.reduce([[]]) { hands, count in
            hands.flatMap { hand in
                faces.filter { !hand.contains($0) }.map {
                    hand + Array(repeating: $0, count: count)
                }
            }
        }
    }

    /// Returns the dice that remain when these faces are removed, or `nil` if one of the faces is
    /// missing.
    private static func left(of dice: [Int], without faces: [Int]) -> [Int]? {
        var left = dice
        for face in faces {
            guard let index = left.firstIndex(of: face) else { return nil }
            left.remove(at: index)
        }
        return left
    }

    /// Returns the faces of the dice that meet the needs with the largest sum, or `nil` if the dice
    /// do not meet them.
    static func meeting(_ needs: JSON, _ dice: [Int]) -> [Int]? {
        let shown = Set(dice)
        let hands = hands(needs, of: Array(1...(dice.max() ?? 1))).filter {
            shown.isSuperset(of: $0)
        }
        return hands.filter { left(of: dice, without: $0) != nil }.max {
            $0.reduce(0, +) < $1.reduce(0, +)
        }
    }

    // MARK: Sheets

    /// Returns the face of an upper box.
    private static func face(_ box: JSON) -> Int? {
        box["points"]["sum"].int
    }

    /// Returns the faces of a further hand of the joker's box.
    private func furtherHand(_ dice: [Int], _ filled: [String: Int]) -> [Int]? {
        guard let name = joker["box"].string, filled[name] != nil, let box = box(name)
        else {
            return nil
        }
        return Self.meeting(box["needs"], dice)
    }

    private func isOwn(_ box: JSON, _ hand: [Int]?) -> Bool {
        hand.map { Set($0) == [Self.face(box) ?? 0] } ?? false
    }

    func options(_ dice: [Int], isFirst: Bool, _ filled: [String: Int]) -> [Option] {
        let further = furtherHand(dice, filled)
        var open = boxes.filter { filled[$0["box"].string ?? ""] == nil }
        let isForced = further != nil && joker["forced"] != false
        if isForced {
            let lower = open.filter { Self.face($0) == nil }
            if let own = open.first(where: { isOwn($0, further) }) {
                open = [own]
            } else if !lower.isEmpty {
                open = lower
            }
        }
        return open.map { box in
            let stands = further != nil && Self.face(box) == nil
            return Option(
                box: box["box"].string ?? "",
                points: points(box, dice, isFirst, isJoker: stands),
                isJoker: stands || isForced
            )
        }
    }

    private func points(_ box: JSON, _ dice: [Int], _ isFirst: Bool, isJoker: Bool)
        -> Int
    {
        let meeting = box["needs"] == .null ? [] : Self.meeting(box["needs"], dice)
        guard meeting != nil || isJoker else { return 0 }
        if isFirst, meeting != nil, let points = box["firstRoll"].int {
            return points
        }
        if let points = box["points"].int {
            return points
        }
        switch box["points"]["sum"] {
        case "all": return dice.reduce(0, +)
        case "alike": return (meeting ?? dice).reduce(0, +)
        case let face: return dice.filter { $0 == face.int }.reduce(0, +)
        }
    }

    /// Returns true if a hand made with the first roll wins at once in this box.
    func wins(_ box: String, _ dice: [Int], isFirst: Bool) -> Bool {
        guard isFirst, let box = self.box(box), box["wins"].isTrue else { return false }
        return Self.meeting(box["needs"], dice) != nil
    }

    /// Returns the bonuses scored by filling a box.
    func bonuses(
        _ option: Option,
        _ dice: [Int],
        _ filled: [String: Int]
    ) -> [String: Int] {
        var bonuses: [String: Int] = [:]
        let further = furtherHand(dice, filled)
        for bonus in document["bonuses"].array {
            let isReached: Bool
            if let again = bonus["again"].string {
                let fits =
                    !bonus["onlyUpper"].isTrue
                    || box(option.box).map { isOwn($0, further) } == true
                isReached = further != nil && filled[again] ?? 0 > 0 && fits
            } else {
                let of = bonus["of"].strings
                let minimum = bonus["atLeast"].int ?? 0
                let before = of.reduce(0) { $0 + (filled[$1] ?? 0) }
                isReached =
                    before < minimum
                    && before + (of.contains(option.box) ? option.points : 0) >= minimum
            }
            if isReached, let name = bonus["bonus"].string {
                bonuses[name] = bonus["points"].int
            }
        }
        return bonuses
    }

    // MARK: Banks

    /// Returns the maximum points of these dice of one roll, where each die is used in exactly one
    /// set, or `nil` if a die does not fit into any set.
    func maximum(_ dice: [Int]) -> Int? {
        var known: [[Int]: Int?] = [[]: 0]
        func maximum(_ dice: [Int]) -> Int? {
            if let known = known[dice] {
                return known
            }
            // The highest die is in one of the sets.
            var best: Int?
            for set in sets where set.faces.last == dice.last {
                if let left = Self.left(of: dice, without: set.faces),
                    let rest = maximum(left)
                {
                    best = max(best ?? 0, rest + set.points)
                }
            }
            known[dice] = .some(best)
            return best
        }
        return maximum(dice.sorted())
    }

    /// Returns the faces of a set among these dice, or `nil` if no die is in any set.
    func set(among dice: [Int]) -> [Int]? {
        sets.first { Self.left(of: dice, without: $0.faces) != nil }?.faces
    }

    /// Returns true if a player with this total may bank these points.
    func mayBank(_ points: Int, with total: Int) -> Bool {
        let every = document["bankMinimum"].int ?? 0
        return points >= every && (total > 0 || points >= document["minimum"].int ?? 0)
    }
}
