/// Where each die of a table stands: the largest shape in which all fit, else the smallest, which scrolls.
struct DiceGrid: Hashable {
    let shape: Shape
    let dice: Int
    /// Dice in a row, and rows of dice that show at once.
    let perRow, visibleRows: Int
    let dieColumns: Int
    let gap: Int

    private static func fitting(_ shape: Shape, gap: Int, _ dice: Int, _ sides: Int, _ size: Size) -> DiceGrid? {
        let columns = shape.columns(dice: dice, sides: sides)
        let most = min(dice, (size.columns + gap) / (columns + gap))
        let visibleRows = shape.share(of: size.rows) / shape.rows
        guard most > 0, visibleRows > 0 else { return nil }
        let rows = (dice + most - 1) / most
        return DiceGrid(
            shape: shape, dice: dice, perRow: shape.isBody ? (dice + rows - 1) / rows : most, visibleRows: visibleRows,
            dieColumns: columns, gap: gap)
    }

    /// Whether some dice have no room.
    var isCut: Bool { rows > visibleRows }

    var rows: Int { (dice + perRow - 1) / perRow }

    /// The width of a full row of dice, in columns.
    var width: Int { perRow * (dieColumns + gap) - gap }

    /// Rows of cells that are in use.
    var height: Int { min(rows, visibleRows) * shape.rows }

    /// The first row of dice that may stand at the top.
    func top(near wanted: Int) -> Int { max(0, min(wanted, rows - visibleRows)) }

    /// The top row that shows the die of this index, as near to `top` as can be.
    func top(showing index: Int, near top: Int) -> Int {
        let row = index / perRow
        return self.top(near: min(row, max(top, row - visibleRows + 1)))
    }

    /// The indices of the dice that show with this row at the top.
    func visible(top: Int) -> Range<Int> { min(dice, top * perRow)..<min(dice, (top + visibleRows) * perRow) }

    /// Where the die of this index stands, counted from the grid's corner. The last row stands in the middle.
    func place(of index: Int, top: Int) -> Rect {
        let row = index / perRow
        let free = shape.isBody ? max(0, (row + 1) * perRow - dice) * (dieColumns + gap) / 2 : 0
        return Rect(
            row: (row - top) * shape.rows, column: free + index % perRow * (dieColumns + gap), rows: shape.rows,
            columns: dieColumns)
    }
}

extension DiceGrid {
    /// The grid in any shape; if no die has room, it shows one column.
    init(dice: Int, sides: Int, in size: Size) {
        let smallest = DiceGrid(
            shape: .digit, dice: dice, perRow: 1, visibleRows: max(1, size.rows), dieColumns: max(1, size.columns),
            gap: Shape.digit.gap)
        self = DiceGrid(dice: dice, sides: sides, in: size, shapes: Shape.allCases.map { ($0, $0.gap) }) ?? smallest
    }

    /// The grid in the first of these shapes that all dice fit in, else in the last with room for one; nil if none has.
    init?(dice: Int, sides: Int, in size: Size, shapes: [(shape: Shape, gap: Int)]) {
        let grids = shapes.compactMap { Self.fitting($0.shape, gap: $0.gap, dice, sides, size) }
        guard let grid = grids.first(where: { !$0.isCut }) ?? grids.last else { return nil }
        self = grid
    }
}
