import DiceNotation

/// Who did something, as shown to everyone at the table.
public enum PlayerLabel {
    /// The rule in words, for error messages.
    public static let rule = "a label is " + form
    /// What a label is made of, in words.
    public static let form =
        "1 to 64 printable characters, the first and the last of them visible"

    /// The label that `text` is, as it is kept and compared: in NFC. Nil if a new one may not be
    /// so.
    public static func canonical(_ text: String) -> String? {
        LabelText.canonical(text).flatMap {
            TextLimit.label.excess(of: $0) == nil ? $0 : nil
        }
    }

    public static func isValid(_ text: String) -> Bool {
        canonical(text) != nil
    }

    /// The two forms in which a label may have been stored: NFC, and before labels were kept so
    /// perhaps NFD.
    public static func storedForms(of label: String) -> [String] {
        [label, label.inNFD]
    }

    /// Who plays if nobody says so: the name of the account, or `uid N` if it has none that can be
    /// shown.
    public static func ofAccount(_ name: String?, uid: UInt32) -> String {
        name.flatMap(canonical) ?? "uid \(uid)"
    }
}
