/// Comma-separated values by RFC 4180, which spreadsheets read.
package enum CommaSeparated {
    /// Returns a line, which ends in CR LF. A field with a comma or a quote is quoted, and its own
    /// quotes are doubled. A field that a spreadsheet would read as a formula gets a leading
    /// apostrophe, which marks it as text.
    package static func line(_ fields: [String]) -> String {
        fields.map(field).joined(separator: ",") + "\r\n"
    }

    private static func field(_ text: String) -> String {
        let shown = (isFormula(text) ? "'" : "") + Printable.text(text)
        return shown.utf8.contains { [",", "\""].contains(Unicode.Scalar($0)) }
            ? "\"" + shown.replacing("\"", with: "\"\"") + "\"" : shown
    }

    private static func isFormula(_ text: String) -> Bool {
        // Compares scalars: a combining mark would change the first character, and CR LF is one
        // character.
        guard let first = text.unicodeScalars.first,
            "=+-@＝＋－＠\t\r".unicodeScalars.contains(first)
        else { return false }
        let isNumber = "+-".unicodeScalars.contains(first) && Double(text) != nil
        return !isNumber
            || text.utf8.dropFirst().contains { !(0x2E...0x39).contains($0) }
    }
}
