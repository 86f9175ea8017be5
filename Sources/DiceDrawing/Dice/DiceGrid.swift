/// The position of each die of a table, in the largest shape in which all dice fit, else in the
/// smallest shape, which scrolls.
package struct DiceGrid: Hashable {
    package let shape: Shape
    package let dice: Int
    /// The dice per row, and the rows of dice visible at once.
    package let perRow, visibleRows: Int
    let dieColumns, dieRows: Int
    let gap: Int
    /// True if the rows are about equally long and the last one is centered. Otherwise each row is
    /// filled, so that dice keep their positions when dice are added.
    let isEven: Bool

    /// - Parameters:
    ///   - die: the size of a die, in cells.
    ///   - rows: the number of rows of `size` that the dice may use.
    private static func fitting(
        _ shape: Shape,
        gap: Int,
        _ dice: Int,
        _ die: Size,
        isEven: Bool,
        _ size: Size,
        rows: Int
    ) -> DiceGrid? {
        let maximum = min(dice, (size.columns + gap) / (die.columns + gap))
        let visibleRows = rows / die.rows
        guard maximum > 0, visibleRows > 0 else { return nil }
        let lines = (dice + maximum - 1) / maximum
        return DiceGrid(
            shape: shape,
            dice: dice,
            perRow: isEven ? (dice + lines - 1) / lines : maximum,
            visibleRows: visibleRows,
            dieColumns: die.columns,
            dieRows: die.rows,
            gap: gap,
            isEven: isEven
        )
    }

    /// True if some dice do not fit.
    package var isCut: Bool { rows > visibleRows }

    var rows: Int { (dice + perRow - 1) / perRow }

    /// The width of a full row of dice, in columns.
    package var width: Int { perRow * (dieColumns + gap) - gap }

    /// The height in use, in rows of cells.
    package var height: Int { min(rows, visibleRows) * dieRows }

    /// Returns the valid top row of dice that is nearest to `wanted`.
    package func top(near wanted: Int) -> Int {
        max(0, min(wanted, rows - visibleRows))
    }

    /// Returns the top row nearest to `top` at which the die at `index` is visible.
    package func top(showing index: Int, near top: Int) -> Int {
        let row = index / perRow
        return self.top(near: min(row, max(top, row - visibleRows + 1)))
    }

    /// Returns the indices of the dice that are visible with this row at the top.
    package func visible(top: Int) -> Range<Int> {
        min(dice, top * perRow)..<min(dice, (top + visibleRows) * perRow)
    }

    /// Returns the position of the die at `index`, relative to the grid's top left corner. The last
    /// row is centered.
    package func frame(of index: Int, top: Int) -> Rect {
        let row = index / perRow
        let free =
            isEven ? max(0, (row + 1) * perRow - dice) * (dieColumns + gap) / 2 : 0
        return Rect(
            row: (row - top) * dieRows,
            column: free + index % perRow * (dieColumns + gap),
            rows: dieRows,
            columns: dieColumns
        )
    }
}

extension DiceGrid {
    /// Creates the grid in any shape, or in one column if not even one die fits. Large dice leave
    /// rows for the text below them, unless they are alone.
    package init(dice: Int, sides: Int, in size: Size, isAlone: Bool = false) {
        let smallest = DiceGrid(
            shape: .digit,
            dice: dice,
            perRow: 1,
            visibleRows: max(1, size.rows),
            dieColumns: max(1, size.columns),
            dieRows: 1,
            gap: Shape.digit.gap,
            isEven: false
        )
        let shapes = Shape.allCases.map { ($0, $0.gap) }
        self =
            DiceGrid(
                dice: dice,
                sides: sides,
                in: size,
                isAlone: isAlone,
                shapes: shapes
            )
            ?? smallest
    }

    /// Creates the grid in the first of these shapes in which all dice fit, else in the last one
    /// with space for a die; `nil` if there is none.
    package init?(
        dice: Int,
        sides: Int,
        in size: Size,
        isAlone: Bool = false,
        shapes: [(shape: Shape, gap: Int)]
    ) {
        let grids = shapes.compactMap { shape, gap in
            let die = Size(
                columns: shape.columns(dice: dice, sides: sides),
                rows: shape.rows
            )
            return Self.fitting(
                shape,
                gap: gap,
                dice,
                die,
                isEven: shape.isBody,
                size,
                rows: isAlone ? size.rows : shape.share(of: size.rows)
            )
        }
        guard let grid = grids.first(where: { !$0.isCut }) ?? grids.last else {
            return nil
        }
        self = grid
    }

    /// Creates the grid for the dice of a throw, whose bodies have no caption; `nil` if not all
    /// fit.
    init?(throwOf dice: Int, _ shape: Shape, columns: Int, in size: Size) {
        let rows = shape.rows - (shape.body == nil ? 0 : 1)
        // A throw uses all of a few rows; in a whole window large dice leave some.
        let share = max(min(size.rows, rows), shape.share(of: size.rows))
        guard
            let grid = Self.fitting(
                shape,
                gap: shape.gap,
                dice,
                Size(columns: columns, rows: rows),
                isEven: false,
                size,
                rows: share
            ),
            !grid.isCut
        else { return nil }
        self = grid
    }
}
