/// Who did something, as shown to everyone at the table: 1 to 64 printable characters.
public enum PlayerLabel {
    /// The rule in words, for error messages.
    public static let rule = "a label is 1 to 64 printable characters"

    /// Whether `text` is as long as a label is, whatever its characters are.
    public static func fits(_ text: String) -> Bool {
        text.unicodeScalars.count <= 4 * Limits.labelLength.upperBound && Limits.labelLength.contains(text.count)
    }

    /// Whether `text` may be shown as it is on any terminal: no control, format, surrogate or unassigned characters.
    public static func isValid(_ text: String) -> Bool {
        guard fits(text) else { return false }
        return text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .surrogate, .unassigned, .privateUse, .lineSeparator, .paragraphSeparator: false
            case .format: scalar == "\u{200D}"  // joins emoji; every other format character can reorder a line
            default: true
            }
        }
    }

    /// Who plays where nobody says so: the name of the account, or `uid N` where it has none that can be shown.
    public static func ofAccount(_ name: String?, uid: UInt32) -> String {
        name.flatMap { isValid($0) ? $0 : nil } ?? "uid \(uid)"
    }
}
