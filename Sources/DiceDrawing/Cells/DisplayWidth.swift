/// The width of a character on a terminal: 0, 1 or 2 columns.
package enum DisplayWidth {
    package static func of(_ character: Character) -> Int {
        var width = 0
        for scalar in character.unicodeScalars {
            if scalar == "\u{FE0F}" {
                return 2
            }  // asks for the emoji form
            width = max(width, of(scalar))
        }
        return width
    }

    package static func of(_ text: some StringProtocol) -> Int {
        text.reduce(0) { $0 + of($1) }
    }

    private static func of(_ scalar: Unicode.Scalar) -> Int {
        if scalar.isASCII {
            return scalar.value >= 0x20 && scalar.value < 0x7F ? 1 : 0
        }
        switch scalar.properties.generalCategory {
        case .control, .format, .nonspacingMark, .enclosingMark: return 0
        default:
            return scalar.properties.isEmojiPresentation
                || wide.contains { $0.contains(scalar.value) } ? 2 : 1
        }
    }

    /// Unicode's blocks of East Asian Width W or F, without their few narrow characters, and
    /// without emoji.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247,
        0x3250...0x4DBF,
        0x4E00...0xA4CF,
        0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
        0xFE30...0xFE6F,
        0xFF00...0xFF60,
        0xFFE0...0xFFE6, 0x16FE0...0x1B2FB, 0x1F200...0x1F265, 0x20000...0x3FFFD,
    ]
}
