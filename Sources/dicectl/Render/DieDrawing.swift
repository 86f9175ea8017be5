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
        let style = emphasis.isFaint ? .faint : Self.style(of: die)
        let label: Style = emphasis.isChosen ? .chosen : style
        switch shape {
        case .box: drawBox(die, place, style, label, emphasis.isChosen, &buffer)
        case .small: drawSmall(die, place, style, label, &buffer)
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

    private func drawBox(
        _ die: DieState, _ place: Rect, _ style: Style, _ label: Style, _ isChosen: Bool, _ buffer: inout CellBuffer
    ) {
        let (row, column) = (place.row, place.column)
        let edge = String(repeating: glyphs.horizontal, count: DieFace.columns)
        let faces = DieFace.rows(sides: die.sides, value: shown(die), glyphs: glyphs)
        buffer.write("\(glyphs.topLeft)\(edge)\(glyphs.topRight)", row: row, column: column, style: style)
        for (line, face) in faces.enumerated() {
            let text = "\(glyphs.vertical)\(face)\(glyphs.vertical)"
            buffer.write(text, row: row + 1 + line, column: column, style: style)
        }
        buffer.write("\(glyphs.bottomLeft)\(edge)\(glyphs.bottomRight)", row: row + 4, column: column, style: style)
        let mark = die.animating ? " \(glyphs.inFlight)" : die.locked ? " lock" : ""
        let text = DieFace.centred("\(die.die)\(mark)", in: place.columns)
        buffer.write(text, row: row + 5, column: column, style: label)
        if isChosen, text.first == " ", text.last == " " {
            buffer.write(String(glyphs.chosenLeft), row: row + 5, column: column, style: label)
            buffer.write(String(glyphs.chosenRight), row: row + 5, column: column + place.columns - 1, style: label)
        }
    }

    private func drawSmall(
        _ die: DieState, _ place: Rect, _ style: Style, _ label: Style, _ buffer: inout CellBuffer
    ) {
        let (row, column) = (place.row, place.column)
        let inner = place.columns - 2
        buffer.write(edge(glyphs.topLeft, "", glyphs.topRight, inner), row: row, column: column, style: style)
        buffer.write(String(die.die), row: row, column: column + 1, style: label)
        let value = DieFace.centred(face(die), in: inner)
        buffer.write("\(glyphs.vertical)\(value)\(glyphs.vertical)", row: row + 1, column: column, style: style)
        let word = die.animating ? glyphs.inFlight : die.locked ? "lock" : ""
        buffer.write(
            edge(glyphs.bottomLeft, word, glyphs.bottomRight, inner), row: row + 2, column: column, style: style)
    }

    private func edge(_ left: Character, _ word: String, _ right: Character, _ inner: Int) -> String {
        let text = word + String(repeating: glyphs.horizontal, count: max(0, inner - word.count))
        return "\(left)\(text)\(right)"
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
