/// Turns rows of cells into the bytes that show them.
struct Encoder {
    /// Without colour there are no style sequences at all.
    var color: Bool

    func encode(_ row: [Cell]) -> [UInt8] {
        var bytes: [UInt8] = []
        var current = Style.plain
        let end = (row.lastIndex { $0 != .blank && $0.character != " " } ?? -1) + 1
        for cell in row[..<end] {
            guard let character = cell.character else { continue }
            if color, cell.style != current {
                bytes += sequence(for: cell.style)
                current = cell.style
            }
            bytes += String(character).utf8
        }
        if current != .plain { bytes += sequence(for: .plain) }
        return bytes
    }

    /// Select Graphic Rendition (ECMA-48, 8.3.117): yellow in flight, bold cyan when held, dim beside the dice.
    private func sequence(for style: Style) -> [UInt8] {
        switch style {
        case .plain: Array("\u{1B}[0m".utf8)
        case .rolling: Array("\u{1B}[0;33m".utf8)
        case .held: Array("\u{1B}[0;1;36m".utf8)
        case .faint: Array("\u{1B}[0;2m".utf8)
        }
    }
}
