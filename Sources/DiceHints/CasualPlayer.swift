import DiceGames

/// A person who plays a sheet game for fun: goes for the box that scores most with the dice on the
/// table, is content with them one time in three, and forgets the bonuses every other time.
struct CasualPlayer {
    let rules: SheetRules
    let sheet: Sheet

    /// Returns the action after a roll; `nil` if no box is open.
    func action(
        _ faces: [Int],
        roll: Int,
        isLast: Bool,
        using generator: inout some RandomNumberGenerator
    ) -> Strategy.Action? {
        let remembersBonus = Bool.random(using: &generator)
        let options = rules.options(faces, roll: roll, at: sheet)
        let aim = options.max { worth($0, remembersBonus) < worth($1, remembersBonus) }
        guard let aim else { return nil }
        let isContent = aim.points > 0 && Int.random(in: 1...3, using: &generator) == 1
        let kept = isLast || isContent ? Array(faces.indices) : dice(for: aim, of: faces)
        return kept.count == faces.count ? .end(aim.box) : .keep(kept)
    }

    /// Returns the points in a box, with its share of a bonus if that is remembered. A box that does
    /// not score is given up, the cheapest first.
    private func worth(_ option: BoxOption, _ remembersBonus: Bool) -> Double {
        let points = Double(option.points)
        guard option.points > 0 else { return -price(of: option.box) }
        guard remembersBonus else { return points }
        for bonus in rules.bonuses {
            if case .sum(let boxes, let minimum) = bonus.cause, boxes.contains(option.box) {
                return points * (1 + Double(bonus.points) / Double(minimum))
            }
        }
        return points
    }

    private func price(of box: String) -> Double {
        switch rules[box]?.points {
        case .fixed(let points)?: Double(points)
        case .sum(.face(let face))?: Double(face)
        case .sum?: 20
        case nil: 0
        }
    }

    /// Returns the dice to keep, by their indices, for this box: all if the hand is complete.
    private func dice(for aim: BoxOption, of faces: [Int]) -> [Int] {
        guard aim.points > 0, let box = rules[aim.box] else { return alike(in: faces) }
        if case .fixed = box.points {
            return Array(faces.indices)
        }
        if let run = run(in: faces) {
            return run
        }
        guard let face = box.face else { return alike(in: faces) }
        return faces.indices.filter { faces[$0] == face }
    }

    /// Returns the dice with the most frequent face, the highest of several.
    private func alike(in faces: [Int]) -> [Int] {
        let face = faces.max { a, b in
            (faces.count { $0 == a }, a) < (faces.count { $0 == b }, b)
        }
        return faces.indices.filter { faces[$0] == face }
    }

    /// Returns one die of each face of a run that lacks at most one face of an open straight; `nil`
    /// if there is none.
    private func run(in faces: [Int]) -> [Int]? {
        let lengths = rules.boxes.compactMap { box -> Int? in
            guard sheet[box.name] == nil, case .straight(let length)? = box.needs else {
                return nil
            }
            return length
        }
        for length in lengths.sorted(by: >) {
            for lowest in Set(faces).sorted(by: >) {
                let run = lowest..<lowest + length
                let dice = run.compactMap { faces.firstIndex(of: $0) }
                if dice.count >= length - 1 {
                    return dice.sorted()
                }
            }
        }
        return nil
    }
}
