/// Numbers and a few capitalized words, drawn in block characters as large as the space allows, at
/// least three rows high.
enum BlockDigits {
    /// Returns the rows of `text`, all of one width; `nil` if they do not fit or if a character has
    /// no drawing. All numbers of at most this many digits are drawn in one size.
    static func rows(_ text: String, digits minimum: Int, columns: Int, rows: Int)
        -> [String]?
    {
        let digits = text.compactMap { Self.digits[$0] }
        guard digits.count == text.count, !digits.isEmpty else { return nil }
        let count = max(minimum, digits.count)
        let missing = count - digits.count
        let pixels = digits.reduce(missing * width) { $0 + max(width, $1[0].count) }
        let wide = (columns - (count - 1)) / pixels
        // A pixel is at most as wide as it is high: half a block is about square.
        let high = min(2 * rows / height, max(2, wide))
        guard wide > 0, high > 0 else { return nil }
        let halves = (0..<height * high).map { half in
            digits.map {
                $0[half / high].map { String(repeating: $0, count: min(wide, high)) }
                    .joined()
            }
            .joined(separator: " ")
        }
        return stride(from: 0, to: halves.count, by: 2).map { index in
            let upper = halves[index]
            let lower =
                index + 1 < halves.count
                ? halves[index + 1] : String(repeating: " ", count: upper.count)
            return String(zip(upper, lower).map(block))
        }
    }

    private static func block(_ upper: Character, _ lower: Character) -> Character {
        switch (upper, lower) {
        case (" ", " "): " "
        case (_, " "): "▀"
        case (" ", _): "▄"
        default: "█"
        }
    }

    /// The width of most characters.
    private static let width = 3
    private static let height = 5

    private static let digits: [Character: [String]] = [
        "0": ["###", "# #", "# #", "# #", "###"],
        "1": [" #", "##", " #", " #", " #"],
        "2": ["###", "  #", "###", "#  ", "###"],
        "3": ["###", "  #", "###", "  #", "###"],
        "4": ["# #", "# #", "###", "  #", "  #"],
        "5": ["###", "#  ", "###", "  #", "###"],
        "6": ["###", "#  ", "###", "# #", "###"],
        "7": ["###", "  #", "  #", "  #", "  #"],
        "8": ["###", "# #", "###", "# #", "###"],
        "9": ["###", "# #", "###", "  #", "###"],
        "-": ["   ", "   ", "###", "   ", "   "],
        "+": ["   ", " # ", "###", " # ", "   "],
        ".": [" ", " ", " ", " ", "#"],
        "?": ["###", "  #", " ##", "   ", " # "],
        // The letters of MADE and MISSED.
        "A": ["###", "# #", "###", "# #", "# #"],
        "D": ["## ", "# #", "# #", "# #", "## "],
        "E": ["###", "#  ", "###", "#  ", "###"],
        "I": ["###", " # ", " # ", " # ", "###"],
        "M": ["#   #", "## ##", "# # #", "#   #", "#   #"],
        "S": ["###", "#  ", "###", "  #", "###"],
    ]
}
