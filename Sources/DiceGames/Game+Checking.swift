/// An error in a game and its location in the document.
public struct GameError: Error, Sendable, Hashable {
    /// A path such as `boxes[3].needs`; empty for the whole document.
    public var path: String
    /// A description of a valid value.
    public var expected: String

    public init(_ path: String, _ expected: String) {
        self.path = path
        self.expected = expected
    }
}

extension Game {
    /// The permitted numbers of dice in a sheet game and in a bank game. With more dice, the search
    /// for the best sets would take too long.
    static let dice = (sheet: 1...20, bank: 1...8)
    static let sides = 2...100
    static let rolls = 1...100
    /// The maximum number of rolls of any turn.
    public static let rollsOfBank = 1_000
    static let boxes = 1...40
    static let sets = 1...64
    /// The points of a box, a bonus or a set.
    public static let points = 0...1_000_000
    /// The points that lost turns cost.
    public static let losses = -1_000_000 ... -1

    /// Throws the first error in the order of the document.
    public func check() throws(GameError) {
        try Self.check(
            name,
            "name",
            Self.isName,
            "at most 32 lower-case letters, digits and hyphens"
        )
        let range = sheet == nil ? Self.dice.bank : Self.dice.sheet
        try Self.check(
            dice,
            "dice",
            { range.contains($0.count) && $0.allSatisfy(Self.sides.contains) },
            "\(Self.text(range)) dice of \(Self.text(Self.sides)) sides"
        )
        if let rollsPerTurn {
            try Self.check(rollsPerTurn, "rollsPerTurn", in: Self.rolls)
        }
        switch rules {
        case .sheet(let rules): try check(rules)
        case .bank(let rules): try check(rules)
        }
        try checkWords()
    }

    /// Throws if a turn of a new match could reach a state in which the player can neither roll nor
    /// bank. A match in progress continues anyway.
    public func checkWayOut() throws(GameError) {
        guard let bank else { return }
        try Self.check(
            rollsPerTurn,
            "rollsPerTurn",
            { $0 == nil },
            "no member \"rollsPerTurn\", since bank games do not limit rolls"
        )
        let minima = [("minimum", bank.minimum), ("bankMinimum", bank.bankMinimum)]
        let maximum = bank.maximum(
            of: dice,
            rolls: Self.rollsOfBank,
            enough: max(bank.minimum, bank.bankMinimum)
        )
        for (name, minimum) in minima {
            try Self.check(
                minimum,
                name,
                { $0 <= maximum },
                "at most \(maximum), the most that a turn can score"
            )
        }
    }

    private func check(_ rules: SheetRules) throws(GameError) {
        try Self.check(
            rules.boxes.count,
            "boxes",
            Self.boxes.contains,
            "\(Self.text(Self.boxes)) boxes"
        )
        var names: Set<String> = []
        for (index, box) in rules.boxes.enumerated() {
            let path = "boxes[\(index)]"
            try Self.check(
                box.name,
                path + ".box",
                Self.isWord,
                "at most 32 letters and digits, such as \"fullHouse\""
            )
            try Self.check(
                names.insert(box.name).inserted,
                path + ".box",
                \.self,
                "a box name used only once"
            )
            if let needs = box.needs {
                try needs.check(path + ".needs", on: dice)
            }
            switch box.points {
            case .fixed(let points):
                try Self.check(points, path + ".points", in: Self.points)
            case .sum(.face(let face)):
                try Self.check(
                    face,
                    path + ".points.sum",
                    { face in dice.contains { (1...$0).contains(face) } },
                    "a face of one of the dice"
                )
            case .sum(.alike):
                try Self.check(
                    box.needs,
                    path + ".needs",
                    { $0 != nil },
                    "a member \"needs\", since matching dice are added up"
                )
            case .sum(.all): break
            }
            if let points = box.firstRoll {
                try Self.check(points, path + ".firstRoll", in: Self.points)
            }
            let isHand = box.needs != nil || (box.firstRoll == nil && !box.wins)
            try Self.check(
                isHand,
                path + ".needs",
                \.self,
                "a member \"needs\" for the first-roll hand"
            )
        }
        names = []
        try Self.check(
            rules.bonuses.count,
            "bonuses",
            (0...10).contains,
            "at most 10 bonuses"
        )
        for (index, bonus) in rules.bonuses.enumerated() {
            let path = "bonuses[\(index)]"
            try Self.check(
                bonus.name,
                path + ".bonus",
                Self.isWord,
                "at most 32 letters and digits, such as \"upper\""
            )
            try Self.check(
                names.insert(bonus.name).inserted,
                path + ".bonus",
                \.self,
                "a bonus name used only once"
            )
            try Self.check(bonus.points, path + ".points", in: Self.points)
            switch bonus.cause {
            case .sum(let boxes, let minimum):
                try Self.check(
                    boxes,
                    path + ".of",
                    {
                        !$0.isEmpty && Set($0).count == $0.count
                            && $0.allSatisfy { rules[$0] != nil }
                    },
                    "distinct names of boxes"
                )
                try Self.check(minimum, path + ".atLeast", in: 1...Self.points.upperBound)
                try Self.check(
                    !bonus.onlyUpper,
                    path + ".onlyUpper",
                    \.self,
                    "false, since the bonus has no \"again\""
                )
            case .again(let box):
                try Self.check(
                    box,
                    path + ".again",
                    { $0 == rules.joker?.box },
                    "the box named by \"joker\""
                )
            }
        }
        if let joker = rules.joker {
            try Self.check(
                rules[joker.box]?.needs,
                "joker.box",
                { $0 != nil },
                "the name of a box that has \"needs\""
            )
        }
    }

    private func check(_ rules: BankRules) throws(GameError) {
        try Self.check(
            rules.sets.count,
            "sets",
            Self.sets.contains,
            "\(Self.text(Self.sets)) sets"
        )
        for (index, set) in rules.sets.enumerated() {
            try set.needs.check("sets[\(index)].needs", on: dice)
            try Self.check(
                set.points,
                "sets[\(index)].points",
                in: 1...Self.points.upperBound
            )
        }
        try Self.check(rules.target, "target", in: 1...Self.points.upperBound)
        try Self.check(rules.minimum, "minimum", in: 0...rules.target)
        try Self.check(rules.bankMinimum, "bankMinimum", in: 0...rules.target)
        if let threeBusts = rules.threeBusts {
            try Self.check(threeBusts, "threeBusts", in: Self.losses)
        }
    }

    private static func check<Value>(
        _ value: Value,
        _ path: String,
        _ isRight: (Value) -> Bool,
        _ expected: String
    ) throws(GameError) {
        guard isRight(value) else { throw GameError(path, expected) }
    }

    private static func check(_ number: Int, _ path: String, in range: ClosedRange<Int>)
        throws(GameError)
    {
        try check(number, path, range.contains, "a whole number from \(text(range))")
    }

    private static func text(_ range: ClosedRange<Int>) -> String {
        "\(range.lowerBound) to \(range.upperBound)"
    }

    /// Returns true if `text` is a valid name for a game.
    public static func isName(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count) && text.utf8.first.map(isLower) == true
            && text.utf8.allSatisfy {
                isLower($0) || isDigit($0) || $0 == UInt8(ascii: "-")
            }
    }

    private static func isWord(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count) && text.utf8.first.map(isDigit) == false
            && text.utf8.allSatisfy { isLower($0 | 0x20) || isDigit($0) }
    }

    static func isLower(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }
    static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
