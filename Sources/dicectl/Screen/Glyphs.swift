/// The characters that dice are drawn with.
struct Glyphs: Hashable {
    /// Around a die at rest, a locked one and one in flight.
    var still, locked, rolling: Border
    var pip: Character
    /// The full block, its upper, lower, left and right half, and what stands for all of them on a
    /// die in flight.
    var full, upper, lower, left, right, shade: Character
    /// Between the parts of the screen.
    var rule: Character
    /// Follows the number of a die in flight.
    var inFlight: String
    /// Between the parts of the line below the dice.
    var separator: String
    /// Where something is cut off.
    var ellipsis: String
    /// On both sides of the number of the die that the keys act on.
    var chosenLeft, chosenRight: Character
    /// On both sides of a button that cannot be pressed now.
    var disabled: Character
    /// The six faces as one character each; none if there are no such characters.
    var faces: [Character]

    static let unicode = Glyphs(
        still: Border("╭─╮│╰╯"),
        locked: Border("╔═╗║╚╝"),
        rolling: Border("╭╌╮┆╰╯"),
        pip: "●",
        full: "█",
        upper: "▀",
        lower: "▄",
        left: "▌",
        right: "▐",
        shade: "▒",
        rule: "─",
        inFlight: "…",
        separator: " · ",
        ellipsis: "…",
        chosenLeft: "▸",
        chosenRight: "◂",
        disabled: "·",
        faces: ["⚀", "⚁", "⚂", "⚃", "⚄", "⚅"]
    )

    /// What the fonts of Linux's console have, which hold 256 or 512 characters.
    static let console = Glyphs(
        still: Border("┌─┐│└┘"),
        locked: Border("╔═╗║╚╝"),
        rolling: Border(".-.:''"),
        pip: "•",
        full: "█",
        upper: "▀",
        lower: "▄",
        left: "▌",
        right: "▐",
        shade: "▒",
        rule: "─",
        inFlight: "~",
        separator: " · ",
        ellipsis: "...",
        chosenLeft: "►",
        chosenRight: "◄",
        disabled: "·",
        faces: []
    )

    static let ascii = Glyphs(
        still: Border("+-+|++"),
        locked: Border("#=####"),
        rolling: Border(".-.:''"),
        pip: "o",
        full: "#",
        upper: "'",
        lower: ".",
        left: ")",
        right: "(",
        shade: "%",
        rule: "-",
        inFlight: "~",
        separator: " - ",
        ellipsis: "...",
        chosenLeft: ">",
        chosenRight: "<",
        disabled: "-",
        faces: []
    )
}

extension Glyphs {
    /// `text`, cut off with an ellipsis if it is wider than `columns`.
    func cut(_ text: String, to columns: Int) -> String {
        guard DisplayWidth.of(text) > columns, columns > ellipsis.count else {
            return text
        }
        var room = columns - ellipsis.count
        let cut = text.prefix { character in
            room -= DisplayWidth.of(character)
            return room >= 0
        }
        return cut + ellipsis
    }

    /// The parts of a line, of the first choice that fits into `columns`, else of the last, cut
    /// off.
    func firstFitting(_ choices: [[String]], _ columns: Int) -> String {
        let lines = choices.map {
            shown($0.filter { !$0.isEmpty }.joined(separator: separator))
        }
        return cut(
            lines.first { DisplayWidth.of($0) <= columns } ?? lines.last ?? "",
            to: columns
        )
    }

    /// Short texts set in lines, each text whole if that can be. The last ones are left out if
    /// there is no room.
    func wrapped(_ texts: [String], separator: String, columns: Int, atMost count: Int)
        -> [String]
    {
        var lines: [String] = []
        for text in texts {
            if let last = lines.last,
                DisplayWidth.of(last + separator + text) <= columns
            {
                lines[lines.count - 1] = last + separator + text
            } else if lines.count < max(1, count) {
                lines.append(text)
            }
        }
        return lines.map { cut($0, to: columns) }
    }

    /// `text` as this set of characters can show it.
    func shown(_ text: String) -> String {
        self == .ascii ? Printable.ascii(text) : text
    }

    /// A picture made of spaces and Unicode's blocks in this set of characters.
    func blocks(_ picture: String, isShaded: Bool) -> String {
        let halves: [Character: Character] = [
            "▀": upper, "▄": lower, "▌": left, "▐": right,
        ]
        let characters: [Character] = picture.map { character in
            if character == " " {
                return " "
            }
            return isShaded ? shade : halves[character] ?? full
        }
        return String(characters)
    }
}
