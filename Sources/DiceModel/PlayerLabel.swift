import DiceNotation

/// The name of an actor, as shown to everyone at the table.
public enum PlayerLabel {
    /// The rule as text for error messages.
    public static let rule = "a label must be " + form
    /// The characters of a label, as text.
    public static let form =
        "1 to 64 printable characters, of which the first and the last are visible"

    /// Returns the forms in which a label may be stored: NFC and, in older stores, NFD.
    public static func storedForms(of label: String) -> [String] {
        [label, label.inNFD]
    }

    /// Returns the default name: the account's name, or `uid N` if the account has no printable
    /// name.
    public static func ofAccount(_ name: String?, uid: UInt32) -> String {
        name.flatMap(LabelText.accepted) ?? "uid \(uid)"
    }
}
