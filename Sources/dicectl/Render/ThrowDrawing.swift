internal import DiceModel

/// Draws the dice of a throw, with a line about it below them.
struct ThrowDrawing {
    var glyphs: Glyphs
    var motion = Motion.full

    private var words: ThrowWords { ThrowWords(glyphs: glyphs) }

    /// As tall as the drawing needs to be, and never taller or wider than `size`.
    func draw(_ thrown: ThrowFrame, in size: Size) -> CellBuffer {
        let (columns, rows) = (max(1, size.columns), max(1, size.rows))
        guard rows > 1 else { return line(thrown, columns: columns) }
        let faces = thrown.faces(motion)
        let room = Size(columns: columns, rows: rows - 1)
        let drawn = boxes(faces, in: room, isSettled: thrown.result != nil) ?? text(faces, in: room)
        var buffer = CellBuffer(width: columns, height: drawn.height + 1)
        buffer.place(drawn, row: 0, column: 0)
        buffer.write(words.caption(of: thrown, columns: columns), row: drawn.height, column: 0, style: .faint)
        return buffer
    }

    /// A throw in one line: in flight the dice, settled all of it, or where that has no room the total.
    func line(_ thrown: ThrowFrame, columns: Int) -> CellBuffer {
        var buffer = CellBuffer(width: columns, height: 1)
        if let result = thrown.result {
            let (head, rest) = words.line(result)
            let parts =
                DisplayWidth.of(head) + DisplayWidth.of(rest) <= columns
                ? [(head, .plain)] + DroppedDice.parts(of: rest)
                : [(words.caption(of: thrown, columns: columns), .plain)]
            var column = 0
            for part in parts { column = buffer.write(part.text, row: 0, column: column, style: part.style) }
            return buffer
        }
        let dice = thrown.faces(motion).map { (text: $0.word(glyphs), style: $0.style) }
        let column = buffer.write(head(of: thrown, before: dice, columns: columns), row: 0, column: 0)
        guard column < columns else { return buffer }
        let room = Size(columns: columns - column, rows: 1)
        let shown = wrapped(dice, room.columns).count > 1 ? first(dice, in: room) : dice
        var next = column
        for word in shown { next = buffer.write(word.text, row: 0, column: next, style: word.style) + 1 }
        return buffer
    }

    /// Who throws what, where that leaves room for all dice; for many it takes a half.
    private func head(of thrown: ThrowFrame, before dice: [Word], columns: Int) -> String {
        let heads = [words.head(thrown), words.caption(of: thrown, columns: columns / 2) + " "]
        let width = dice.reduce(0) { $0 + DisplayWidth.of($1.text) + 1 } - 1
        if let head = heads.first(where: { DisplayWidth.of($0) + width <= columns }) { return head }
        if width <= columns { return "" }
        return heads.first { DisplayWidth.of($0) <= columns / 2 } ?? ""
    }

    // MARK: dice in boxes

    /// Nil where not all have room.
    private func boxes(_ faces: [ThrowFace], in size: Size, isSettled: Bool) -> CellBuffer? {
        // A die in flight may yet get two marks, so that the layout holds still while they roll.
        let widest = faces.map { face in
            max(DisplayWidth.of(face.word(glyphs)), String(face.sides).count + (isSettled ? 0 : 2))
        }.max()
        guard let widest, let body = Shape.box.body else { return nil }
        let kind = faces.map(\.kind.count).max() ?? 0
        let small = max(5, widest + 2, kind + 2)
        let forms = (max(widest, kind) <= body.columns - 2 ? [(body.columns, body.rows + 1)] : []) + [(small, 3)]
        for (index, form) in forms.enumerated() {
            let perRow = (size.columns + 1) / (form.0 + 1)
            guard perRow > 0 else { continue }
            let lines = (faces.count + perRow - 1) / perRow
            guard lines * form.1 <= size.rows else { continue }
            var buffer = CellBuffer(width: size.columns, height: lines * form.1)
            for (number, face) in faces.enumerated() {
                let place = Rect(
                    row: number / perRow * form.1, column: number % perRow * (form.0 + 1), rows: form.1,
                    columns: form.0)
                if index < forms.count - 1 {
                    drawBox(face, body, place, &buffer)
                } else {
                    drawSmall(face, place, &buffer)
                }
            }
            return buffer
        }
        return nil
    }

    /// Pips or a numeral, and the die in a word below.
    private func drawBox(_ face: ThrowFace, _ body: Shape.Body, _ place: Rect, _ buffer: inout CellBuffer) {
        let dieFace = DieFace(body: body, glyphs: glyphs, isRolling: face.isRolling)
        let rows =
            face.hasPips
            ? dieFace.rows(sides: 6, value: face.value)
            : dieFace.numeral(face.number ?? "?", kind: face.kind, digits: 0)
        let border = border(of: face)
        let lines =
            [border.top(body.columns)] + rows.map { "\(border.vertical)\($0)\(border.vertical)" }
            + [border.bottom(body.columns)]
        for (offset, line) in lines.enumerated() {
            buffer.write(line, row: place.row + offset, column: place.column, style: bodyStyle(of: face))
        }
        let word = face.word(glyphs)
        let left = max(0, (place.columns - DisplayWidth.of(word)) / 2)
        buffer.write(word, row: place.row + lines.count, column: place.column + left, style: face.style)
    }

    /// The word in a frame that says the kind of all but six-sided dice.
    private func drawSmall(_ face: ThrowFace, _ place: Rect, _ buffer: inout CellBuffer) {
        let border = border(of: face)
        let (row, column, style) = (place.row, place.column, bodyStyle(of: face))
        let blank = String(repeating: " ", count: place.columns - 2)
        let word = face.word(glyphs)
        let kind = face.sides == 6 && !face.isFate ? "" : face.kind
        buffer.write(border.top(place.columns), row: row, column: column, style: style)
        buffer.write("\(border.vertical)\(blank)\(border.vertical)", row: row + 1, column: column, style: style)
        let left = (place.columns - DisplayWidth.of(word)) / 2
        buffer.write(word, row: row + 1, column: column + max(1, left), style: face.isKept ? style : .dropped)
        buffer.write(border.bottom(place.columns, with: kind), row: row + 2, column: column, style: style)
    }

    private func border(of face: ThrowFace) -> Border { face.isRolling ? glyphs.rolling : glyphs.still }

    private func bodyStyle(of face: ThrowFace) -> Style { face.isRolling ? .rollingBody : face.isKept ? .body : .faint }

    // MARK: dice in words

    /// All of them, else how many show each number, else the first.
    private func text(_ faces: [ThrowFace], in size: Size) -> CellBuffer {
        let all = faces.map { (text: $0.word(glyphs), style: $0.style) }
        var lines = wrapped(all, size.columns)
        if lines.count > size.rows {
            let counts = wrapped(ThrowSummary.counts(of: faces).map { (text: $0, style: .plain) }, size.columns)
            let fits = !counts.isEmpty && counts.count <= size.rows
            lines = fits ? counts : wrapped(first(all, in: size), size.columns)
        }
        var buffer = CellBuffer(width: size.columns, height: min(lines.count, size.rows))
        for (row, line) in lines.prefix(size.rows).enumerated() {
            var column = 0
            for word in line { column = buffer.write(word.text, row: row, column: column, style: word.style) + 1 }
        }
        return buffer
    }

    private typealias Word = (text: String, style: Style)

    private func wrapped(_ words: [Word], _ columns: Int) -> [[Word]] {
        var lines: [[Word]] = []
        var end = columns + 1
        for word in words {
            let width = DisplayWidth.of(word.text)
            if end + 1 + width > columns {
                lines.append([word])
                end = width
            } else {
                lines[lines.count - 1].append(word)
                end += 1 + width
            }
        }
        return lines
    }

    /// As many as have room before how many more there are.
    private func first(_ words: [Word], in size: Size) -> [Word] {
        let more = { (count: Int) in (text: "\(glyphs.ellipsis) \(count) more", style: Style.faint) }
        var (low, high) = (0, words.count)
        while low + 1 < high {
            let middle = (low + high) / 2
            let lines = wrapped(words[..<middle] + [more(words.count - middle)], size.columns)
            if lines.count <= size.rows { low = middle } else { high = middle }
        }
        return words[..<low] + [more(words.count - low)]
    }
}
