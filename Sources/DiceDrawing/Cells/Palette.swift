/// The number of colors available, and the sequences that produce a style.
package enum Palette: Hashable, CaseIterable {
    case none
    /// Only bold, dim and reverse: for users who turn color off.
    case basic
    /// The eight colors of every color terminal. Users configure them, so each style pairs two of
    /// the eight as foreground and background.
    case sixteen
    /// The 240 of the 256 colors that look alike on every terminal.
    case indexed
    case direct

    /// One of the 256 colors, with its RGB components.
    struct Ink: Hashable {
        let index, red, green, blue: Int

        init(_ index: Int, _ color: Int) {
            self.index = index
            red = color >> 16
            green = color >> 8 & 0xFF
            blue = color & 0xFF
        }
    }

    /// Returns the foreground color. On the terminal's own background each has a contrast of 4.5:1
    /// on both black and white, which requires a luminance from 0.175 to 0.183.
    static func ink(of style: CellStyle) -> Ink? {
        switch style {
        case .plain, .strong, .chosen: nil
        case .rolling: Ink(131, 0xAF5F5F)
        case .locked: Ink(63, 0x5F5FFF)
        case .faint, .dropped: Ink(243, 0x767676)
        case .alert: Ink(163, 0xD700AF)
        case .body: Ink(234, 0x1C1C1C)
        case .rollingBody: Ink(252, 0xD0D0D0)
        case .lockedBody, .bar, .red, .blue, .violet: Ink(231, 0xFFFFFF)
        case .orange, .yellow, .green, .teal, .pink: Ink(16, 0x000000)
        }
    }

    /// Returns the background color; `nil` for the terminal's own.
    static func ground(of style: CellStyle) -> Ink? {
        switch style {
        case .body: Ink(255, 0xEEEEEE)
        case .rollingBody: Ink(240, 0x585858)
        case .lockedBody, .bar: Ink(63, 0x5F5FFF)
        case .red: Ink(160, 0xD70000)
        case .orange: Ink(208, 0xFF8700)
        case .yellow: Ink(220, 0xFFD700)
        case .green: Ink(34, 0x00AF00)
        case .teal: Ink(44, 0x00D7D7)
        case .blue: Ink(26, 0x005FD7)
        case .violet: Ink(92, 0x8700D7)
        case .pink: Ink(211, 0xFF87AF)
        default: nil
        }
    }

    /// Returns the Select Graphic Rendition sequence (ECMA-48, 8.3.117) that changes any style to
    /// this one.
    func sequence(for style: CellStyle) -> [UInt8] {
        let parameters = ["0"] + attributes(of: style) + colors(of: style)
        return self == .none
            ? [] : Array("\u{1B}[\(parameters.joined(separator: ";"))m".utf8)
    }

    private func attributes(of style: CellStyle) -> [String] {
        let hasFewColors = self == .basic || self == .sixteen
        return switch style {
        case .plain, .rolling, .body: []
        case .orange, .yellow, .green, .teal: self == .basic ? ["1"] : []
        case .locked, .strong, .alert, .lockedBody, .red, .blue, .violet, .pink: ["1"]
        case .faint, .rollingBody: hasFewColors ? ["2"] : []
        case .dropped: hasFewColors ? ["2", "9"] : ["9"]
        case .chosen: ["7"]
        case .bar: self == .basic ? ["1", "7"] : ["1"]
        }
    }

    private func colors(of style: CellStyle) -> [String] {
        switch self {
        case .none, .basic: return []
        case .sixteen: return Self.pair(of: style)
        case .indexed, .direct:
            return [(38, Self.ink(of: style)), (48, Self.ground(of: style))].compactMap {
                kind,
                ink in
                ink.map {
                    self == .indexed
                        ? "\(kind);5;\($0.index)"
                        : "\(kind);2;\($0.red);\($0.green);\($0.blue)"
                }
            }
        }
    }

    /// Returns a foreground and a background of the eight colors.
    private static func pair(of style: CellStyle) -> [String] {
        switch style {
        case .rolling: ["30", "46"]
        case .locked, .bar, .blue, .violet: ["37", "44"]
        case .alert, .red, .pink: ["37", "41"]
        case .green, .yellow: ["30", "42"]
        case .teal, .orange: ["30", "46"]
        default: []
        }
    }
}
