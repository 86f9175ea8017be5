package import DiceModel

/// Draws one die in any of the shapes. A die in flight and a locked die are marked by more than
/// their style.
package struct DieDrawing {
    var glyphs: Glyphs
    var motion = Motion.full

    package init(glyphs: Glyphs, motion: Motion = .full) {
        self.glyphs = glyphs
        self.motion = motion
    }

    /// A die's emphasis in addition to its own state: it is selected, a tap on it was ignored, or
    /// the whole table is out of date.
    package struct Emphasis: Hashable {
        var isChosen = false
        var isFaint = false
        var choice: Choice?

        /// The place of a die in a choice of dice to keep.
        package enum Choice: Hashable {
            case kept
            /// It is chosen, and scores nothing with the others.
            case idle
        }

        package init(isChosen: Bool = false, isFaint: Bool = false, choice: Choice? = nil) {
            self.isChosen = isChosen
            self.isFaint = isFaint
            self.choice = choice
        }

        /// Returns the style of a die's label that has `style` without emphasis.
        func style(over style: CellStyle) -> CellStyle {
            if isChosen {
                return .chosen
            }
            return isFaint ? .faint : style
        }
    }

    package func draw(
        _ die: DieState,
        as shape: Shape,
        at place: Rect,
        _ emphasis: Emphasis = Emphasis(),
        in buffer: inout CellBuffer
    ) {
        var shown = ShownDie(die, motion)
        if shown.state == .still {
            switch emphasis.choice {
            case .kept: shown.state = .kept
            case .idle: shown.state = .idle
            case nil: break
            }
        }
        draw(shown, as: shape, at: place, emphasis, in: &buffer)
    }

    func draw(
        _ shown: ShownDie,
        as shape: Shape,
        at place: Rect,
        _ emphasis: Emphasis = Emphasis(),
        in buffer: inout CellBuffer
    ) {
        let label = emphasis.style(over: shown.style)
        let style = emphasis.isFaint ? CellStyle.faint : shown.bodyStyle
        switch shape {
        case .giant, .huge, .large, .box, .compact:
            guard let body = shape.body else { return }
            let hasWord = shown.tableNumber == nil && (!shown.isKept || !shown.marks.isEmpty)
            // A numeral in blocks leaves no space for the kind, and the word is in its place.
            let kind = shown.isPlain || body.pip.isEmpty || hasWord ? "" : " \(shown.kind) "
            let rows = shown.rows(
                in: body,
                glyphs,
                digits: String(shown.sides - 1).count
            )
            drawFrame(shown, rows, kind: kind, style, at: place, in: &buffer)
            if shown.tableNumber != nil {
                return drawCaption(of: shown, place, emphasis, &buffer)
            }
            if hasWord {
                drawWord(shown, row: place.row + place.rows - 1, place, &buffer)
            }
        case .small:
            let number = shown.tableNumber.map(String.init)
            let kind = number != nil || shown.isPlain ? "" : shown.kind
            let row = number == nil ? "" : face(shown)
            drawFrame(
                shown,
                [DieFace.centred(row, in: place.columns - 2)],
                kind: kind,
                style,
                at: place,
                in: &buffer
            )
            guard let number else {
                return drawWord(shown, row: place.row + 1, place, &buffer)
            }
            buffer.write(
                number,
                row: place.row,
                column: place.column + 1,
                style: emphasis.isChosen ? label : style
            )
        case .token:
            buffer.write(
                token(shown),
                row: place.row,
                column: place.column,
                style: label
            )
        case .mark:
            let mark = mark(of: shown)
            let text = face(shown).padded(to: place.columns - 2)
            buffer.write(
                (mark == "]" ? "[" : " ") + text + mark,
                row: place.row,
                column: place.column,
                style: label
            )
        case .digit:
            let text =
                (shown.number ?? "?").padded(to: place.columns - 1) + mark(of: shown)
            buffer.write(text, row: place.row, column: place.column, style: label)
        }
    }

    /// Draws a die of a throw as a word, centered in a row of its body.
    private func drawWord(
        _ die: ShownDie,
        row: Int,
        _ place: Rect,
        _ buffer: inout CellBuffer
    ) {
        let word = glyphs.cut(die.word(glyphs), to: place.columns - 2)
        let column = place.column + max(1, (place.columns - DisplayWidth.of(word)) / 2)
        buffer.write(
            word,
            row: row,
            column: column,
            style: die.isKept ? die.bodyStyle : die.style
        )
    }

    /// Draws rows inside the die's border, with its kind in the bottom edge.
    private func drawFrame(
        _ die: ShownDie,
        _ rows: [String],
        kind: String,
        _ style: CellStyle,
        at place: Rect,
        in buffer: inout CellBuffer
    ) {
        let border = die.border(glyphs)
        let lines =
            [border.top(place.columns)]
            + rows.map { "\(border.vertical)\($0)\(border.vertical)" }
            + [border.bottom(place.columns, with: kind)]
        for (offset, line) in lines.enumerated() {
            buffer.write(
                line,
                row: place.row + offset,
                column: place.column,
                style: style
            )
        }
    }

    /// `12:4`; locked `12:[4]`; in flight `12:4…`
    package func token(_ die: ShownDie) -> String {
        let value = die.number ?? ""
        let atRest = die.marked(value)
        return "\(die.tableNumber ?? 0):" + (die.isRolling ? value + glyphs.inFlight : atRest)
    }

    /// Draws the caption below the body: the die's number and its state in a word.
    private func drawCaption(
        of die: ShownDie,
        _ place: Rect,
        _ emphasis: Emphasis,
        _ buffer: inout CellBuffer
    ) {
        let atRest =
            switch die.state {
            case .locked: ["LOCKED", "lock"]
            case .kept: ["KEEP", "keep"]
            case .idle: ["scores 0", "0"]
            default: [String]()
            }
        let words = die.isRolling ? ["rolling", glyphs.inFlight] : atRest
        let number = String(die.tableNumber ?? 0)
        let texts = words.map { "\(number) \($0)" } + [number]
        let room = place.columns - (emphasis.isChosen ? 1 : 0)
        var text = Array(
            DieFace.centred(
                texts.first { $0.count <= room } ?? texts[texts.count - 1],
                in: place.columns
            )
        )
        if emphasis.isChosen, let last = text.last {
            if text[0] == " " {
                text[0] = glyphs.chosenLeft
            }
            if last == " " {
                text[text.count - 1] = glyphs.chosenRight
            }
        }
        let isBar = die.state == .locked || die.state == .kept
        let style = emphasis.style(over: isBar ? .bar : die.style)
        buffer.write(
            String(text),
            row: place.row + place.rows - 1,
            column: place.column,
            style: style
        )
    }

    /// `⚃` if that character is available, else the number.
    private func face(_ die: ShownDie) -> String {
        guard let value = die.value, die.isPlain,
            glyphs.faces.indices.contains(value - 1)
        else {
            return die.number ?? "?"
        }
        return String(glyphs.faces[value - 1])
    }

    private func mark(of die: ShownDie) -> String {
        let atRest = die.marked("").last.map(String.init) ?? " "
        return die.isRolling ? String(glyphs.inFlight.prefix(1)) : atRest
    }
}
