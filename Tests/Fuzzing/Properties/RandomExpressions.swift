import DiceNotation

/// Random expressions that follow the grammar.
public struct RandomExpressions<Random: RandomNumberGenerator> {
    public var random: Random
    private let size: Size

    public enum Size: Sendable {
        /// Few sides, so that all possible rolls can be tried.
        case small
        case usual
        /// Many sides and dice.
        case large
    }

    public init(_ random: Random, _ size: Size = .usual) {
        self.random = random
        self.size = size
    }

    private var sides: [String] {
        switch size {
        case .small: ["1", "2", "2", "3", "3", "4"]
        case .usual: ["2", "3", "4", "6", "20"]
        case .large: ["2", "6", "100", "1000", "10000", "1000000"]
        }
    }

    /// Returns a text that follows the grammar; only its values may be rejected.
    public mutating func text() -> String {
        let depth = size == .usual ? 3 : 2
        if oneIn(12) {
            return worded(depth)
        }
        let expression = expression(depth: depth)
        return expression + (oneIn(6) ? space() + verdict(depth) : "")
    }

    /// Returns a few dice with several modifiers, each applied to the result of the previous ones:
    /// mainly keeps, with modifiers in between that change or count dice.
    public mutating func chain() -> String {
        var text =
            pick(["2", "2", "3"]) + "d"
            + (oneIn(5) ? faces(Self.numbers) : pick(sides + ["F"]))
        text += oneIn(5) ? "u" : ""
        for _ in 0..<Int.random(in: 2...5, using: &random) {
            switch Int.random(in: 0...5, using: &random) {
            case 0: text += pick(["kh", "kl", "dh", "dl"]) + pick(["1", "1", "2"])
            case 1:
                text +=
                    pick(["k", "d", ">=1x2", "=2x-1", "!o", "!o2"]) + relation()
                    + pick(["1", "2", "3"])
            case 2: text += pick(["min", "max"]) + pick(["1", "2", "3", "5"])
            case 3: text += relation() + pick(["1", "2", "3"])
            default: text += diceModifier(0)
            }
        }
        return text
    }

    private mutating func expression(depth: Int) -> String {
        if depth > 0, oneIn(12) {
            return "\(count(depth))x\(expression(depth: depth - 1))"
        }
        var text = operand(depth)
        while oneIn(3) {
            text +=
                space() + pick(["+", "+", "-", "*", "/", "%", "**"]) + space()
                + operand(depth)
        }
        return text
    }

    private mutating func operand(_ depth: Int) -> String {
        let sign = oneIn(12) ? pick(["-", "+", "--"]) : ""
        let label = oneIn(12) ? pick(["[fire]", "[a b]", "[é]"]) : ""
        let operand =
            switch depth > 0
                ? Int.random(in: 0...9, using: &random)
                : Int.random(in: 0...5, using: &random)
            {
            case 0, 1: number()
            case 2, 3, 4: dice(depth)
            case 5: oneIn(2) ? parameter() : pick(["adv", "dis", "d20adv", "D8 dis"])
            case 6: "(" + expression(depth: depth - 1) + ")"
            case 7:
                pick(["abs", "ceil", "floor", "round", "sqrt"]) + "("
                    + expression(depth: depth - 1)
                    + ")"
            case 8: pick(["min", "max"]) + "(" + list(depth) + ")"
            default: "{" + list(depth) + "}" + groupModifiers(depth)
            }
        return sign + operand + label
    }

    private mutating func list(_ depth: Int) -> String {
        (0...Int.random(in: 0...2, using: &random)).map { _ in
            expression(depth: depth - 1)
        }
        .joined(separator: "," + space())
    }

    private mutating func number() -> String {
        pick(["0", "1", "2", "3", "7", "10", "1.5", "0.25", "0.1"])
    }

    private mutating func parameter() -> String {
        pick(["{n=2}", "{bonus=-1}", "{ half = 0.5 }", "{Bonus=3}"])
    }

    /// Returns a number where an integer is required.
    private mutating func count(_ depth: Int) -> String {
        if depth > 0, oneIn(8) {
            return "(" + expression(depth: depth - 1) + ")"
        }
        if size == .large, oneIn(2) {
            return pick(["10", "99", "300", "1000", "10000"])
        }
        return oneIn(10) ? pick(["{n=2}", "0", "(1+1)"]) : pick(["1", "2", "3", "4"])
    }

    private mutating func dice(_ depth: Int) -> String {
        var text = oneIn(4) ? "" : count(depth)
        text += space() + pick(["d", "d", "D"])
        if oneIn(8) {
            text += faces(Self.numbers)
        } else if oneIn(8) {
            text += pick(size == .small ? ["F", "F", "f.1"] : ["F", "f.1", "%"])
        } else {
            text +=
                oneIn(10) && depth > 0
                ? "(" + expression(depth: depth - 1) + ")" : pick(sides)
        }
        while oneIn(2) {
            text += space() + diceModifier(depth)
        }
        return text
    }

    private mutating func diceModifier(_ depth: Int) -> String {
        switch Int.random(in: 0...9, using: &random) {
        case 0: pick(["!", "!!", "!p"]) + (oneIn(2) ? " " : comparison(depth))
        case 1:
            pick(["!", "!o", "!o2", "!o 3"])
                + (oneIn(2) ? " " : relation() + bound(depth))
        case 2: pick(["r", "ro"]) + (oneIn(3) ? " " : comparison(depth))
        case 3: pick(["u", "uo"])
        case 4: pick(["min", "max"]) + bound(depth)
        case 5: pick(["cs", "cf"]) + (oneIn(2) ? " " : comparison(depth))
        default: modifier(depth)
        }
    }

    private mutating func groupModifiers(_ depth: Int) -> String {
        var text = ""
        while oneIn(2) {
            text += space() + modifier(depth)
        }
        return text
    }

    private mutating func modifier(_ depth: Int) -> String {
        switch Int.random(in: 0...6, using: &random) {
        case 0, 1:
            pick(["k", "kh", "kl", "dh", "dl"]) + (oneIn(3) ? " " : count(depth))
        case 2: relation() + bound(depth)
        case 3: pick(["k", "d"]) + relation() + bound(depth)
        case 4:
            relation() + count(depth) + pick(["x2", "x-1", "x 0", "x3"]) + relation()
                + bound(depth)
        case 5: "f" + comparison(depth)
        default: pick(["s ", "sa", "sd"])
        }
    }

    private mutating func comparison(_ depth: Int) -> String {
        oneIn(3) ? count(depth) : relation() + space() + bound(depth)
    }

    private mutating func relation() -> String {
        pick(["<", "<=", "=", "<>", ">=", ">"])
    }

    private mutating func bound(_ depth: Int) -> String {
        oneIn(6) ? "-" + number() : count(depth)
    }

    private static var numbers: [String] {
        ["", "blank", "0", "1", "1", "2", "3", "-1", "2+1", "7"]
    }
    private static var words: [String] {
        [
            "", "blank", "hit", "hit", "2 hit", "hit+miss", "-miss", "miss", "1",
            "hit-1", "2+⚔️",
            "é", "3miss-3 miss",
        ]
    }

    private mutating func faces(_ choices: [String]) -> String {
        let faces = (0...Int.random(in: 1...3, using: &random)).map { _ in pick(choices)
        }
        return "{" + faces.joined(separator: "," + space()) + "}"
    }

    /// Returns dice with symbols, and operations on them.
    private mutating func worded(_ depth: Int) -> String {
        if depth > 0, oneIn(4) {
            return pick(["2x", "-(", "(", "3x("]).withClosed(worded(depth - 1))
        }
        var text = wordedDice()
        while oneIn(2) {
            text +=
                space() + pick(["+", "+", "-"])
                + (oneIn(4) ? operand(depth) : wordedDice())
        }
        return text
    }

    private mutating func wordedDice() -> String {
        var text = pick(["", "1", "2", "3"]) + "d" + faces(Self.words)
        while oneIn(3) {
            text += space() + pick(["s", "sd", "r<1", "ro>=1", "ro=0", "r<>1"]) + " "
        }
        return text
    }

    /// Returns a target or outcomes.
    private mutating func verdict(_ depth: Int) -> String {
        if oneIn(2) {
            let target =
                oneIn(6) ? "(" + expression(depth: depth - 1) + ")" : bound(depth)
            return "vs "
                + pick(["", "", "+", ">=", "<=", "<", ">", "=", ">= -", "<= +"])
                + target
        }
        var low = Int.random(in: -2...3, using: &random)
        var ranges = oneIn(2) ? ["..\(low): lowest"] : []
        for number in 0...Int.random(in: 0...2, using: &random) {
            low += Int.random(in: 1...2, using: &random)
            let high = low + Int.random(in: 0...2, using: &random)
            var range = "\(low)"
            if low != high {
                range += (low >= 0 && oneIn(3) ? "-" : "..") + "\(high)"
            }
            let words = pick([
                "no. \(number)", "\"a, \\\"\(number)\\\"; b\"", "é \(number)",
            ])
            ranges.append(range + ":" + space() + words)
            low = high
        }
        if oneIn(3) {
            ranges.append("\(low + 1).5..: highest")
        }
        if oneIn(4) {
            // Such a range may overlap the others.
            ranges.append("({n=\(low)}-2)..\(oneIn(2) ? "{n}" : ""): computed")
        }
        ranges.shuffle(using: &random)
        if oneIn(2) {
            ranges.append("else: other")
        }
        return "=> " + ranges.joined(separator: "," + space())
    }

    private mutating func space() -> String {
        oneIn(6) ? " " : ""
    }

    private mutating func oneIn(_ number: Int) -> Bool {
        Int.random(in: 1...number, using: &random) == 1
    }

    private mutating func pick(_ choices: [String]) -> String {
        choices[Int.random(in: choices.indices, using: &random)]
    }
}

extension String {
    /// Returns `2x` and a text, or `-(`, a text and `)`.
    fileprivate func withClosed(_ text: String) -> String {
        self + text + (last == "(" ? ")" : "")
    }
}
