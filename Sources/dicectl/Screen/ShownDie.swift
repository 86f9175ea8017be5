internal import DiceModel
internal import DiceNotation

/// A die as it is drawn: one of the table, or one of a throw.
struct ShownDie: Hashable {
    enum State: Hashable {
        case still, locked, rolling
        /// It does not count.
        case dropped
        /// Its value is told to others alone.
        case hidden
    }

    var sides: Int
    var isFate = false
    /// Nil for a die in flight whose passing values are not shown.
    var value: Int?
    var state = State.still
    /// What has become of it, a character each.
    var marks = ""

    var isRolling: Bool { state == .rolling }
    var isKept: Bool { state != .dropped }

    /// `6`; of a Fate die `+`, `0` or `-`.
    var number: String? {
        guard let value else { return nil }
        guard isFate, (-1...1).contains(value) else { return String(value) }
        return value > 0 ? "+" : value < 0 ? "-" : "0"
    }

    /// `6`, `6!`, dropped `(1)`, in flight `4…`, hidden `?`
    func word(_ glyphs: Glyphs) -> String {
        let text = (number ?? (isRolling ? "" : "?")) + marks
        return isRolling ? text + glyphs.inFlight : isKept ? text : "(\(text))"
    }

    var kind: String { isFate ? "dF" : "d\(sides)" }

    /// The style of its number and of words about it.
    var style: CellStyle { look.word }
    var bodyStyle: CellStyle { look.body }
    func border(_ glyphs: Glyphs) -> Border { glyphs[keyPath: look.border] }

    private var look: (word: CellStyle, body: CellStyle, border: KeyPath<Glyphs, Border>) {
        switch state {
        case .still: (.plain, .body, \.still)
        case .locked: (.locked, .lockedBody, \.locked)
        case .rolling: (.rolling, .rollingBody, \.rolling)
        case .dropped: (.dropped, .faint, \.still)
        case .hidden: (.faint, .faint, \.still)
        }
    }

    /// The rows inside a body: pips, of which an exploded die may have too many, else the number.
    func rows(in body: Shape.Body, _ glyphs: Glyphs, digits: Int) -> [String] {
        let face = DieFace(body: body, glyphs: glyphs, isRolling: isRolling)
        return sides == 6 && !isFate && (1...6).contains(value ?? 1)
            ? face.pips(value) : face.numeral(number ?? "?", kind: kind, digits: digits)
    }
}

extension ShownDie {
    init(_ die: DieState, _ motion: Motion) {
        self.init(
            sides: die.sides, value: die.animating && motion == .reduced ? nil : die.value,
            state: die.animating ? .rolling : die.locked ? .locked : .still)
    }
}

extension ThrowFrame {
    /// The dice of the throw, or of its result once it is there.
    func faces(_ motion: Motion) -> [ShownDie] {
        if let result {
            return result.dice.map { die in
                let isHidden = die.hidden == true
                return ShownDie(
                    sides: die.sides, isFate: die.fate == true, value: isHidden ? nil : die.value,
                    state: isHidden ? .hidden : die.kept ? .still : .dropped, marks: DieFlags(words: die.flags).marks)
            }
        }
        return dice.map { die in
            let isHidden = die.hidden == true
            return ShownDie(
                sides: die.sides, isFate: die.fate == true,
                value: isHidden || die.animating && motion == .reduced ? nil : die.value,
                state: die.animating ? .rolling : isHidden ? .hidden : .still)
        }
    }

    /// Takes in the dice that have changed, and the result.
    mutating func merge(_ frame: ThrowFrame) {
        var dice = dice
        for die in frame.dice {
            // Of a secret throw a die may come before one with a lower number.
            let place = dice.lastIndex { $0.die <= die.die }
            if let place, dice[place].die == die.die {
                dice[place] = die
            } else {
                dice.insert(die, at: place.map { $0 + 1 } ?? 0)
            }
        }
        self = frame
        self.dice = dice
    }

    /// A throw of which only the result is known.
    init(_ result: ThrowResult) {
        self.init(
            table: result.table, revision: 1, number: result.number, by: result.by, expression: result.expression,
            label: result.label, rolling: false, dice: [], result: result)
    }
}
