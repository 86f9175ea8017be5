import DiceDrawing
import DiceFollowing
import DiceModel

/// Draws the dice, the last throws below them, and the last turns below or beside them.
struct PlayDice {
    let grid: DiceGrid
    /// The top row of dice.
    let top: Int
    /// The area of the dice.
    private let area: Rect
    let thrown: Rect?
    let lastEntries: Rect?

    /// The minimum width at which the last turns may be beside the dice.
    private static let wide = 100
    /// The blank columns between the dice and the text beside them.
    private static let gap = 3

    /// - Parameter pane: the pane, which uses columns at the right of `area`.
    init(_ state: PlayState, in area: Rect, beside pane: Rect?) {
        let throwRows = state.thrown.isEmpty ? 0 : ThrowsDrawing.share(of: area.rows)
        let turnColumns = pane == nil ? Self.columns(forTurnsBeside: state, area) : 0
        let columns = area.columns - (pane.map { $0.columns + Self.gap } ?? 0)
        let room = Size(
            columns: columns - (turnColumns > 0 ? turnColumns + Self.gap : 0),
            rows: area.rows - throwRows
        )
        grid = DiceGrid(
            dice: state.dice.count,
            sides: state.sides,
            in: room,
            isAlone: pane != nil || turnColumns > 0 || throwRows > 0
        )
        top = grid.top(near: state.top)
        let height = min(room.rows, grid.height)
        // A blank row separates the throws, if there is one.
        let throwsHeight = throwRows > 0 ? min(throwRows + 1, area.rows - height) : 0
        // The position of the dice does not depend on the number of turns.
        let turnRows =
            turnColumns > 0
            ? 0 : LastEntries.rows(of: area.rows - height - throwsHeight - 1)
        let row =
            area.row
            + (area.rows - height - throwsHeight - (turnRows > 0 ? turnRows + 1 : 0))
            / 2
        self.area = Rect(
            row: row,
            column: max(0, (room.columns - grid.width) / 2),
            rows: height,
            columns: grid.width
        )
        // The throws are below the turns beside the dice, too.
        let bottom = turnColumns > 0 ? area.row + area.rows : row + height + throwsHeight
        thrown =
            throwRows > 0
            ? Rect(
                row: bottom - throwRows,
                column: 0,
                rows: throwRows,
                columns: columns
            ) : nil
        if turnColumns > 0 {
            lastEntries = Rect(
                row: area.row,
                column: area.columns - turnColumns,
                rows: area.rows - throwsHeight,
                columns: turnColumns
            )
            return
        }
        // The turns may use the slots that have no throw yet.
        let used = ThrowsDrawing.slots(
            state.thrown,
            places: state.throwPlaces,
            in: Size(columns: columns, rows: throwRows)
        )
        .height
        let turnsRow = row + height + throwsHeight + 1 - (throwRows - used)
        let rows = LastEntries.rows(of: area.row + area.rows - turnsRow)
        let width = min(room.columns, max(60, min(grid.width, 100)))
        lastEntries =
            rows > 0
            ? Rect(
                row: turnsRow,
                column: (room.columns - width) / 2,
                rows: rows,
                columns: width
            )
            : nil
    }

    /// Returns the width of the last turns beside the dice; 0 if that would make the dice smaller.
    private static func columns(forTurnsBeside state: PlayState, _ area: Rect) -> Int {
        guard area.columns >= wide else { return 0 }
        let room = Size(
            columns: area.columns - LastEntries.narrowest - gap,
            rows: area.rows
        )
        let narrow = DiceGrid(
            dice: state.dice.count,
            sides: state.sides,
            in: room,
            isAlone: true
        )
        let whole = DiceGrid(
            dice: state.dice.count,
            sides: state.sides,
            in: Size(columns: area.columns, rows: area.rows)
        )
        guard narrow.shape <= whole.shape, !narrow.isCut else { return 0 }
        return max(
            LastEntries.narrowest,
            min(
                LastEntries.widest,
                area.columns * 2 / 5,
                area.columns - narrow.width - 6
            )
        )
    }

    func frame(of index: Int) -> Rect {
        var place = grid.frame(of: index, top: top)
        place.row += area.row
        place.column += area.column
        return place
    }

    func draw(
        _ state: PlayState,
        _ motion: Motion,
        _ glyphs: Glyphs,
        in buffer: inout CellBuffer
    ) {
        let drawing = DieDrawing(glyphs: glyphs, motion: motion)
        let pending = state.pendingDice
        for index in grid.visible(top: top) {
            let die = state.dice[index]
            let emphasis = DieDrawing.Emphasis(
                isChosen: index == state.chosen,
                isFaint: state.isOld || state.ignored.contains(die.die)
                    || pending.contains(die.die),
                choice: state.choice?.place(of: die.die)
            )
            drawing.draw(
                die,
                as: grid.shape,
                at: frame(of: index),
                emphasis,
                in: &buffer
            )
        }
        if let thrown {
            let drawn = ThrowsDrawing(
                drawing: ThrowDrawing(glyphs: glyphs, motion: motion, players: state.seated)
            )
            .inSlots(
                state.thrown,
                places: state.throwPlaces,
                in: Size(columns: thrown.columns, rows: thrown.rows)
            )
            buffer.place(drawn, row: thrown.row, column: thrown.column)
        }
        if let lastEntries {
            LastEntries(glyphs: glyphs).draw(
                state.lastEntries,
                of: state.table?.game,
                players: state.seated,
                at: lastEntries,
                in: &buffer
            )
        }
    }
}
