@_spi(_Unicode) import Swift

/// Who did something, as shown to everyone at the table: 1 to 64 printable characters that begin and end with a visible one,
/// in Unicode's form NFC.
public enum PlayerLabel {
    /// The rule in words, for error messages.
    public static let rule = "a label is " + form
    /// What a label is made of, in words.
    public static let form = "1 to 64 printable characters, the first and the last of them visible"

    /// Whether `text` is as long as a label is, whatever its characters are.
    public static func fits(_ text: String) -> Bool {
        // Nearly all: to tell the characters of a text apart takes long, and none of them is less than a byte.
        if Limits.labelLength.contains(text.utf8.count) { return true }
        return text.unicodeScalars.count <= 4 * Limits.labelLength.upperBound && Limits.labelLength.contains(text.count)
    }

    /// The label that `text` is, as it is kept and compared: in NFC. Nil if it is not a label.
    public static func canonical(_ text: String) -> String? {
        guard isPrintable(text) else { return nil }
        // The standard library offers NFC to other libraries of Swift alone; Foundation, which has it for all, weighs 40 MB.
        let label = String(String.UnicodeScalarView(text._nfc))
        guard let first = label.first, let last = label.last, first.isVisible, last.isVisible,
            hasOnlyNeededJoiners(Array(label.unicodeScalars))
        else { return nil }
        return label
    }

    public static func isValid(_ text: String) -> Bool { canonical(text) != nil }

    /// Labels that were stored before they had to be visible and in NFC are at least that.
    public static func isPrintable(_ text: String) -> Bool {
        fits(text) && text.unicodeScalars.allSatisfy(\.isPrintable)
    }

    /// The two forms in which a label may have been stored: NFC, and before labels were kept so perhaps NFD.
    public static func storedForms(of label: String) -> [String] {
        [label, String(String.UnicodeScalarView(label._nfd))]
    }

    /// Whether each character that shows nothing itself changes how those beside it look.
    private static func hasOnlyNeededJoiners(_ scalars: [Unicode.Scalar]) -> Bool {
        // The "a" after the last one needs nothing.
        zip(zip(scalars, scalars.dropFirst()), scalars.dropFirst(2) + ["a"]).allSatisfy { sides, after in
            let (before, scalar) = sides
            if scalar.isEmojiVariation { return before.isEmoji || before.properties.isEmoji && after == "\u{20E3}" }
            guard scalar.properties.isDefaultIgnorableCodePoint else { return true }
            let joinsEmoji = scalar == "\u{200D}" && (before.isEmoji || before.isEmojiVariation) && after.isEmoji
            let joinsLetters = before.isOfJoiningScript && after.isOfJoiningScript && after.properties.isAlphabetic
            return joinsEmoji || scalar.properties.isJoinControl && joinsLetters
        }
    }

    /// Who plays if nobody says so: the name of the account, or `uid N` if it has none that can be shown.
    public static func ofAccount(_ name: String?, uid: UInt32) -> String { name.flatMap(canonical) ?? "uid \(uid)" }
}

extension Character {
    /// Whether an eye sees it: it begins neither with a blank nor with a mark that needs another character.
    fileprivate var isVisible: Bool {
        guard let base = unicodeScalars.first, !Self.blanks.contains(base) else { return false }
        let properties = base.properties
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return false
        default: return !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
        }
    }

    /// Symbols and letters that show nothing: of Braille, music and hieroglyphs.
    private static let blanks: Set<Unicode.Scalar> = ["\u{2800}", "\u{1D159}", "\u{13441}", "\u{13442}"]
}

extension Unicode.Scalar {
    /// Whether it may be shown as it is on any terminal: no control, format, surrogate or unassigned character.
    public var isPrintable: Bool {
        // Without a look into the tables of Unicode.
        if isASCII { return value >= 0x20 && value != 0x7F }
        return switch properties.generalCategory {
        case .control, .surrogate, .unassigned, .privateUse, .lineSeparator, .paragraphSeparator: false
        // Every other format character can reorder a line, or is seen nowhere.
        case .format: properties.isJoinControl
        default: true
        }
    }

    /// Whether it is drawn as a picture, or can be; the digits, `#` and `*` are so in keycaps only.
    fileprivate var isEmoji: Bool { properties.isEmoji && !isASCII }

    /// Chooses between picture and text.
    fileprivate var isEmojiVariation: Bool { self == "\u{FE0E}" || self == "\u{FE0F}" }

    /// Whether it is a letter, or a virama, of a script in which ZWJ and ZWNJ join letters or keep them apart: Arabic to
    /// Sinhala, Myanmar, Khmer to Mongolian, and Phags-pa.
    fileprivate var isOfJoiningScript: Bool {
        let blocks: [ClosedRange<UInt32>] = [0x0600...0x0DFF, 0x1000...0x109F, 0x1780...0x18AF, 0xA840...0xA87F]
        return blocks.contains { $0.contains(value) }
            && (properties.isAlphabetic || properties.canonicalCombiningClass == .virama)
    }
}
