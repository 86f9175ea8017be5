import DiceDrawing
import DiceWire

/// The pane beside or over the dice: the one that the person has opened, else the sheet of a game
/// if it fits beside the dice.
struct PlayPane {
    let kind: PlayState.Pane
    let text: PaneText
    let frame: Rect
    /// True if it leaves space for the dice.
    var isBeside: Bool { frame.column > 0 }

    /// The rows of text, and the width of each column of text: a long sheet has two columns.
    private let rows, columns: Int
    /// The first visible line.
    private let top: Int
    private let tables: [TableSummary]
    /// The selected line, and the line with the highest score.
    private let chosen: Int?
    private let best: Int?
    /// The line of the box that is about to be filled.
    private let pending: Int?

    /// The minimum width at which any pane is beside the dice.
    private static let wide = 100
    /// The minimum width at which a sheet is beside the dice, and how many columns are left for the
    /// dice by a sheet with one column of lines and by a sheet with two.
    static let wideForSheet = 72
    private static let diceColumns = 40
    private static let fewColumns = 22
    private static let widestHint = 44

    init?(_ state: PlayState, _ sheet: ScoreSheet?, in area: Rect, glyphs: Glyphs) {
        let room = Size(columns: area.columns, rows: max(1, area.rows - 1))
        guard let kind = state.pane ?? (sheet?.rows.first?.box == nil ? nil : .sheet)
        else {
            return nil
        }
        if let (text, size, times) = Self.beside(
            kind,
            of: state,
            sheet,
            in: room,
            glyphs
        ) {
            self.text = text
            rows = size.rows
            columns = size.columns
            frame = Rect(
                row: area.row,
                column: area.columns - columns * times,
                rows: area.rows,
                columns: columns * times
            )
        } else if state.pane == nil {
            return nil
        } else {
            rows = room.rows
            columns = room.columns >= Self.wide ? room.columns * 2 / 5 : room.columns
            text = PaneText(kind, of: state, sheet, glyphs: glyphs, columns: columns)
            frame = Rect(
                row: area.row,
                column: area.columns - columns,
                rows: area.rows,
                columns: columns
            )
        }
        self.kind = kind
        tables = state.tables
        let isChosen = state.pane == kind && kind.chooses
        chosen = isChosen ? state.paneRow : nil
        best = kind == .sheet ? sheet?.best : nil
        let box = kind == .sheet ? state.pendingBox : nil
        pending = box.flatMap { box in sheet?.rows.firstIndex { $0.box == box } }
        let visible = rows * (frame.columns / columns)
        let wanted =
            if state.pane == nil {
                0
            } else {
                isChosen ? state.paneRow - visible / 2 : state.paneRow
            }
        top = max(0, min(wanted, text.lines.count - visible))
    }

    /// Places a sheet beside the dice, if it fits, in one column of lines or in two. A hint and the
    /// end of a match use the same place, so that the dice do not move.
    private static func beside(
        _ kind: PlayState.Pane,
        of state: PlayState,
        _ sheet: ScoreSheet?,
        in room: Size,
        _ glyphs: Glyphs
    ) -> (PaneText, Size, times: Int)? {
        guard room.columns >= wideForSheet, let sheet,
            [.sheet, .hint, .end].contains(kind)
        else {
            return nil
        }
        let shaping = sheet.rows.first?.box == nil ? kind : .sheet
        for (times, minimum) in [(1, diceColumns), (2, fewColumns)] {
            let widest = min(
                (room.columns - minimum - 3) / times,
                shaping == .sheet ? .max : widestHint
            )
            let text = PaneText(
                shaping,
                of: state,
                sheet,
                glyphs: glyphs,
                columns: widest
            )
            let rows = (text.lines.count + times - 1) / times
            guard rows <= room.rows else { continue }
            let width =
                (text.lines + [text.title]).map { DisplayWidth.of($0) + 1 }.max()
                ?? widest
            let size = Size(columns: min(widest, width), rows: rows)
            return (
                PaneText(
                    kind,
                    of: state,
                    sheet,
                    glyphs: glyphs,
                    columns: size.columns - 1
                ), size,
                times
            )
        }
        return nil
    }

    func draw(_ glyphs: Glyphs, in buffer: inout CellBuffer) {
        for row in frame.row..<frame.row + frame.rows where frame.column > 1 {
            buffer.write(
                String(glyphs.still.vertical),
                row: row,
                column: frame.column - 2,
                style: .faint
            )
        }
        let visible = rows * (frame.columns / columns)
        let end = min(top + visible, text.lines.count)
        let range = end - top < text.lines.count ? ": \(top + 1)-\(end) of \(text.lines.count)" : ""
        let title = glyphs.shown(glyphs.cut(text.title + (kind.chooses ? "" : range), to: columns))
        for column in stride(
            from: frame.column,
            to: frame.column + frame.columns,
            by: columns
        ) {
            buffer.write(title, row: frame.row, column: column, style: .strong)
        }
        for (offset, line) in text.lines.dropFirst(top).prefix(
            rows * (frame.columns / columns)
        )
        .enumerated() {
            let index = top + offset
            buffer.write(
                glyphs.cut(glyphs.shown(line), to: columns),
                row: frame.row + 1 + offset % rows,
                column: frame.column + offset / rows * columns,
                style: style(ofRow: index)
            )
        }
    }

    private func style(ofRow index: Int) -> CellStyle {
        if index == pending {
            return .faint
        }
        if index == chosen {
            return .chosen
        }
        return index == best ? .strong : .plain
    }

    func target(row: Int, column: Int) -> PlayLayout.Target? {
        guard row > frame.row else { return nil }
        let line = top + row - frame.row - 1 + (column - frame.column) / columns * rows
        switch kind {
        case .tables:
            return tables.indices.contains(line) ? .table(tables[line].table) : nil
        case .sheet: return .sheetLine(line)
        case .history, .help, .hint, .end: return nil
        }
    }
}
