/// A letter that stands before a player's name and has a colour of the player's own, the same on
/// every screen. A character of Unicode that shows nothing goes with the letter, so that texts can
/// be cut and joined before `CellBuffer` colours it.
enum PlayerTag {
    static let colors: [CellStyle] = [
        .red, .orange, .yellow, .green, .teal, .blue, .violet, .pink,
    ]

    /// FNV-1a over the name's bytes.
    static func index(of name: String) -> Int {
        let hash = name.utf8.reduce(UInt32(2_166_136_261)) {
            ($0 ^ UInt32($1)) &* 16_777_619
        }
        return Int(hash % UInt32(colors.count))
    }

    /// `A ann`, with what colours the letter.
    static func text(_ name: String) -> String {
        let shown = Printable.text(name)
        guard let letter = shown.first?.uppercased().first,
            let mark = Unicode.Scalar(first + UInt32(index(of: name)))
        else { return shown }
        return "\(letter)\(mark) \(shown)"
    }

    /// The text without tags, to listen to.
    static func removed(from text: String) -> String {
        var rest = text[...]
        var spoken = ""
        while let tag = rest.firstIndex(where: { parts(of: $0) != nil }) {
            spoken += rest[..<tag]
            rest = rest[tag...].dropFirst(2)
        }
        return spoken + rest
    }

    /// The letter and its colour, if the character is a tag.
    static func parts(of character: Character) -> (letter: Character, style: CellStyle)? {
        guard let last = character.unicodeScalars.last?.value, last >= first,
            last < first + UInt32(colors.count),
            let letter = String(character.unicodeScalars.dropLast()).first
        else { return nil }
        return (letter, colors[Int(last - first)])
    }

    /// Unicode's tag for the digit 0; `Printable` lets none through.
    private static let first: UInt32 = 0xE0030
}
