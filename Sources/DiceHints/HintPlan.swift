import DiceGames

/// A game in numeric form, and the position of each state between turns.
///
/// Boxes are indices into the sheet, and sets of boxes are bit masks. A row holds the states that
/// differ only in their sums: it has a set of filled boxes, and a flag for whether the joker's box
/// gives bonuses. A slot is a box together with one number of points that the box can hold.
struct HintPlan: Sendable {
    struct Row: Sendable {
        var filled: Int
        var isRich: Bool
        /// The index of the row's first state, and the number of states in the row.
        var start: Int
        var count: Int
    }
    struct JokerBox: Sendable {
        var box: Int
        var isForced: Bool
        /// The points for each further hand; 0 without such a bonus.
        var again: Int
        /// The points for a further hand that fills the box for its own face.
        var againInOwn: Int
        var hasBonus: Bool { again + againInOwn > 0 }
        /// True for each hand that has the joker.
        var isMet: [Bool]
        /// The boxes that add up one face.
        var faceBoxes: Int
        /// For each hand, the face boxes for which all of its dice count.
        var own: [Int]
    }

    let dice = HintDice()
    let rules: SheetRules
    let rolls: Int
    private(set) var sums: [HintSum] = []
    let joker: JokerBox?
    private(set) var slots: [(box: Int, points: Int)] = []
    /// The slots of each box.
    private(set) var slotsOfBox: [Range<Int>] = []
    /// The slot that a hand fills, at `slotIndex`.
    private(set) var slotOfHand: [Int] = []
    /// True if the first roll of a turn can score differently from later rolls.
    let isFirstRollOther: Bool
    /// The boxes that a sum bonus counts.
    private(set) var summed = 0
    /// The rows by number of open boxes. The states of all rows on one level are contiguous.
    private(set) var levels: [[Row]] = []
    /// The rows at `filled * 2`, plus 1 if the joker's box gives bonuses.
    private var rows: [Row] = []
    private(set) var states = 0
    /// A hash of everything that determines the values.
    private(set) var fingerprint: UInt64 = 0

    var boxes: Int { rules.boxes.count }

    /// The maximum number of states, so that the values of a game fit in 16 MB.
    private static let maximum = 3_990_000

    init(_ game: Game) throws(HintError) {
        let (rules, rolls) = try Self.supported(game)
        let boxes = rules.boxes
        let dice = dice
        self.rules = rules
        self.rolls = rolls
        let hands = HintDice.hands.map { Hand(dice.faces[$0]) }
        isFirstRollOther = boxes.contains { $0.firstRoll != nil }
        joker = rules.joker.flatMap { Self.joker($0, rules, hands) }
        // Scores by the kind of hand: from a later roll, from the first roll, then the same two for
        // a joker's hand.
        let scores = [0, 1, 2, 3].flatMap { kind in
            hands.flatMap { hand in
                boxes.map {
                    $0.score(
                        hand,
                        isFirstRoll: kind & 1 == 1,
                        isJoker: kind & 2 == 2 && $0.face == nil
                    )
                }
            }
        }
        slotOfHand = Array(repeating: 0, count: scores.count)
        for box in boxes.indices {
            let places = stride(from: box, to: scores.count, by: boxes.count)
            let start = slots.count
            slots += Set(places.map { scores[$0] }).sorted().map { (box, $0) }
            slotsOfBox.append(start..<slots.count)
            let slotOf = Dictionary(
                uniqueKeysWithValues: (start..<slots.count).map {
                    (slots[$0].points, $0)
                }
            )
            for place in places {
                slotOfHand[place] = slotOf[scores[place]] ?? 0
            }
        }
        for bonus in rules.bonuses {
            guard case .sum(let names, let minimum) = bonus.cause else { continue }
            let counted = boxes.indices.filter { names.contains(boxes[$0].name) }
            let held = counted.map { slots[slotsOfBox[$0]].map(\.points) }
            guard
                let sum = HintSum(
                    counted,
                    minimum: minimum,
                    points: bonus.points,
                    scores: held
                )
            else { throw .tooLarge }
            sums.append(sum)
        }
        summed = sums.reduce(0) { $1.boxes.reduce($0) { $0 | 1 << $1 } }
        try addRows()
        let jokers =
            joker.map {
                [$0.box, $0.isForced ? 1 : 0, $0.again, $0.againInOwn, $0.faceBoxes]
                    + $0.own
            } ?? []
        let isMet = joker.map { $0.isMet.map { $0 ? 1 : 0 } } ?? []
        let lists =
            [[rolls, boxes.count], scores, jokers, isMet]
            + sums.map { [$0.minimum, $0.points] + $0.boxes }
        fingerprint = hintHash(lists.flatMap { [$0.count] + $0 })
    }

    private mutating func addRows() throws(HintError) {
        let count = 1 << boxes
        rows = Array(
            repeating: Row(filled: 0, isRich: false, start: 0, count: 0),
            count: 2 * count
        )
        // Rows with the same summed boxes are adjacent, because their sums can continue in the same
        // ways.
        let masks = (0..<count).sorted { ($0 & summed, $0) < ($1 & summed, $1) }
        levels = Array(repeating: [], count: boxes + 1)
        for open in 0...boxes {
            for filled in masks where filled.nonzeroBitCount == boxes - open {
                let width = sums.reduce(1) {
                    min($0 * $1.needs[$1.filled(filled)].count, Self.maximum + 1)
                }
                let canBeRich =
                    joker.map { $0.hasBonus && filled >> $0.box & 1 == 1 } ?? false
                for isRich in canBeRich ? [false, true] : [false] {
                    let row = Row(
                        filled: filled,
                        isRich: isRich,
                        start: states,
                        count: width
                    )
                    rows[filled * 2 + (isRich ? 1 : 0)] = row
                    levels[open].append(row)
                    states += width
                    guard states <= Self.maximum else { throw .tooLarge }
                }
            }
        }
    }

    func row(_ filled: Int, isRich: Bool) -> Row {
        rows[filled * 2 + (isRich ? 1 : 0)]
    }

    /// Returns the row that results from filling a box.
    func row(after row: Row, _ slot: (box: Int, points: Int)) -> Row {
        let decides = joker.map { $0.hasBonus && $0.box == slot.box } ?? false
        return self.row(
            row.filled | 1 << slot.box,
            isRich: decides ? slot.points > 0 : row.isRich
        )
    }

    /// Returns the start of a hand's boxes in `slotOfHand`.
    ///
    /// - Parameter hand: the hand's index among the hands.
    func slotIndex(_ hand: Int, isFirstRoll: Bool, isJoker: Bool) -> Int {
        let first = isFirstRoll ? 1 : 0
        let joker = isJoker ? 2 : 0
        return ((first + joker) * HintDice.hands.count + hand) * boxes
    }

    /// Returns the boxes that a joker's hand may fill, by the rules of `SheetRules.options`.
    func jokerBoxes(_ joker: JokerBox, _ hand: Int, filled: Int) -> Int {
        let open = ~filled & (1 << boxes - 1)
        guard joker.isForced else { return open }
        let own = joker.own[hand] & open
        let others = open & ~joker.faceBoxes
        if own != 0 {
            return own & -own
        }
        return others != 0 ? others : open
    }

    private static func joker(_ joker: Joker, _ rules: SheetRules, _ hands: [Hand])
        -> JokerBox?
    {
        guard let box = rules.boxes.firstIndex(where: { $0.name == joker.box }) else {
            return nil
        }
        func boxes(_ isAmong: (Int) -> Bool) -> Int {
            rules.boxes.indices.reduce(0) {
                $0 | (rules.boxes[$1].face.map(isAmong) == true ? 1 << $1 : 0)
            }
        }
        func again(onlyUpper: Bool) -> Int {
            rules.bonuses.filter {
                $0.cause == .again(joker.box) && $0.onlyUpper == onlyUpper
            }
            .reduce(0) {
                $0 + $1.points
            }
        }
        let needs = rules.boxes[box].needs
        return JokerBox(
            box: box,
            isForced: joker.isForced,
            again: again(onlyUpper: false),
            againInOwn: again(onlyUpper: true),
            isMet: hands.map { needs?.isMet(by: $0) == true },
            faceBoxes: boxes { _ in true },
            own: hands.map { hand in
                let joker = needs?.facesMeeting(in: hand)
                return boxes { face in joker?.allSatisfy { $0 == face } == true }
            }
        )
    }

    private static func supported(_ game: Game) throws(HintError) -> (
        SheetRules, rolls: Int
    ) {
        do { try game.check() } catch {
            throw HintError(
                "the game \(game.name) is invalid: at \(error.path), expected \(error.expected)"
            )
        }
        guard case .sheet(let rules) = game.rules else {
            throw HintError(
                "hints need a game with a sheet of boxes; \(game.title) has none"
            )
        }
        let rolls = game.rollsPerTurn ?? 0
        let boxes = rules.boxes
        let reasons = [
            (
                game.dice != [6, 6, 6, 6, 6],
                "with five six-sided dice; \(game.title) has others"
            ),
            (
                !(1...5).contains(rolls),
                "with at most 5 rolls per turn; \(game.title) allows more"
            ),
            (
                boxes.count > 15,
                "with at most 15 boxes; \(game.title) has \(boxes.count)"
            ),
            (
                boxes.contains(where: \.wins),
                "in which no hand wins the match; \(game.title) has one that does"
            ),
        ]
        if let (_, reason) = reasons.first(where: \.0) {
            throw HintError("hints need a game " + reason)
        }
        return (rules, rolls)
    }
}
