/// A player's boxes and bonuses in a match.
public struct Sheet: Sendable, Hashable {
    /// The player; `nil` for the shared sheet of a table without players.
    public var player: String?
    /// The filled boxes, in the order of the game.
    public var boxes: [NamedPoints]
    /// The bonuses reached, in the order of the game.
    public var bonuses: [NamedPoints]
    public var total: Int
    /// The number of turns in a row that the player has lost, in a bank game in which each third
    /// costs points; counted anew after it.
    public var busts: Int

    public init(
        player: String? = nil,
        boxes: [NamedPoints] = [],
        bonuses: [NamedPoints] = [],
        total: Int = 0,
        busts: Int = 0
    ) {
        self.player = player
        self.boxes = boxes
        self.bonuses = bonuses
        self.total = total
        self.busts = busts
    }

    /// The points in a box; `nil` if the box is open.
    public subscript(box: String) -> Int? { boxes.first { $0.name == box }?.points }
}

/// Points together with the name of the box or bonus to which they belong.
public struct NamedPoints: Sendable, Hashable {
    public var name: String
    public var points: Int

    public init(_ name: String, _ points: Int) {
        self.name = name
        self.points = points
    }
}

/// A box in which a turn may end.
public struct BoxOption: Sendable, Hashable {
    public var box: String
    /// The points without bonuses.
    public var points: Int
    /// True if, by the joker rule, the dice count as a hand that they do not show, or are forced
    /// into this box.
    public var isJoker: Bool

    public init(_ box: String, _ points: Int, isJoker: Bool = false) {
        self.box = box
        self.points = points
        self.isJoker = isJoker
    }
}

extension SheetRules {
    /// Returns the faces of the dice that form another hand for the joker's box; `nil` if the dice
    /// are not such a hand.
    private func joker(_ hand: Hand, at sheet: Sheet) -> [Int]? {
        guard let joker, sheet[joker.box] != nil, let needs = self[joker.box]?.needs
        else {
            return nil
        }
        return needs.facesMeeting(in: hand)
    }

    /// Returns true if this is the box for the face of such a hand.
    private func isBoxOfFace(_ box: Box, of joker: [Int]?) -> Bool {
        box.face.map { face in joker?.allSatisfy { $0 == face } == true } ?? false
    }

    /// Returns the boxes that these dice may fill, in the order of the sheet.
    ///
    /// - Parameter roll: The number of the roll in the turn, from 1.
    public func options(_ faces: [Int], roll: Int, at sheet: Sheet) -> [BoxOption] {
        let hand = Hand(faces)
        let meeting = self.joker(hand, at: sheet)
        let isJoker = meeting != nil
        let open = boxes.filter { sheet[$0.name] == nil }
        func options(_ boxes: [Box]) -> [BoxOption] {
            boxes.map { box in
                let isHere = isJoker && box.face == nil
                return BoxOption(
                    box.name,
                    box.score(hand, isFirstRoll: roll == 1, isJoker: isHere),
                    isJoker: isJoker && (isHere || joker?.isForced == true)
                )
            }
        }
        guard isJoker, joker?.isForced == true else { return options(open) }
        if let own = open.first(where: { isBoxOfFace($0, of: meeting) }) {
            return options([own])
        }
        let others = open.filter { $0.face == nil }
        return options(others.isEmpty ? open : others)
    }

    /// Fills a box of `options`. Returns the bonuses earned.
    package func fill(_ option: BoxOption, with faces: [Int], in sheet: inout Sheet)
        -> [NamedPoints]
    {
        let meeting = self.joker(Hand(faces), at: sheet)
        let isUpper = self[option.box].map { isBoxOfFace($0, of: meeting) } ?? false
        let before = sheet
        sheet.boxes = boxes.compactMap { box in
            (box.name == option.box ? option.points : before[box.name]).map {
                NamedPoints(box.name, $0)
            }
        }
        var gained: [NamedPoints] = []
        for bonus in bonuses {
            switch bonus.cause {
            case .again(let box):
                if meeting != nil, joker?.box == box, before[box] ?? 0 > 0,
                    isUpper || !bonus.onlyUpper
                {
                    gained.append(NamedPoints(bonus.name, bonus.points))
                }
            case .sum(let boxes, let minimum):
                let reached = [before, sheet].map { sheet in
                    boxes.reduce(0) { $0 + (sheet[$1] ?? 0) } >= minimum
                }
                if reached == [false, true] {
                    gained.append(NamedPoints(bonus.name, bonus.points))
                }
            }
        }
        sheet.bonuses = bonuses.compactMap { bonus in
            let all = (before.bonuses + gained).filter { $0.name == bonus.name }
            return all.isEmpty
                ? nil : NamedPoints(bonus.name, all.reduce(0) { $0 + $1.points })
        }
        sheet.total = (sheet.boxes + sheet.bonuses).reduce(0) { $0 + $1.points }
        return gained
    }
}
