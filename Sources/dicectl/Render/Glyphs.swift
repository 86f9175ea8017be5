/// The characters that dice are drawn with.
struct Glyphs: Hashable {
    var topLeft: Character
    var topRight: Character
    var bottomLeft: Character
    var bottomRight: Character
    var horizontal: Character
    var vertical: Character
    var pip: Character
    /// Follows the number of a die in flight.
    var inFlight: String
    /// Between the parts of the line below the dice.
    var separator: String
    /// Where something is cut off.
    var ellipsis: String

    static let unicode = Glyphs(
        topLeft: "╭", topRight: "╮", bottomLeft: "╰", bottomRight: "╯", horizontal: "─", vertical: "│", pip: "●",
        inFlight: "…", separator: " · ", ellipsis: "…")

    static let ascii = Glyphs(
        topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+", horizontal: "-", vertical: "|", pip: "o",
        inFlight: "~", separator: " - ", ellipsis: "...")
}
