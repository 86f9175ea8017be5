internal import DiceModel

/// Draws one die in any of the shapes. A die in flight and a locked die differ by a mark besides their style.
struct DieDrawing {
    var glyphs: Glyphs
    var motion = Motion.full

    /// How the die stands out besides its own state.
    struct Emphasis: Hashable {
        /// The keys act on it.
        var isChosen = false
        /// A tap on it was ignored, or all of it is old.
        var isFaint = false
    }

    func draw(
        _ die: DieState, as shape: Shape, at place: Rect, _ emphasis: Emphasis = Emphasis(), in buffer: inout CellBuffer
    ) {
        let label: Style = emphasis.isChosen ? .chosen : emphasis.isFaint ? .faint : Self.style(of: die)
        switch shape {
        case .giant, .huge, .large, .box, .compact: drawBody(die, shape, place, emphasis, &buffer)
        case .small: drawSmall(die, place, emphasis, label, &buffer)
        case .token: buffer.write(token(die), row: place.row, column: place.column, style: label)
        case .mark: drawLine(bracketed(face(die), die, place.columns), place, label, &buffer)
        case .digit:
            let value = shown(die).map(String.init) ?? "?"
            let text = padded(value, to: place.columns - 1) + mark(of: die)
            drawLine(text, place, label, &buffer)
        }
    }

    static func style(of die: DieState) -> Style {
        die.animating ? .rolling : die.locked ? .locked : .plain
    }

    /// `12:4`, locked `12:[4]`, in flight `12:4…`
    func token(_ die: DieState) -> String {
        let value = shown(die).map(String.init) ?? ""
        if die.animating { return "\(die.die):\(value)\(glyphs.inFlight)" }
        return die.locked ? "\(die.die):[\(value)]" : "\(die.die):\(value)"
    }

    /// Nothing where a die in flight is to keep quiet.
    private func shown(_ die: DieState) -> Int? { die.animating && motion == .reduced ? nil : die.value }

    /// The body, and below it the die's number and its state in a word.
    private func drawBody(
        _ die: DieState, _ shape: Shape, _ place: Rect, _ emphasis: Emphasis, _ buffer: inout CellBuffer
    ) {
        guard let body = shape.body else { return }
        let face = DieFace(body: body, glyphs: glyphs, isRolling: die.animating)
        let border = border(of: die)
        // A numeral in blocks leaves no room for the kind.
        let kind = die.sides == 6 || body.pip.isEmpty ? "" : " d\(die.sides) "
        let inner = face.rows(sides: die.sides, value: shown(die)).map { "\(border.vertical)\($0)\(border.vertical)" }
        let lines = [border.top(body.columns)] + inner + [border.bottom(body.columns, with: kind)]
        let style = emphasis.isFaint ? .faint : bodyStyle(of: die)
        for (offset, line) in lines.enumerated() {
            buffer.write(line, row: place.row + offset, column: place.column, style: style)
        }
        drawCaption(of: die, place, emphasis, &buffer)
    }

    private func drawCaption(
        of die: DieState, _ place: Rect, _ emphasis: Emphasis, _ buffer: inout CellBuffer
    ) {
        let words = die.animating ? ["rolling", glyphs.inFlight] : die.locked ? ["LOCKED", "lock"] : []
        let texts = words.map { "\(die.die) \($0)" } + [String(die.die)]
        let room = place.columns - (emphasis.isChosen ? 1 : 0)
        var text = Array(DieFace.centred(texts.first { $0.count <= room } ?? texts[texts.count - 1], in: place.columns))
        if emphasis.isChosen, let last = text.last {
            if text[0] == " " { text[0] = glyphs.chosenLeft }
            if last == " " { text[text.count - 1] = glyphs.chosenRight }
        }
        let own: Style = die.locked ? .bar : Self.style(of: die)
        let style: Style = emphasis.isChosen ? .chosen : emphasis.isFaint ? .faint : own
        buffer.write(String(text), row: place.row + place.rows - 1, column: place.column, style: style)
    }

    private func drawSmall(
        _ die: DieState, _ place: Rect, _ emphasis: Emphasis, _ label: Style, _ buffer: inout CellBuffer
    ) {
        let (row, column, border) = (place.row, place.column, border(of: die))
        let style = emphasis.isFaint ? .faint : bodyStyle(of: die)
        let value = DieFace.centred(face(die), in: place.columns - 2)
        buffer.write(border.top(place.columns), row: row, column: column, style: style)
        buffer.write("\(border.vertical)\(value)\(border.vertical)", row: row + 1, column: column, style: style)
        buffer.write(border.bottom(place.columns), row: row + 2, column: column, style: style)
        buffer.write(String(die.die), row: row, column: column + 1, style: emphasis.isChosen ? label : style)
    }

    private func border(of die: DieState) -> Border {
        die.animating ? glyphs.rolling : die.locked ? glyphs.locked : glyphs.still
    }

    private func bodyStyle(of die: DieState) -> Style {
        die.animating ? .rollingBody : die.locked ? .lockedBody : .body
    }

    private func drawLine(_ text: String, _ place: Rect, _ style: Style, _ buffer: inout CellBuffer) {
        buffer.write(text, row: place.row, column: place.column, style: style)
    }

    /// `⚃` where there is such a character, else the number.
    private func face(_ die: DieState) -> String {
        guard let value = shown(die) else { return "?" }
        guard die.sides == 6, glyphs.faces.indices.contains(value - 1) else { return String(value) }
        return String(glyphs.faces[value - 1])
    }

    private func bracketed(_ text: String, _ die: DieState, _ columns: Int) -> String {
        let marks = die.animating ? (" ", mark(of: die)) : die.locked ? ("[", "]") : (" ", " ")
        return marks.0 + padded(text, to: columns - 2) + marks.1
    }

    private func mark(of die: DieState) -> String {
        die.animating ? String(glyphs.inFlight.prefix(1)) : die.locked ? "]" : " "
    }

    private func padded(_ text: String, to columns: Int) -> String {
        String(repeating: " ", count: max(0, columns - text.count)) + text
    }
}
