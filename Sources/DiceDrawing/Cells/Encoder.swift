/// Turns rows of cells into the bytes that display them.
package struct Encoder: Hashable {
    var palette: Palette

    package init(palette: Palette) {
        self.palette = palette
    }

    package func encode(_ row: [Cell]) -> [UInt8] {
        var bytes: [UInt8] = []
        var current = CellStyle.plain
        let end = (row.lastIndex { !$0.isBlank } ?? -1) + 1
        encode(row[..<end], from: &current, to: &bytes)
        if current != .plain {
            bytes += palette.sequence(for: .plain)
        }
        return bytes
    }

    /// Appends the characters of `cells`, and a sequence wherever the style changes.
    func encode(
        _ cells: ArraySlice<Cell>,
        from current: inout CellStyle,
        to bytes: inout [UInt8]
    ) {
        for cell in cells {
            guard let character = cell.character else { continue }
            if cell.style != current, !cell.isBlank || current.hasGround {
                bytes += palette.sequence(for: cell.style)
                current = cell.style
            }
            bytes += String(character).utf8
        }
    }
}
