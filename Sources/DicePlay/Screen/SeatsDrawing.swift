import DiceDrawing

/// Draws the people at the table in one line and marks the current player.
struct SeatsDrawing {
    var glyphs: Glyphs

    private static let gap = 2

    /// Draws the seats in a line. If not all fit, the line ends with the number of seats that were
    /// left out.
    func draw(_ seats: [Seat], row: Int, in buffer: inout CellBuffer) {
        var column = 0
        for (index, seat) in seats.enumerated() {
            let text = glyphs.shown(
                seat.isUp
                    ? "\(glyphs.chosenLeft) \(seat.text) \(glyphs.chosenRight)"
                    : seat.text
            )
            let left = seats.count - index - 1
            let room =
                buffer.width - column - (left > 0 ? Self.gap + more(left).count : 0)
            guard DisplayWidth.of(text) <= room else {
                buffer.write(
                    glyphs.cut(more(left + 1), to: buffer.width - column),
                    row: row,
                    column: column,
                    style: .faint
                )
                return
            }
            buffer.write(text, row: row, column: column, style: style(of: seat))
            column += DisplayWidth.of(text) + Self.gap
        }
    }

    private func more(_ count: Int) -> String {
        "+\(count)"
    }

    private func style(of seat: Seat) -> CellStyle {
        if seat.isUp {
            return .strong
        }
        return seat.isHere == false || !seat.isPlayer ? .faint : .plain
    }
}
