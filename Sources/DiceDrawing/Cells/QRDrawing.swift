/// A QR code in half blocks, two modules per character, with the light border that scanners need.
package enum QRDrawing {
    private static let border = 4
    /// Black on white, regardless of the terminal's colors.
    private static let start = "\u{1B}[38;5;16;48;5;231m"
    private static let end = "\u{1B}[0m"

    /// - Parameters:
    ///   - code: one text per row, with `1` for dark.
    ///   - hasColour: true if the terminal has color. Otherwise the light modules are drawn, for a
    ///     dark background.
    package static func lines(_ code: [String], hasColour: Bool) -> [String] {
        let rows = code.map { Array($0.utf8) }
        let range = -border..<(rows.count + border)
        func isInk(_ x: Int, _ y: Int) -> Bool {
            let isInside = rows.indices.contains(x) && rows.indices.contains(y)
            return (isInside && rows[y][x] == UInt8(ascii: "1")) == hasColour
        }
        return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { y in
            let text = range.map { x -> Character in
                switch (
                    isInk(x, y), y + 1 < range.upperBound ? isInk(x, y + 1) : !hasColour
                ) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }
            return hasColour ? start + String(text) + end : String(text)
        }
    }
}
