/// Sets short texts in lines, each text whole where that can be.
enum Wrapping {
    static func lines(
        _ texts: [String], separator: String, columns: Int, atMost count: Int, _ glyphs: Glyphs
    ) -> [String] {
        var lines: [String] = []
        for text in texts {
            if let last = lines.last, lines.count == count || fits(last + separator + text, columns) {
                lines[lines.count - 1] = last + separator + text
            } else {
                lines.append(text)
            }
        }
        return lines.map { glyphs.cut($0, to: columns) }
    }

    private static func fits(_ text: String, _ columns: Int) -> Bool { DisplayWidth.of(text) <= columns }
}
