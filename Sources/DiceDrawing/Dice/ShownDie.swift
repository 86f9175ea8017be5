package import DiceModel
import DiceNotation

/// A die as drawn: a table's or a throw's.
package struct ShownDie: Hashable {
    enum State: Hashable {
        case still, locked, rolling
        /// Chosen to be locked with the next roll.
        case kept
        /// Chosen, but it scores nothing with the others.
        case idle
        /// A die that does not count.
        case dropped
        /// A die whose value only others may see.
        case hidden
        case critical, fumble
    }

    var sides: Int
    var isFate = false
    /// The width of a custom die's widest face, in columns; `nil` for other dice.
    var room: Int?
    /// The words on the visible face, if it is more than a number.
    var faceText: String?
    /// `nil` for a die in flight whose passing values are not shown.
    var value: Int?
    var state = State.still
    /// The die's flags, one character each.
    var marks = ""
    /// The die's number at the table; `nil` for a die of a throw.
    var tableNumber: Int?

    var isRolling: Bool { state == .rolling }
    var isKept: Bool { state != .dropped }
    /// True for an ordinary d6, whose kind is not labeled.
    var isPlain: Bool { sides == 6 && !isFate && room == nil }

    /// `6`; for a Fate die `+`, `0` or `-`; for a custom die the words.
    var number: String? {
        if let faceText {
            return faceText
        }
        guard let value else { return nil }
        guard isFate, (-1...1).contains(value) else { return String(value) }
        return switch value {
        case 1: "+"
        case -1: "-"
        default: "0"
        }
    }

    /// `6`, `6!`; dropped `(1)`; in flight `4…`; hidden `?`
    func word(_ glyphs: Glyphs) -> String {
        let text = (number ?? (isRolling ? "" : "?")) + marks
        let atRest = isKept ? text : "(\(text))"
        return glyphs.shown(isRolling ? text + glyphs.inFlight : atRest)
    }

    /// Returns the text of a die at rest: `[6]` if it is locked or chosen, `6?` if it is idle.
    func marked(_ text: String) -> String {
        switch state {
        case .locked, .kept: "[\(text)]"
        case .idle: "\(text)?"
        default: text
        }
    }

    var kind: String { isFate ? "dF" : "d\(sides)" }

    /// The style of the die's number and of the words about the die.
    package var style: CellStyle { look.word }
    var bodyStyle: CellStyle { look.body }
    func border(_ glyphs: Glyphs) -> Border {
        glyphs[keyPath: look.border]
    }

    private var look: (word: CellStyle, body: CellStyle, border: KeyPath<Glyphs, Border>) {
        switch state {
        case .still: (.plain, .body, \.still)
        case .locked, .kept: (.locked, .lockedBody, \.locked)
        case .idle: (.red, .red, \.still)
        case .rolling: (.rolling, .rollingBody, \.rolling)
        case .dropped: (.dropped, .faint, \.still)
        case .hidden: (.faint, .faint, \.still)
        case .critical: (.green, .green, \.still)
        case .fumble: (.red, .red, \.still)
        }
    }

    /// Returns the rows inside a body: pips if they fit (an exploded die may have too many), else
    /// the number.
    func rows(in body: Shape.Body, _ glyphs: Glyphs, digits: Int) -> [String] {
        let face = DieFace(body: body, glyphs: glyphs, isRolling: isRolling)
        return isPlain && (1...6).contains(value ?? 1)
            ? face.pips(value)
            : face.numeral(glyphs.shown(number ?? "?"), kind: kind, digits: digits)
    }
}

extension ShownDie {
    package init(_ die: DieState, _ motion: Motion) {
        let atRest: State = die.locked ? .locked : .still
        self.init(
            die,
            value: die.animating && motion == .reduced ? nil : die.value,
            state: die.animating ? .rolling : atRest
        )
        tableNumber = die.die
    }

    /// Shows the face with this number, in this state.
    fileprivate init(_ die: DieState, value: Int?, state: State) {
        self.init(
            sides: die.sides,
            isFate: die.fate == true,
            value: value,
            state: state
        )
        guard let faces = die.faces?.map(Printable.text) else { return }
        room = faces.map { DisplayWidth.of($0) }.max()
        faceText = value.flatMap { faces.indices.contains($0 - 1) ? faces[$0 - 1] : nil }
    }

    /// - Parameter isCheck: true if it is the only d20 that counts.
    init(_ die: ThrowDie, isCheck: Bool) {
        let isHidden = die.hidden == true
        let flags = DieFlags(words: die.flags)
        let state: State =
            isHidden
            ? .hidden
            : !die.kept
                ? .dropped
                : flags.contains(.critical) || isCheck && die.value == 20
                    ? .critical
                    : flags.contains(.fumble) || isCheck && die.value == 1
                        ? .fumble : .still
        self.init(
            sides: die.sides,
            isFate: die.fate == true,
            value: isHidden ? nil : die.value,
            state: state,
            marks: flags.marks
        )
        guard !isHidden, let face = die.face else { return }
        room = DisplayWidth.of(Printable.text(face))
        faceText = die.symbolText.map(Printable.text)
    }
}

extension ThrowResult {
    /// The only d20 that counts, if there is exactly one.
    fileprivate var onlyD20: ThrowDie? {
        let all = dice.filter {
            $0.kept && $0.sides == 20 && $0.face == nil && $0.hidden != true
        }
        return all.count == 1 ? all.first : nil
    }

    /// `natural 20`, `natural 1`, `critical` or `fumble`, and whether that is good; otherwise
    /// `nil`.
    var critical: (word: String, isGood: Bool)? {
        if let value = onlyD20?.value, value == 20 || value == 1 {
            return ("natural \(value)", value == 20)
        }
        let flags = dice.filter(\.kept).map { DieFlags(words: $0.flags) }
        if flags.contains(where: { $0.contains(.critical) }) {
            return ("critical", true)
        }
        return flags.contains { $0.contains(.fumble) } ? ("fumble", false) : nil
    }
}

extension ThrowFrame {
    /// Returns the dice of the throw, or those of its result if there is one.
    func faces(_ motion: Motion) -> [ShownDie] {
        if let result {
            let onlyD20 = result.onlyD20
            return result.dice.map { die in
                var shown = ShownDie(die, isCheck: die == onlyD20)
                // The die keeps the width that it had in flight.
                if die.face != nil,
                    let faces = dice.first(where: { $0.die == die.die })?.faces
                {
                    shown.room = faces.map { DisplayWidth.of(Printable.text($0)) }.max()
                }
                return shown
            }
        }
        return dice.map { die in
            let isHidden = die.hidden == true
            let atRest: ShownDie.State = isHidden ? .hidden : .still
            return ShownDie(
                die,
                value: isHidden || die.animating && motion == .reduced
                    ? nil : die.value,
                state: die.animating ? .rolling : atRest
            )
        }
    }

    /// Applies the changed dice and the result.
    package mutating func merge(_ frame: ThrowFrame) {
        var dice = dice
        for var die in frame.dice {
            if let other = die.facesOf {
                die.faces = Self.faces(of: other, among: frame.dice, dice)
            }
            // In a secret throw a die may arrive before one with a lower number.
            let place = dice.lastIndex { $0.die <= die.die }
            if let place, dice[place].die == die.die {
                let faces = dice[place].faces
                dice[place] = die
                // Only the die's first notification has its faces.
                dice[place].faces = die.faces ?? faces
            } else {
                dice.insert(die, at: place.map { $0 + 1 } ?? 0)
            }
        }
        self = frame
        self.dice = dice
    }

    /// Returns the faces of another die of the throw, from this notification or an earlier one.
    private static func faces(
        of number: Int,
        among new: [DieState],
        _ known: [DieState]
    )
        -> [String]?
    {
        (new.first { $0.die == number } ?? known.first { $0.die == number })?.faces
            ?? known.first { $0.die == number }?.faces
    }

    /// Creates a throw of which only the result is known.
    package init(_ result: ThrowResult) {
        self.init(
            table: result.table,
            revision: 1,
            number: result.number,
            by: result.by,
            expression: result.expression,
            label: result.label,
            saved: result.saved,
            values: result.values,
            group: result.group,
            rolling: false,
            dice: [],
            result: result
        )
    }
}
