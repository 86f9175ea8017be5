package import DiceModel

/// Draws the throws of one group as one list: place, name, total and dice of each in its own row.
package struct ThrowListDrawing {
    var drawing: ThrowDrawing

    private var glyphs: Glyphs { drawing.glyphs }
    /// The blank columns between two columns of the list.
    private static let gap = 3
    /// The minimum width of a name before it is cut.
    private static let nameColumns = 12

    package init(drawing: ThrowDrawing) {
        self.drawing = drawing
    }

    /// Returns true if every throw has its place in the list.
    package static func fits(_ throws: [ThrowFrame], in size: Size) -> Bool {
        let rows = ThrowList(`throws`).rows
        return rows.count
            <= max(1, size.rows) * columns(for: narrowWidths(rows, in: size), in: size)
    }

    /// Returns the number of rows that the list takes.
    static func height(_ throws: [ThrowFrame], in size: Size) -> Int {
        let rows = ThrowList(`throws`).rows
        guard rows.count > size.rows else { return rows.count }
        let across = columns(for: narrowWidths(rows, in: size), in: size)
        return max(1, min(size.rows, (rows.count + across - 1) / across))
    }

    /// Draws the list with as many rows as necessary, but never larger than `size`. If there are too
    /// few rows, the list has several columns without dice, and its last row tells how many throws
    /// are omitted.
    package func draw(_ throws: [ThrowFrame], in size: Size, style: CellStyle = .plain)
        -> CellBuffer
    {
        let rows = ThrowList(`throws`).rows
        let size = Size(columns: max(1, size.columns), rows: max(1, size.rows))
        let narrow = Self.narrowWidths(rows, in: size)
        let across = Self.columns(for: narrow, in: size)
        if rows.count > size.rows, across > 1 {
            return inColumns(rows, narrow, across: across, in: size, style)
        }
        let widths = ThrowList.Columns(
            rows,
            name: max(Self.nameColumns, size.columns / 2),
            isMoving: true
        )
        let shown = rows.count > size.rows ? size.rows - 1 : rows.count
        let list = list(Array(rows.prefix(shown)), widths, columns: size.columns, style)
        guard shown < rows.count else { return list }
        var buffer = CellBuffer(width: size.columns, height: size.rows)
        buffer.place(list, row: 0, column: 0)
        writeMore(rows.count - shown, row: shown, &buffer)
        return buffer
    }

    private static func narrowWidths(_ rows: [ThrowList.Row], in size: Size)
        -> ThrowList.Columns
    {
        ThrowList.Columns(rows, name: max(nameColumns, size.columns / 4), isMoving: true)
    }

    /// Returns how many columns of the list fit beside each other.
    private static func columns(for widths: ThrowList.Columns, in size: Size) -> Int {
        max(1, (size.columns + gap) / (widths.width + gap))
    }

    private func list(
        _ rows: [ThrowList.Row],
        _ widths: ThrowList.Columns,
        columns: Int,
        _ style: CellStyle
    ) -> CellBuffer {
        var buffer = CellBuffer(width: columns, height: rows.count)
        for (index, row) in rows.enumerated() {
            writeHead(of: row, widths, row: index, column: 0, style, &buffer)
            writeRest(of: row, row: index, column: widths.width + 2, style, &buffer)
        }
        return buffer
    }

    private func inColumns(
        _ rows: [ThrowList.Row],
        _ widths: ThrowList.Columns,
        across: Int,
        in size: Size,
        _ style: CellStyle
    ) -> CellBuffer {
        let isCut = rows.count > across * size.rows
        let deep = isCut ? max(1, size.rows - 1) : (rows.count + across - 1) / across
        var buffer = CellBuffer(width: size.columns, height: isCut ? size.rows : deep)
        for (index, row) in rows.prefix(across * deep).enumerated() {
            writeHead(
                of: row,
                widths,
                row: index % deep,
                column: index / deep * (widths.width + Self.gap),
                style,
                &buffer
            )
        }
        if isCut, deep < size.rows {
            writeMore(rows.count - across * deep, row: deep, &buffer)
        }
        return buffer
    }

    private func writeMore(_ count: Int, row: Int, _ buffer: inout CellBuffer) {
        buffer.write("\(glyphs.ellipsis) \(count) more", row: row, column: 0, style: .faint)
    }

    /// Writes place, name and total.
    private func writeHead(
        of row: ThrowList.Row,
        _ widths: ThrowList.Columns,
        row number: Int,
        column: Int,
        _ style: CellStyle,
        _ buffer: inout CellBuffer
    ) {
        let name = glyphs.cut(glyphs.shown(row.name), to: widths.name)
        let parts: [(text: String, style: CellStyle)] = [
            (widths.place(of: row), .faint),
            (ThrowList.Columns.padded(name, to: widths.name) + "  ", style),
            (widths.total(of: row), row.place == nil ? .faint : .strong),
        ]
        buffer.write(parts, row: number, column: column, gap: 0)
    }

    /// Writes the dice in flight, or all about the throw if there is space for it, else the meaning
    /// of its total alone.
    private func writeRest(
        of row: ThrowList.Row,
        row number: Int,
        column: Int,
        _ style: CellStyle,
        _ buffer: inout CellBuffer
    ) {
        let room = buffer.width - column
        guard room > 0 else { return }
        guard let result = row.thrown.result else {
            let faces = row.thrown.faces(drawing.motion).map { $0.word(glyphs) }
            buffer.write(
                glyphs.cut(faces.joined(separator: " "), to: room),
                row: number,
                column: column,
                style: style
            )
            return
        }
        let verdict = result.verdict.map { glyphs.shown(Printable.text($0.words)) }
        let detail = glyphs.shown(ThrowList.detail(of: result))
        guard DisplayWidth.of(detail) <= room else {
            buffer.write(
                glyphs.cut(verdict ?? "", to: room),
                row: number,
                column: column,
                style: result.verdict?.style ?? style
            )
            return
        }
        buffer.write(DroppedDice.parts(of: detail), row: number, column: column, gap: 0)
        if let verdict, let style = result.verdict?.style,
            let place = detail.ranges(of: verdict).last
        {
            let start = column + DisplayWidth.of(detail[..<place.lowerBound])
            buffer.write(verdict, row: number, column: start, style: style)
        }
    }
}
