/// The characters that dice are drawn with.
package struct Glyphs: Hashable {
    /// The borders of a die at rest, a locked die and a die in flight.
    package var still, locked, rolling: Border
    var pip: Character
    /// The full block; its upper, lower, left and right halves; and the shade that replaces all of
    /// them on a die in flight.
    package var full, upper, lower, left, right, shade: Character
    /// The line between the parts of the screen.
    package var rule: Character
    /// Follows the number of a die in flight, and is on both sides of a button that was pressed.
    package var inFlight: String
    /// The separator in the line below the dice.
    package var separator: String
    /// The mark at which a text is cut off.
    package var ellipsis: String
    /// The marks around the number of the selected die.
    package var chosenLeft, chosenRight: Character
    /// The mark on both sides of a disabled button.
    package var disabled: Character
    /// The six faces as one character each; empty if the set has none.
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

    /// The characters in the fonts of the Linux console, which hold 256 or 512.
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

    package static let ascii = Glyphs(
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
    /// Returns `text`, cut off with an ellipsis if it is wider than `columns`.
    package func cut(_ text: String, to columns: Int) -> String {
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

    /// Joins the parts of the first choice that fits into `columns`, or those of the last, cut off.
    package func firstFitting(_ choices: [[String]], _ columns: Int) -> String {
        let lines = choices.map {
            shown($0.filter { !$0.isEmpty }.joined(separator: separator))
        }
        return cut(
            lines.first { DisplayWidth.of($0) <= columns } ?? lines.last ?? "",
            to: columns
        )
    }

    /// Wraps short texts into lines, without breaking a text if possible. Those at the end that do
    /// not fit are omitted.
    package func wrapped(_ texts: [String], separator: String, columns: Int, atMost count: Int)
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

    /// Returns `text` in the characters of this set.
    package func shown(_ text: String) -> String {
        self == .ascii ? Printable.ascii(text) : text
    }

    /// Returns a picture made of spaces and Unicode's blocks in the characters of this set.
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
