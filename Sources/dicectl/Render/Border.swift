/// The characters around the body of a die.
struct Border: Hashable {
    var topLeft: Character
    var topRight: Character
    var bottomLeft: Character
    var bottomRight: Character
    var horizontal: Character
    var vertical: Character

    /// From six characters: the top left corner, a horizontal line, the top right corner, a vertical line, then the
    /// bottom corners.
    init(_ characters: String) {
        let all = Array(characters)
        precondition(all.count == 6, "a border has six characters")
        (topLeft, horizontal, topRight) = (all[0], all[1], all[2])
        (vertical, bottomLeft, bottomRight) = (all[3], all[4], all[5])
    }

    /// The first row of a body of so many columns.
    func top(_ columns: Int, with text: String = "") -> String {
        edge(topLeft, text, topRight, columns)
    }

    /// The last row of it, with a text in its middle.
    func bottom(_ columns: Int, with text: String = "") -> String {
        edge(bottomLeft, text, bottomRight, columns)
    }

    private func edge(_ left: Character, _ text: String, _ right: Character, _ columns: Int) -> String {
        let room = max(0, columns - 2 - text.count)
        let line = { String(repeating: horizontal, count: $0) }
        return "\(left)\(line(room / 2))\(text)\(line(room - room / 2))\(right)"
    }
}
