import DiceModel

/// Somebody at a table: a player, or one of those who only watch it.
struct Seat: Hashable {
    let name: String
    let isPlayer: Bool
    let isUp: Bool
    /// Whether they watch the table now; nil if nobody can tell.
    let isHere: Bool?
    /// Whether it is the person who looks at the screen.
    let isYou: Bool

    /// The players in their order, then the others by name; empty if no name is known.
    static func all(of table: TableSnapshot, you: String) -> [Seat] {
        let (players, here) = (table.players ?? [], table.watching)
        let seats = players.map { name in
            Seat(name: name, isPlayer: true, isUp: name == table.up, isHere: here?.contains(name), isYou: name == you)
        }
        let others = (here ?? []).filter { !players.contains($0) }
        return seats
            + others.map { Seat(name: $0, isPlayer: players.isEmpty, isUp: false, isHere: true, isYou: $0 == you) }
    }

    /// `A ann (you)`, `B bo (away)`, `C carol (watching)`
    var text: String {
        let remark = isYou ? " (you)" : isHere == false ? " (away)" : isPlayer ? "" : " (watching)"
        return PlayerTag.text(name) + remark
    }
}

/// Draws who is at the table in one line, and marks who is up.
struct SeatsDrawing {
    var glyphs: Glyphs

    private static let gap = 2

    /// If not all fit, the line ends with how many more there are.
    func draw(_ seats: [Seat], row: Int, in buffer: inout CellBuffer) {
        var column = 0
        for (index, seat) in seats.enumerated() {
            let text = glyphs.shown(seat.isUp ? "\(glyphs.chosenLeft) \(seat.text) \(glyphs.chosenRight)" : seat.text)
            let left = seats.count - index - 1
            let room = buffer.width - column - (left > 0 ? Self.gap + more(left).count : 0)
            guard DisplayWidth.of(text) <= room else {
                buffer.write(
                    glyphs.cut(more(left + 1), to: buffer.width - column), row: row, column: column, style: .faint)
                return
            }
            buffer.write(text, row: row, column: column, style: style(of: seat))
            column += DisplayWidth.of(text) + Self.gap
        }
    }

    private func more(_ count: Int) -> String { "+\(count)" }

    private func style(of seat: Seat) -> CellStyle {
        seat.isUp ? .strong : seat.isHere == false || !seat.isPlayer ? .faint : .plain
    }
}
