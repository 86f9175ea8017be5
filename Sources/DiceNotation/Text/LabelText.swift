/// The form of player names, labels and remarks: printable characters in NFC, of which the first
/// and the last are visible.
public enum LabelText {
    /// Returns the text in NFC, the form in which it is stored and compared, or `nil` if it is not
    /// a valid label. The length is not checked.
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

    /// Returns a new label in NFC, or `nil` if the text is not a valid label or too long.
    public static func accepted(_ text: String) -> String? {
        canonical(text).flatMap { TextLimit.label.excess(of: $0) == nil ? $0 : nil }
    }

    /// Returns the part of a stored text that is a valid label today, or `nil` if no part of it is.
    public static func fitting(_ text: String) -> String? {
        if let label = accepted(text) {
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
        // Drop the invisible scalars, then those at either end that are not visible on their own.
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

    /// Returns true if each invisible character changes the appearance of its neighbors.
    private static func hasOnlyNeededJoiners(_ scalars: [Unicode.Scalar]) -> Bool {
        // The final "a" needs no joiner.
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
    /// True if the character is visible: it begins neither with a blank nor with a mark that needs
    /// a base character.
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

    /// Symbols and letters without ink: in Braille, musical notation and hieroglyphs.
    private static let blanks: Set<Unicode.Scalar> = [
        "\u{2800}", "\u{1D159}", "\u{13441}", "\u{13442}",
    ]
}

extension Unicode.Scalar {
    /// True if any terminal can show the scalar: no control, format, surrogate or unassigned
    /// character.
    public var isPrintable: Bool {
        // The fast path, without the Unicode tables.
        if isASCII {
            return value >= 0x20 && value != 0x7F
        }
        return switch properties.generalCategory {
        case .control, .surrogate, .unassigned, .privateUse, .lineSeparator,
            .paragraphSeparator:
            false
        // Every other format character can reorder a line, or is invisible.
        case .format: properties.isJoinControl
        default: true
        }
    }

    /// True if the scalar is or can be drawn as an emoji. Digits, `#` and `*` are excluded, because
    /// they are emoji only in keycaps.
    fileprivate var isEmoji: Bool { properties.isEmoji && !isASCII }

    /// True for the selectors of emoji or text presentation.
    fileprivate var isEmojiVariation: Bool { self == "\u{FE0E}" || self == "\u{FE0F}" }

    /// True for a letter or virama of a script in which ZWJ and ZWNJ join or separate letters:
    /// Arabic to Sinhala, Myanmar, Khmer to Mongolian, and Phags-pa.
    fileprivate var isOfJoiningScript: Bool {
        let blocks: [ClosedRange<UInt32>] = [
            0x0600...0x0DFF, 0x1000...0x109F, 0x1780...0x18AF, 0xA840...0xA87F,
        ]
        return blocks.contains { $0.contains(value) }
            && (properties.isAlphabetic
                || properties.canonicalCombiningClass == .virama)
    }
}
