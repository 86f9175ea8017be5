/// A letter before a player's name, in the player's own color, which is the same on the page.
/// An invisible Unicode character follows the letter, so that texts can be cut and joined before
/// `CellBuffer` colors it.
package enum PlayerTag {
    static let colors: [CellStyle] = [
        .red, .orange, .yellow, .green, .teal, .blue, .violet, .pink,
    ]

    /// Returns the number of a name's color: the name's place among the players. For other names it
    /// follows from an FNV-1a hash of the name's bytes.
    static func number(of name: String, among players: [String]) -> Int {
        if let place = players.firstIndex(of: name) {
            return place
        }
        let hash = name.utf8.reduce(UInt32(2_166_136_261)) {
            ($0 ^ UInt32($1)) &* 16_777_619
        }
        return Int(hash % UInt32(colors.count))
    }

    /// Returns the style of a color, which is one of the first eight or has a hue of its own.
    static func style(_ number: Int) -> CellStyle {
        colors.indices.contains(number) ? colors[number] : .player(UInt8(number))
    }

    /// Returns the one of the first eight that a terminal with few colors shows for a color.
    static func repeated(_ number: Int) -> CellStyle {
        colors[number % colors.count]
    }

    /// Returns `A ann`, with the invisible character that colors the letter.
    package static func text(_ name: String, among players: [String]) -> String {
        let shown = Printable.text(name)
        guard let letter = shown.first?.uppercased().first,
            let mark = Unicode.Scalar(
                first + UInt32(number(of: name, among: players)) % count
            )
        else { return shown }
        return "\(letter)\(mark) \(shown)"
    }

    /// Returns the text without tags, for a screen reader.
    package static func removed(from text: String) -> String {
        var rest = text[...]
        var spoken = ""
        while let tag = rest.firstIndex(where: { parts(of: $0) != nil }) {
            spoken += rest[..<tag]
            rest = rest[tag...].dropFirst(2)
        }
        return spoken + rest
    }

    /// Returns the letter and its color if the character is a tag.
    static func parts(of character: Character) -> (letter: Character, style: CellStyle)? {
        guard let last = character.unicodeScalars.last?.value, last >= first,
            last < first + count,
            let letter = String(character.unicodeScalars.dropLast()).first
        else { return nil }
        return (letter, style(Int(last - first)))
    }

    /// The first of the Unicode tags, characters that `Printable` removes, and their number.
    private static let first: UInt32 = 0xE0020
    private static let count: UInt32 = 95
}
