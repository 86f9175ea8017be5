/// The bytes that turn one drawing into another of the same size, with relative cursor movements
/// only.
struct CellDiff {
    let encoder: Encoder
    private(set) var bytes: [UInt8] = []
    private var style = CellStyle.plain
    private var row: Int
    /// `nil` after the last column, where terminals disagree about the cursor.
    private var column: Int?

    /// Starts with the cursor at `row` and `column`, relative to the drawing's top left corner.
    init(_ encoder: Encoder, row: Int, column: Int?) {
        self.encoder = encoder
        self.row = row
        self.column = column
    }

    /// The number of unchanged cells that are cheaper to write again than to skip.
    private static let gap = 3

    mutating func turn(_ before: CellBuffer, into after: CellBuffer) {
        for row in after.rows.indices where before.rows[row] != after.rows[row] {
            change(before.rows[row], into: after.rows[row], row: row)
        }
        if style != .plain {
            bytes += encoder.palette.sequence(for: .plain)
        }
        style = .plain
    }

    private mutating func change(_ before: [Cell], into after: [Cell], row: Int) {
        var next = 0
        while let first = after.indices[next...].first(where: {
            before[$0] != after[$0]
        }) {
            let start = after[first].character == nil ? first - 1 : first
            var end = first + 1
            while end < after.count {
                guard
                    let change = after.indices[end...].prefix(Self.gap + 1).first(
                        where: {
                            before[$0] != after[$0]
                        }),
                    after[end..<change].allSatisfy({
                        $0.style == after[first].style && $0.character?.isASCII == true
                    })
                else { break }
                end = change + 1
            }
            while end < after.count, after[end].character == nil {
                end += 1
            }
            move(to: row, start)
            encoder.encode(after[start..<end], from: &style, to: &bytes)
            column = end < after.count ? end : nil
            next = end
        }
    }

    mutating func move(to newRow: Int, _ newColumn: Int) {
        step(newRow - row, "B", back: "A")
        row = newRow
        if newColumn == 0 || column == nil {
            if column != 0 {
                bytes.append(UInt8(ascii: "\r"))
            }
            column = 0
        }
        step(newColumn - (column ?? 0), "C", back: "D")
        column = newColumn
    }

    private mutating func step(_ count: Int, _ forward: Character, back: Character) {
        guard count != 0 else { return }
        let steps = abs(count) == 1 ? "" : String(abs(count))
        bytes += "\u{1B}[\(steps)\(count > 0 ? forward : back)".utf8
    }
}
