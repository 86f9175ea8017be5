/// A line of comma-separated values by RFC 4180, which spreadsheets read.
enum CommaSeparated {
    /// Ends in CR LF. A field with a comma, a quote or a line end is put in quotes, its own quotes doubled.
    static func line(_ fields: [String]) -> String {
        fields.map(field).joined(separator: ",") + "\r\n"
    }

    private static func field(_ text: String) -> String {
        // By bytes: CR LF is one character.
        let isPlain = text.utf8.allSatisfy { ![",", "\"", "\r", "\n"].contains(Unicode.Scalar($0)) }
        return isPlain ? text : "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
