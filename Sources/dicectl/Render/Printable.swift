/// Text of others made safe to show.
enum Printable {
    /// Without control characters and whatever else could move a terminal's cursor or reorder its line.
    static func text(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { isShown($0) ? $0 : "\u{FFFD}" }))
    }

    /// `text` in ASCII alone, with a question mark for every other character.
    static func ascii(_ text: String) -> String {
        String(text.map { $0.isASCII ? $0 : "?" })
    }

    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .surrogate, .unassigned, .privateUse, .lineSeparator, .paragraphSeparator: false
        case .format: scalar == "\u{200D}"
        default: true
        }
    }
}
