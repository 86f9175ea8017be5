/// Where each die of a table stands: the largest shape in which all fit, else the smallest, which
/// scrolls.
struct DiceGrid: Hashable {
    let shape: Shape
    let dice: Int
    /// Dice in a row, and rows of dice that show at once.
    let perRow, visibleRows: Int
    let dieColumns, dieRows: Int
    let gap: Int
    /// Whether the rows are about equally long and the last stands in the middle; else each row is
    /// filled, so that dice keep their places when others join them.
    let isEven: Bool

    /// - Parameters:
    ///   - die: the cells of a die.
    ///   - rows: how many rows of `size` the dice may take.
    private static func fitting(
        _ shape: Shape,
        gap: Int,
        _ dice: Int,
        _ die: Size,
        isEven: Bool,
        _ size: Size,
        rows: Int
    ) -> DiceGrid? {
        let most = min(dice, (size.columns + gap) / (die.columns + gap))
        let visibleRows = rows / die.rows
        guard most > 0, visibleRows > 0 else { return nil }
        let lines = (dice + most - 1) / most
        return DiceGrid(
            shape: shape,
            dice: dice,
            perRow: isEven ? (dice + lines - 1) / lines : most,
            visibleRows: visibleRows,
            dieColumns: die.columns,
            dieRows: die.rows,
            gap: gap,
            isEven: isEven
        )
    }

    /// Whether some dice have no room.
    var isCut: Bool { rows > visibleRows }

    var rows: Int { (dice + perRow - 1) / perRow }

    /// The width of a full row of dice, in columns.
    var width: Int { perRow * (dieColumns + gap) - gap }

    /// Rows of cells that are in use.
    var height: Int { min(rows, visibleRows) * dieRows }

    /// The first row of dice that may stand at the top.
    func top(near wanted: Int) -> Int {
        max(0, min(wanted, rows - visibleRows))
    }

    /// The top row that shows the die of this index, as near to `top` as can be.
    func top(showing index: Int, near top: Int) -> Int {
        let row = index / perRow
        return self.top(near: min(row, max(top, row - visibleRows + 1)))
    }

    /// The indices of the dice that show with this row at the top.
    func visible(top: Int) -> Range<Int> {
        min(dice, top * perRow)..<min(dice, (top + visibleRows) * perRow)
    }

    /// Where the die of this index stands, counted from the grid's corner. The last row stands in
    /// the middle.
    func place(of index: Int, top: Int) -> Rect {
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
    /// The grid in any shape; if no die has room, it shows one column. Large dice leave rows for
    /// what stands below them, if they are not alone.
    init(dice: Int, sides: Int, in size: Size, isAlone: Bool = false) {
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

    /// The grid in the first of these shapes that all dice fit in, else in the last with room for
    /// one; nil if none has.
    init?(
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

    /// The dice of a throw, whose bodies have no line below them; nil if not all have room.
    init?(throwOf dice: Int, _ shape: Shape, columns: Int, in size: Size) {
        let rows = shape.rows - (shape.body == nil ? 0 : 1)
        // Few rows are a throw's alone; of a whole window large dice leave some.
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
