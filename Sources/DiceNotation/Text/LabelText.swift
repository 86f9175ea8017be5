/// What names of players, labels and remarks are: printable characters that begin and end with a
/// visible one, in NFC.
public enum LabelText {
    /// The text as it is kept and compared, in NFC; nil if it is not of the form of a label. How
    /// long it is does not matter.
    public static func canonical(_ text: String) -> String? {
        guard !text.isEmpty, text.unicodeScalars.allSatisfy(\.isPrintable) else {
            return nil
        }
        let label = text.inNFC
        guard let first = label.first, let last = label.last, first.isVisible,
            last.isVisible,
            hasOnlyNeededJoiners(Array(label.unicodeScalars))
        else { return nil }
        return label
    }

    /// As much of a stored text as is a label today; nil if nothing of it is.
    public static func fitting(_ text: String) -> String? {
        if let label = canonical(text), TextLimit.label.excess(of: label) == nil {
            return label
        }
        var kept = String.UnicodeScalarView()
        var bytes = 0
        var marks = 0
        for scalar in text.inNFC.unicodeScalars where scalar.isPrintable {
            marks = scalar.isMark ? marks + 1 : 0
            if marks > TextLimit.marks {
                continue
            }
            bytes += UTF8.width(scalar)
            if kept.count == TextLimit.label.scalars ?? .max
                || bytes > TextLimit.label.bytes
            {
                break
            }
            kept.append(scalar)
        }
        if let label = canonical(String(kept)) {
            return label
        }
        // What shows nothing itself is left out, and then what is not visible at either end.
        var shown = Array(kept.filter { !$0.properties.isDefaultIgnorableCodePoint })
        while let first = shown.first, !Character(first).isVisible {
            shown.removeFirst()
        }
        while let last = shown.last, !Character(last).isVisible,
            canonical(self.text(shown)) == nil
        {
            shown.removeLast()
        }
        return canonical(self.text(shown))
    }

    private static func text(_ scalars: [Unicode.Scalar]) -> String {
        String(String.UnicodeScalarView(scalars))
    }

    /// Whether each character that shows nothing itself changes how those beside it look.
    private static func hasOnlyNeededJoiners(_ scalars: [Unicode.Scalar]) -> Bool {
        // The "a" after the last one needs nothing.
        zip(zip(scalars, scalars.dropFirst()), scalars.dropFirst(2) + ["a"]).allSatisfy {
            sides,
            after in
            let (before, scalar) = sides
            if scalar.isEmojiVariation {
                return before.isEmoji
                    || before.properties.isEmoji && after == "\u{20E3}"
            }
            guard scalar.properties.isDefaultIgnorableCodePoint else { return true }
            let joinsEmoji =
                scalar == "\u{200D}" && (before.isEmoji || before.isEmojiVariation)
                && after.isEmoji
            let joinsLetters =
                before.isOfJoiningScript && after.isOfJoiningScript
                && after.properties.isAlphabetic
            return joinsEmoji || scalar.properties.isJoinControl && joinsLetters
        }
    }
}

extension Character {
    /// Whether an eye sees it: it begins neither with a blank nor with a mark that needs another
    /// character.
    fileprivate var isVisible: Bool {
        guard let base = unicodeScalars.first, !Self.blanks.contains(base) else {
            return false
        }
        let properties = base.properties
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return false
        default:
            return !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
        }
    }

    /// Symbols and letters that show nothing: of Braille, music and hieroglyphs.
    private static let blanks: Set<Unicode.Scalar> = [
        "\u{2800}", "\u{1D159}", "\u{13441}", "\u{13442}",
    ]
}

extension Unicode.Scalar {
    /// Whether it may be shown as it is on any terminal: no control, format, surrogate or
    /// unassigned character.
    public var isPrintable: Bool {
        // Without a look into the tables of Unicode.
        if isASCII {
            return value >= 0x20 && value != 0x7F
        }
        return switch properties.generalCategory {
        case .control, .surrogate, .unassigned, .privateUse, .lineSeparator,
            .paragraphSeparator:
            false
        // Every other format character can reorder a line, or is seen nowhere.
        case .format: properties.isJoinControl
        default: true
        }
    }

    /// Whether it is drawn as a picture, or can be; the digits, `#` and `*` are so in keycaps only.
    fileprivate var isEmoji: Bool { properties.isEmoji && !isASCII }

    /// Chooses between picture and text.
    fileprivate var isEmojiVariation: Bool { self == "\u{FE0E}" || self == "\u{FE0F}" }

    /// Whether it is a letter, or a virama, of a script in which ZWJ and ZWNJ join letters or keep
    /// them apart: Arabic to Sinhala, Myanmar, Khmer to Mongolian, and Phags-pa.
    fileprivate var isOfJoiningScript: Bool {
        let blocks: [ClosedRange<UInt32>] = [
            0x0600...0x0DFF, 0x1000...0x109F, 0x1780...0x18AF, 0xA840...0xA87F,
        ]
        return blocks.contains { $0.contains(value) }
            && (properties.isAlphabetic
                || properties.canonicalCombiningClass == .virama)
    }
}
