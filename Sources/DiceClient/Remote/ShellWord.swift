/// A word of a command line as a POSIX shell takes it.
public enum ShellWord {
    /// The word itself where no shell sees more in it, else the word in single quotes.
    public static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { isLetterOrDigit($0) || "._/:=@%+,-".utf8.contains($0) }
        return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
    }

    /// Of ASCII.
    package static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
