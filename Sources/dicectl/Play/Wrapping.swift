/// Sets short texts in lines, each text whole where that can be. The last ones are left out where there is no room.
enum Wrapping {
    static func lines(
        _ texts: [String], separator: String, columns: Int, atMost count: Int, _ glyphs: Glyphs
    ) -> [String] {
        var lines: [String] = []
        for text in texts {
            if let last = lines.last, fits(last + separator + text, columns) {
                lines[lines.count - 1] = last + separator + text
            } else if lines.count < max(1, count) {
                lines.append(text)
            }
        }
        return lines.map { glyphs.cut($0, to: columns) }
    }

    private static func fits(_ text: String, _ columns: Int) -> Bool { DisplayWidth.of(text) <= columns }
}
