/// The size of a throw's dice as JSON, summed up term by term.
struct DiceExtent {
    /// The bytes of the dice, the faces and the draws, if every term has its maximum number of
    /// dice.
    private var dice = 0
    private var draws = 0
    private var text = 0
    /// The maximum bytes that a single die takes in each of these parts.
    private var largestDie = 0
    private var largestDraw = 0

    var size: ThrowSize {
        // All terms together have at most as many dice as a throw may have.
        let maximum = NotationLimits.throwDice
        return ThrowSize(
            result: min(dice, maximum * largestDie),
            text: text,
            draws: min(draws, maximum * largestDraw)
        )
    }

    mutating func addText(_ bytes: Int, times: Int) {
        text = min(text + bytes * times, 2 * NotationLimits.text)
    }

    /// - Parameter dice: the maximum number of the term's dice in all rounds together.
    mutating func add(_ term: DiceTerm, dice count: Int) {
        let count = min(count, NotationLimits.throwDice)
        let die = term.dieBytes
        let draw = 2 * ("\(term.faces)".utf8.count + 1)
        dice += count * die
        draws += count * draw
        largestDie = max(largestDie, die)
        largestDraw = max(largestDraw, draw)
        addText(term.textBytes, times: count)
    }
}

extension DiceTerm {
    /// The maximum bytes of a die among the dice of a result, plus the bytes of the die's face.
    fileprivate var dieBytes: Int {
        let digits = "\(faces)".utf8.count
        // {"die":1000,"sides":6,"value":4,"kept":false,"flags":[]},
        var bytes = 55 + digits + valueDigits
        for modifier in modifiers {
            bytes += modifier.flagBytes
        }
        switch sides {
        case .number: break
        case .fate: bytes += #""fate":true,"#.utf8.count
        case .custom: bytes += #""face":"","#.utf8.count + longestFace
        }
        return bytes + digits + 1
    }

    /// The maximum bytes of a die in the text.
    fileprivate var textBytes: Int {
        // `[`, a blank, two parentheses, a mark for each flag, and the count.
        12 + valueDigits + (longestFace > 0 ? longestFace + 2 : 0)
    }

    /// The digits of a die's value, which may be the sum of many faces.
    private var valueDigits: Int {
        let gathers = modifiers.contains {
            if case .explode = $0 { true } else { false }
        }
        let bounds = modifiers.compactMap {
            if case .clamp(_, let bound) = $0 {
                bound.magnitude
            } else {
                nil
            }
        }
        return "\(max(faces, bounds.max() ?? 0))".utf8.count + (gathers ? 5 : 1)
    }

    private var longestFace: Int {
        guard case .custom(let faces) = sides else { return 0 }
        return faces.map(\.description.utf8.count).max() ?? 0
    }
}

extension Modifier {
    /// The bytes of the flags that the modifier may set on a die, with quotes and commas.
    fileprivate var flagBytes: Int {
        let flags: DieFlags =
            switch self {
            case .explode: .exploded
            case .reroll, .unique: .rerolled
            case .clamp: .clamped
            case .success, .weight: .success
            case .failure: .failure
            case .critical: .critical
            case .fumble: .fumble
            case .keep, .filter, .sort: []
            }
        return flags.names.reduce(0) { $0 + $1.utf8.count + 3 }
    }
}

extension Expression {
    /// The bytes of the totals, their outcomes and the symbols.
    fileprivate var verdict: (rounds: Int, bytes: Int, text: Int) {
        switch kind {
        case .check(let body, _, let target):
            // {"target":15,"compare":">=","made":false,"margin":-3},
            (
                body.rounds, 52 + 2 * max(body.numberBytes, target.numberBytes),
                24 + 2 * target.numberBytes
            )
        case .outcomes(let body, let outcomes):
            // Quotes and backslashes are escaped.
            (
                body.rounds, 3 + (outcomes.map(\.label.escapedBytes).max() ?? 0),
                outcomes.map(\.label.utf8.count).max() ?? 0
            )
        default: (rounds, 0, 0)
        }
    }

    var verdictExtent: (result: Int, text: Int) {
        let verdict = verdict
        var words = 0
        for word in Set(self.symbolNames) {
            words += word.utf8.count + 24
        }
        let rounds = verdict.rounds * (rolled.numberBytes + 1 + verdict.bytes)
        return (
            40 + rounds + words,
            min(
                verdict.rounds * (rolled.numberBytes + 6 + verdict.text) + words
                    + Evaluation.noDice.utf8.count,
                2 * NotationLimits.text
            )
        )
    }

    /// The maximum number of rounds of a repeat; 1 for any other expression.
    private var rounds: Int {
        guard case .repeated(let count, _) = kind else { return 1 }
        return min(count.magnitude, NotationLimits.repeats)
    }

    /// The maximum bytes of the value as a JSON number.
    fileprivate var numberBytes: Int {
        isWhole && magnitude < Expression.unknown ? "\(magnitude)".utf8.count + 1 : 24
    }

    /// True if the value is always a whole number.
    private var isWhole: Bool {
        switch kind {
        case .number(let value): value.denominator == 1
        case .parameter(let parameter): parameter.standard?.denominator == 1
        case .negated(let inner): inner.isWhole
        case .binary(let name, let one, let other):
            [.add, .subtract, .multiply].contains(name) && one.isWhole && other.isWhole
        case .repeated(_, let body), .check(let body, _, _), .outcomes(let body, _):
            body.isWhole
        case .group(let members, _): members.allSatisfy(\.isWhole)
        case .dice: true
        case .call: false
        }
    }

    /// The bytes of JSON for the distinct face lists of the expression's custom dice.
    var faceListBytes: Int {
        var lists: Set<[Face]> = []
        collectFaceLists(in: &lists)
        return lists.reduce(0) { bytes, faces in
            faces.reduce(bytes + 1) { $0 + $1.description.utf8.count + 3 }
        }
    }

    private func collectFaceLists(in lists: inout Set<[Face]>) {
        if case .dice(let term) = kind, case .custom(let faces) = term.sides {
            lists.insert(faces)
        }
        for part in parts {
            part.collectFaceLists(in: &lists)
        }
    }
}

extension String {
    /// The bytes of the text in JSON. Only quotes and backslashes need escapes here.
    fileprivate var escapedBytes: Int {
        utf8.count + utf8.count { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
    }
}
