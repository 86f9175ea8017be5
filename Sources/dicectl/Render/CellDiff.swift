/// The bytes that turn one drawing into another of the same size, by relative movements alone.
struct CellDiff {
    let encoder: Encoder
    private(set) var bytes: [UInt8] = []
    private var style = Style.plain
    private var row: Int
    /// Nil where terminals disagree about it: after the last column.
    private var column: Int?

    /// `row` and `column` are where the cursor stands, counted from the drawing's corner.
    init(_ encoder: Encoder, row: Int, column: Int?) {
        self.encoder = encoder
        self.row = row
        self.column = column
    }

    /// Unchanged cells that are cheaper to write again than to step over.
    private static let gap = 3

    mutating func turn(_ before: CellBuffer, into after: CellBuffer) {
        for row in after.rows.indices where before.rows[row] != after.rows[row] {
            change(before.rows[row], into: after.rows[row], row: row)
        }
        if style != .plain { bytes += encoder.palette.sequence(for: .plain) }
        style = .plain
    }

    private mutating func change(_ before: [Cell], into after: [Cell], row: Int) {
        var next = 0
        while let first = after.indices[next...].first(where: { before[$0] != after[$0] }) {
            var start = first
            if after[start].character == nil { start -= 1 }
            var end = first + 1
            while end < after.count {
                guard
                    let change = after.indices[end...].prefix(Self.gap + 1).first(where: { before[$0] != after[$0] }),
                    after[end..<change].allSatisfy({ $0.style == after[first].style && $0.character?.isASCII == true })
                else { break }
                end = change + 1
            }
            while end < after.count, after[end].character == nil { end += 1 }
            move(to: row, start)
            encoder.encode(after[start..<end], from: &style, to: &bytes)
            column = end < after.count ? end : nil
            next = end
        }
    }

    /// Brings the cursor to a place in the drawing.
    mutating func move(to newRow: Int, _ newColumn: Int) {
        if newRow > row { bytes += "\u{1B}[\(Self.count(newRow - row))B".utf8 }
        if newRow < row { bytes += "\u{1B}[\(Self.count(row - newRow))A".utf8 }
        row = newRow
        if newColumn == 0 || column == nil {
            if column != 0 { bytes.append(UInt8(ascii: "\r")) }
            column = 0
        }
        let from = column ?? 0
        if newColumn > from { bytes += "\u{1B}[\(Self.count(newColumn - from))C".utf8 }
        if newColumn < from { bytes += "\u{1B}[\(Self.count(from - newColumn))D".utf8 }
        column = newColumn
    }

    private static func count(_ number: Int) -> String { number == 1 ? "" : String(number) }
}
