/// Where each die of a table stands: the largest shape in which all fit, else the smallest, which scrolls.
struct DiceGrid: Hashable {
    let shape: Shape
    let dice: Int
    /// Dice in a row.
    let perRow: Int
    /// Rows of dice that show at once.
    let visibleRows: Int
    let dieColumns: Int

    init(dice: Int, sides: Int, in size: Size) {
        let grids = Shape.allCases.compactMap { Self.fitting($0, dice, sides, size) }
        let whole = grids.first { $0.rows <= $0.visibleRows }
        self = whole ?? grids.last ?? DiceGrid(.digit, dice, 1, max(1, size.rows), max(1, size.columns))
    }

    private init(_ shape: Shape, _ dice: Int, _ perRow: Int, _ visibleRows: Int, _ dieColumns: Int) {
        self.shape = shape
        self.dice = dice
        self.perRow = perRow
        self.visibleRows = visibleRows
        self.dieColumns = dieColumns
    }

    /// Nil where not even one die has room.
    private static func fitting(_ shape: Shape, _ dice: Int, _ sides: Int, _ size: Size) -> DiceGrid? {
        let columns = shape.columns(dice: dice, sides: sides)
        let perRow = min(dice, (size.columns + shape.gap) / (columns + shape.gap))
        guard perRow > 0, size.rows >= shape.rows else { return nil }
        return DiceGrid(shape, dice, perRow, size.rows / shape.rows, columns)
    }

    /// Rows of dice, shown or not.
    var rows: Int { (dice + perRow - 1) / perRow }

    /// Columns that a full row of dice takes.
    var width: Int { perRow * (dieColumns + shape.gap) - shape.gap }

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
    func visible(top: Int) -> Range<Int> {
        min(dice, top * perRow)..<min(dice, (top + visibleRows) * perRow)
    }

    /// Where the die of this index stands, counted from the grid's corner.
    func place(of index: Int, top: Int) -> Rect {
        Rect(
            row: (index / perRow - top) * shape.rows, column: index % perRow * (dieColumns + shape.gap),
            rows: shape.rows, columns: dieColumns)
    }
}
