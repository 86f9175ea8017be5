package import DiceModel
import DiceNotation

/// Draws the dice of a throw, its total in large digits beside them, and a line about it below
/// them, or beside them if there are too few rows.
package struct ThrowDrawing {
    var glyphs: Glyphs
    var motion = Motion.full
    /// The players of the table, whose places determine their colors.
    var players: [String]

    private var words: ThrowWords { ThrowWords(glyphs: glyphs, players: players) }

    private static let shapes: [Shape] = [.large, .box, .compact, .small]
    /// The widths of a three-digit total and of a line about the throw.
    private static let totalColumns = 16
    private static let wordColumns = 31
    /// The width of ` successes`.
    private static let unitColumns = 10
    /// The width at which a custom die's face is cut off.
    private static let widestFace = 20

    package init(glyphs: Glyphs, motion: Motion = .full, players: [String] = []) {
        self.glyphs = glyphs
        self.motion = motion
        self.players = players
    }

    /// Draws the throw with as many rows as necessary, but never larger than `size`.
    func draw(_ thrown: ThrowFrame, in size: Size, style: CellStyle = .faint)
        -> CellBuffer
    {
        let columns = max(1, size.columns)
        let rows = max(1, size.rows)
        guard rows > 1 else { return line(thrown, columns: columns) }
        if let rounds = thrown.result.flatMap({
            RoundsDrawing(glyphs: glyphs).draw($0, in: Size(columns: columns, rows: rows - 1))
        }) {
            var buffer = CellBuffer(width: columns, height: rounds.height + 1)
            buffer.place(rounds, row: 0, column: 0)
            draw(caption: thrown, style, row: rounds.height, column: 0, &buffer)
            return buffer
        }
        let faces = thrown.faces(motion)
        guard
            let (grid, isBeside) = grid(
                faces,
                in: size,
                isSettled: thrown.result != nil
            )
        else {
            let side = rows > 3 && columns >= 40 ? Self.totalColumns : 0
            let text = text(faces, in: Size(columns: columns - side, rows: rows - 1))
            let height = max(side > 0 ? 3 : 0, text.height)
            var buffer = CellBuffer(width: columns, height: height + 1)
            buffer.place(text, row: 0, column: 0)
            let end = text.text.map { DisplayWidth.of($0) }.max() ?? 0
            draw(total: thrown, top: 0, rows: height, column: end + 2, &buffer)
            draw(caption: thrown, style, row: height, column: 0, &buffer)
            return buffer
        }
        var buffer = CellBuffer(
            width: columns,
            height: grid.height + (isBeside ? 0 : 1)
        )
        let isJoined =
            (try? Expression(parsing: thrown.expression, .current, .stored))?
            .joinsExploded == true
        for (index, face) in faces.enumerated() {
            let place = grid.frame(of: index, top: 0)
            DieDrawing(glyphs: glyphs).draw(
                face,
                as: grid.shape,
                at: place,
                in: &buffer
            )
            if isJoined, face.marks.contains("!"), index < faces.count - 1 {
                buffer.write(
                    "+",
                    row: place.row + place.rows / 2,
                    column: place.column + place.columns
                )
            }
        }
        let side = grid.width + 2
        draw(
            total: thrown,
            top: isBeside ? 1 : 0,
            rows: grid.height,
            column: side,
            &buffer
        )
        draw(
            caption: thrown,
            style,
            row: isBeside ? 0 : grid.height,
            column: isBeside ? side : 0,
            &buffer
        )
        return buffer
    }

    /// Returns the grid of the largest dice that all fit, and whether the line about them is beside
    /// them; `nil` if not all fit.
    private func grid(_ faces: [ShownDie], in size: Size, isSettled: Bool) -> (
        DiceGrid, isBeside: Bool
    )? {
        // A die in flight may still get two marks. Space is reserved for them, so that the layout
        // does not move.
        let widest = faces.map { face in
            let shown = max(
                DisplayWidth.of(face.word(glyphs)),
                face.room ?? 0,
                String(face.sides).count + (isSettled ? 0 : 2),
                face.kind.count
            )
            return face.room == nil ? shown : min(shown, Self.widestFace)
        }.max()
        guard let widest else { return nil }
        let choices = [
            (false, Self.totalColumns), (true, Self.wordColumns), (false, 0),
        ]
        for shape in Self.shapes
        where shape.body.map({ widest <= $0.columns - 2 }) ?? true {
            for (isBeside, side) in choices {
                let room = Size(
                    columns: size.columns - side,
                    rows: size.rows - (isBeside ? 0 : 1)
                )
                let columns = shape.body?.columns ?? max(5, widest + 2)
                if let grid = DiceGrid(
                    throwOf: faces.count,
                    shape,
                    columns: columns,
                    in: room
                ) {
                    return (grid, isBeside)
                }
            }
        }
        return nil
    }

    /// Draws `= 17` between these rows and its meaning beside it; whether the target is met is in
    /// large letters if they fit.
    private func draw(
        total thrown: ThrowFrame,
        top: Int,
        rows: Int,
        column: Int,
        _ buffer: inout CellBuffer
    ) {
        guard let result = thrown.result, let worth = result.worth,
            column + 2 < buffer.width
        else {
            return
        }
        let middle = top + (rows - top) / 2
        let column = column + 2
        let room = Size(columns: buffer.width - column, rows: min(5, rows - top))
        let isCount = result.countsSuccesses
        let number = isCount && result.total != 0 ? result.total.map(NumberText.text) : nil
        let digits = BlockDigits.rows(
            number ?? worth,
            digits: 0,
            columns: room.columns - (isCount ? Self.unitColumns : 0),
            rows: room.rows
        )
        let isWord = isCount && DisplayWidth.of(worth) <= room.columns
        guard digits != nil || result.meaning.symbols != nil || isWord else { return }
        let first = digits.map { top + (rows - top - $0.count) / 2 } ?? middle
        let center = first + (digits?.count ?? 1) / 2
        // A number of successes is not the sum of the dice.
        if !isCount {
            buffer.write("=", row: center, column: column - 2, style: .faint)
        }
        var end = write(digits, or: worth, .strong, row: first, column: column, &buffer)
        if isCount, digits != nil {
            let unit = worth.drop { $0 != " " }
            end = write(nil, or: String(unit), .strong, row: center, column: end, &buffer)
        }
        end += 3
        guard let verdict = result.verdict, end < buffer.width else { return }
        let word =
            switch verdict.style {
            case .green: "MADE"
            case .red: "MISSED"
            default: ""
            }
        let height = digits?.count ?? 1
        let large = BlockDigits.rows(
            word,
            digits: 0,
            columns: buffer.width - end,
            rows: height
        )
        let row = first + (height - (large?.count ?? 1)) / 2
        write(large, or: verdict.words, verdict.style, row: row, column: end, &buffer)
    }

    /// Writes these rows of blocks, or the words if there are none. Returns the column after it.
    @discardableResult
    private func write(
        _ rows: [String]?,
        or words: String,
        _ style: CellStyle,
        row: Int,
        column: Int,
        _ buffer: inout CellBuffer
    ) -> Int {
        let words = glyphs.cut(
            glyphs.shown(Printable.text(words)),
            to: buffer.width - column
        )
        let lines = rows?.map { glyphs.blocks($0, isShaded: false) } ?? [words]
        for (offset, line) in lines.enumerated() {
            buffer.write(line, row: row + offset, column: column, style: style)
        }
        return column + DisplayWidth.of(lines[0])
    }

    /// Draws the caption and colors its total, the total's meaning, and critical results.
    private func draw(
        caption thrown: ThrowFrame,
        _ style: CellStyle,
        row: Int,
        column: Int,
        _ buffer: inout CellBuffer
    ) {
        let caption = words.caption(of: thrown, columns: buffer.width - column)
        buffer.write(caption, row: row, column: column, style: style)
        let critical = thrown.result?.critical.map {
            (text: $0.word, style: $0.isGood ? CellStyle.green : .red)
        }
        let ending =
            thrown.result?.hidden == true
            ? nil : (text: words.ending(of: thrown), style: CellStyle.strong)
        emphasize(
            [ending, verdict(of: thrown), critical],
            in: caption,
            row: row,
            column: column,
            &buffer
        )
    }

    private func verdict(of thrown: ThrowFrame) -> StyledWord? {
        thrown.result?.verdict.map {
            (glyphs.shown(Printable.text($0.words)), $0.style)
        }
    }

    /// Emphasizes parts of a line, each at its last occurrence.
    private func emphasize(
        _ parts: [StyledWord?],
        in line: String,
        row: Int,
        column: Int,
        _ buffer: inout CellBuffer
    ) {
        for part in parts.compactMap(\.self) where !part.text.isEmpty {
            guard let place = line.ranges(of: part.text).last else { continue }
            let start = column + DisplayWidth.of(line[..<place.lowerBound])
            buffer.write(part.text, row: row, column: start, style: part.style)
        }
    }

    /// Draws a throw in one line: in flight the dice; settled all of it, or only the total if space
    /// is short.
    package func line(_ thrown: ThrowFrame, columns: Int) -> CellBuffer {
        var buffer = CellBuffer(width: columns, height: 1)
        if let result = thrown.result {
            let (head, rest) = words.line(result)
            let parts =
                DisplayWidth.of(head) + DisplayWidth.of(rest) <= columns
                ? [(text: head, style: .plain)] + DroppedDice.parts(of: rest)
                : [(text: words.caption(of: thrown, columns: columns), style: .plain)]
            buffer.write(parts, row: 0, gap: 0)
            emphasize(
                [verdict(of: thrown)],
                in: parts.map(\.text).joined(),
                row: 0,
                column: 0,
                &buffer
            )
            return buffer
        }
        let dice = thrown.faces(motion).map { (text: $0.word(glyphs), style: $0.style) }
        let column = buffer.write(
            head(of: thrown, before: dice, columns: columns),
            row: 0,
            column: 0
        )
        guard column < columns else { return buffer }
        let room = Size(columns: columns - column, rows: 1)
        let shown = wrapped(dice, room.columns).count > 1 ? first(dice, in: room) : dice
        buffer.write(shown, row: 0, column: column, gap: 1)
        return buffer
    }

    /// Returns who throws what, if that leaves space for all dice; with many dice it takes up to
    /// half of the line.
    private func head(of thrown: ThrowFrame, before dice: [StyledWord], columns: Int)
        -> String
    {
        let heads = [
            words.head(thrown), words.caption(of: thrown, columns: columns / 2) + " ",
        ]
        let width = dice.reduce(0) { $0 + DisplayWidth.of($1.text) + 1 } - 1
        if let head = heads.first(where: { DisplayWidth.of($0) + width <= columns }) {
            return head
        }
        if width <= columns {
            return ""
        }
        return heads.first { DisplayWidth.of($0) <= columns / 2 } ?? ""
    }

    /// Lists all dice, else the count of each number, else the first dice.
    private func text(_ faces: [ShownDie], in size: Size) -> CellBuffer {
        let all = faces.map { (text: $0.word(glyphs), style: $0.style) }
        var lines = wrapped(all, size.columns)
        if lines.count > size.rows {
            let counts = wrapped(
                ThrowSummary.counts(of: faces).map { (text: $0, style: .plain) },
                size.columns
            )
            let fits = !counts.isEmpty && counts.count <= size.rows
            lines = fits ? counts : wrapped(first(all, in: size), size.columns)
        }
        var buffer = CellBuffer(
            width: size.columns,
            height: min(lines.count, size.rows)
        )
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

    /// Returns as many words as fit, followed by the number of the remaining ones.
    private func first(_ words: [StyledWord], in size: Size) -> [StyledWord] {
        let more = { (count: Int) in
            (text: "\(glyphs.ellipsis) \(count) more", style: CellStyle.faint)
        }
        var low = 0
        var high = words.count
        while low + 1 < high {
            let middle = (low + high) / 2
            let lines = wrapped(
                words[..<middle] + [more(words.count - middle)],
                size.columns
            )
            if lines.count <= size.rows {
                low = middle
            } else {
                high = middle
            }
        }
        return words[..<low] + [more(words.count - low)]
    }
}

extension Expression {
    /// True if the die after an exploded one is its extra die: that is, without `!!`, which adds to
    /// the same die, and without `s`, which sorts.
    fileprivate var joinsExploded: Bool {
        guard case .dice(let term) = kind else {
            return parts.allSatisfy(\.joinsExploded)
        }
        return !term.modifiers.contains {
            switch $0 {
            case .sort, .explode(.compound, _, _): true
            default: false
            }
        }
    }
}
