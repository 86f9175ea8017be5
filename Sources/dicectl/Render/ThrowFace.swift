internal import DiceModel
internal import DiceNotation

/// A die of a throw as it is drawn.
struct ThrowFace: Hashable {
    var sides: Int
    var isFate = false
    /// Nil where a die in flight is to keep quiet.
    var value: Int?
    var isRolling = false
    var isKept = true
    /// What has become of it, a character each.
    var marks = ""

    /// `6`; of a Fate die `+`, `0` or `-`.
    var number: String? {
        guard let value else { return nil }
        guard isFate, (-1...1).contains(value) else { return String(value) }
        return value > 0 ? "+" : value < 0 ? "-" : "0"
    }

    /// `6`, `6!`, dropped `(1)`, in flight `4…`
    func word(_ glyphs: Glyphs) -> String {
        let text = (number ?? "") + marks
        return isRolling ? text + glyphs.inFlight : isKept ? text : "(\(text))"
    }

    var style: Style { isRolling ? .rolling : isKept ? .plain : .dropped }

    var kind: String { isFate ? "dF" : "d\(sides)" }

    /// Whether pips can show it, of which an exploded die may have too many.
    var hasPips: Bool { sides == 6 && !isFate && (1...6).contains(value ?? 1) }
}

extension ThrowFrame {
    /// Its dice, those of the result once that is there.
    func faces(_ motion: Motion) -> [ThrowFace] {
        if let result {
            return result.dice.map { die in
                ThrowFace(
                    sides: die.sides, isFate: die.fate == true, value: die.value, isKept: die.kept,
                    marks: DieFlags(words: die.flags).marks)
            }
        }
        return dice.map { die in
            ThrowFace(
                sides: die.sides, isFate: die.fate == true,
                value: die.animating && motion == .reduced ? nil : die.value, isRolling: die.animating)
        }
    }

    /// Takes in the dice that have changed, and the result.
    mutating func merge(_ frame: ThrowFrame) {
        var dice = dice
        for die in frame.dice {
            if dice.indices.contains(die.die - 1) {
                dice[die.die - 1] = die
            } else if die.die == dice.count + 1 {
                dice.append(die)
            }
        }
        self = frame
        self.dice = dice
    }

    /// A throw of which nothing but its result is known.
    init(_ result: ThrowResult) {
        self.init(
            table: result.table, revision: 1, number: result.number, by: result.by, expression: result.expression,
            label: result.label, rolling: false, dice: [], result: result)
    }
}
