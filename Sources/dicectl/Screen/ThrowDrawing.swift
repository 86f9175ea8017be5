internal import DiceModel

/// Draws the dice of a throw, with a line about it below them.
struct ThrowDrawing {
    var glyphs: Glyphs
    var motion = Motion.full

    private var words: ThrowWords { ThrowWords(glyphs: glyphs) }
    private var drawing: DieDrawing { DieDrawing(glyphs: glyphs) }

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

    /// A throw in one line: in flight the dice; settled all of it, or the total if there is no room for more.
    func line(_ thrown: ThrowFrame, columns: Int) -> CellBuffer {
        var buffer = CellBuffer(width: columns, height: 1)
        if let result = thrown.result {
            let (head, rest) = words.line(result)
            let parts =
                DisplayWidth.of(head) + DisplayWidth.of(rest) <= columns
                ? [(head, .plain)] + DroppedDice.parts(of: rest)
                : [(words.caption(of: thrown, columns: columns), .plain)]
            buffer.write(parts, row: 0, gap: 0)
            return buffer
        }
        let dice = thrown.faces(motion).map { (text: $0.word(glyphs), style: $0.style) }
        let column = buffer.write(head(of: thrown, before: dice, columns: columns), row: 0, column: 0)
        guard column < columns else { return buffer }
        let room = Size(columns: columns - column, rows: 1)
        let shown = wrapped(dice, room.columns).count > 1 ? first(dice, in: room) : dice
        buffer.write(shown, row: 0, column: column, gap: 1)
        return buffer
    }

    /// Who throws what, if that leaves room for all dice; for many it takes a half.
    private func head(of thrown: ThrowFrame, before dice: [StyledWord], columns: Int) -> String {
        let heads = [words.head(thrown), words.caption(of: thrown, columns: columns / 2) + " "]
        let width = dice.reduce(0) { $0 + DisplayWidth.of($1.text) + 1 } - 1
        if let head = heads.first(where: { DisplayWidth.of($0) + width <= columns }) { return head }
        if width <= columns { return "" }
        return heads.first { DisplayWidth.of($0) <= columns / 2 } ?? ""
    }

    /// Nil if not all have room.
    private func boxes(_ faces: [ShownDie], in size: Size, isSettled: Bool) -> CellBuffer? {
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
                let (row, column) = (number / perRow * form.1, number % perRow * (form.0 + 1))
                let place = Rect(row: row, column: column, rows: form.1, columns: form.0)
                draw(face, index < forms.count - 1 ? body : nil, place, &buffer)
            }
            return buffer
        }
        return nil
    }

    /// Pips or a numeral, and the die in a word below. Without a body the word in a frame that says the kind of all
    /// except six-sided dice.
    private func draw(_ die: ShownDie, _ body: Shape.Body?, _ place: Rect, _ buffer: inout CellBuffer) {
        let blank = String(repeating: " ", count: place.columns - 2)
        let rows = body.map { die.rows(in: $0, glyphs, digits: 0) } ?? [blank]
        let kind = body != nil || die.sides == 6 && !die.isFate ? "" : die.kind
        drawing.drawFrame(die, rows, kind: kind, die.bodyStyle, at: place, in: &buffer)
        let word = die.word(glyphs)
        let left = max(body == nil ? 1 : 0, (place.columns - DisplayWidth.of(word)) / 2)
        let style = body == nil && die.isKept ? die.bodyStyle : die.style
        buffer.write(word, row: place.row + (body?.rows ?? 1), column: place.column + left, style: style)
    }

    /// All of them, else how many show each number, else the first.
    private func text(_ faces: [ShownDie], in size: Size) -> CellBuffer {
        let all = faces.map { (text: $0.word(glyphs), style: $0.style) }
        var lines = wrapped(all, size.columns)
        if lines.count > size.rows {
            let counts = wrapped(ThrowSummary.counts(of: faces).map { (text: $0, style: .plain) }, size.columns)
            let fits = !counts.isEmpty && counts.count <= size.rows
            lines = fits ? counts : wrapped(first(all, in: size), size.columns)
        }
        var buffer = CellBuffer(width: size.columns, height: min(lines.count, size.rows))
        for (row, line) in lines.prefix(size.rows).enumerated() {
            buffer.write(line, row: row, gap: 1)
        }
        return buffer
    }

    private typealias StyledWord = (text: String, style: CellStyle)

    private func wrapped(_ words: [StyledWord], _ columns: Int) -> [[StyledWord]] {
        var lines: [[StyledWord]] = []
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

    /// As many words as fit before the words that say how many more there are.
    private func first(_ words: [StyledWord], in size: Size) -> [StyledWord] {
        let more = { (count: Int) in (text: "\(glyphs.ellipsis) \(count) more", style: CellStyle.faint) }
        var (low, high) = (0, words.count)
        while low + 1 < high {
            let middle = (low + high) / 2
            let lines = wrapped(words[..<middle] + [more(words.count - middle)], size.columns)
            if lines.count <= size.rows { low = middle } else { high = middle }
        }
        return words[..<low] + [more(words.count - low)]
    }
}

/// Draws several throws, one below the other.
struct ThrowsDrawing {
    var drawing: ThrowDrawing

    /// How many of these rows a table's throws may take.
    static func share(of rows: Int) -> Int { rows < 2 ? 0 : max(1, min(rows / 3, 12)) }

    /// The newest first, with its dice if there is room, and a line for each of the others that has some.
    func newestFirst(_ throws: [ThrowFrame], in size: Size) -> CellBuffer {
        guard let newest = `throws`.last, size.rows > 0 else {
            return CellBuffer(width: max(1, size.columns), height: 0)
        }
        let isBlock = size.rows >= Self.leastBlock
        let others = `throws`.dropLast().suffix(max(0, size.rows - (isBlock ? Self.leastBlock : 1)))
        let room = Size(columns: size.columns, rows: isBlock ? size.rows - others.count : 1)
        let lines = others.reversed().map { drawing.line($0, columns: max(1, size.columns)) }
        return stacked([drawing.draw(newest, in: room)] + lines, in: size)
    }

    /// All in their order, each as large as all have room to be; those that have none are left out.
    func inOrder(_ throws: [ThrowFrame], in size: Size) -> CellBuffer {
        let room = Size(columns: size.columns, rows: max(1, size.rows / max(1, `throws`.count)))
        return stacked(`throws`.prefix(max(1, size.rows)).map { drawing.draw($0, in: room) }, in: size)
    }

    /// Dice in a frame, and the line below them.
    private static let leastBlock = 4

    private func stacked(_ parts: [CellBuffer], in size: Size) -> CellBuffer {
        CellBuffer(stacked: parts, width: max(1, size.columns), height: max(0, size.rows))
    }
}
