/// How many colours there are, and the sequences that make a style.
enum Palette: Hashable, CaseIterable {
    /// No style sequences at all.
    case none
    /// Bold, dim and reverse alone: for those who want no colour, and because what the 16 look like is anybody's choice.
    case basic
    /// The 240 colours of the 256 that every terminal shows alike.
    case indexed
    case direct

    /// Each colour reaches a contrast of 4.5:1 on black and on white: few do, as only a luminance from 0.175 to 0.183 can.
    struct Ink: Hashable {
        var index: Int
        var red: Int
        var green: Int
        var blue: Int
    }

    static func ink(of style: Style) -> Ink? {
        switch style {
        case .plain, .strong, .chosen: nil
        case .rolling: Ink(index: 131, red: 0xAF, green: 0x5F, blue: 0x5F)
        case .locked: Ink(index: 63, red: 0x5F, green: 0x5F, blue: 0xFF)
        case .faint: Ink(index: 243, red: 0x76, green: 0x76, blue: 0x76)
        case .alert: Ink(index: 163, red: 0xD7, green: 0x00, blue: 0xAF)
        }
    }

    /// Select Graphic Rendition (ECMA-48, 8.3.117), from any style to this one.
    func sequence(for style: Style) -> [UInt8] {
        let parameters = Self.attributes(of: style, dim: self == .basic) + color(of: style)
        return self == .none ? [] : Array("\u{1B}[\((["0"] + parameters).joined(separator: ";"))m".utf8)
    }

    private static func attributes(of style: Style, dim: Bool) -> [String] {
        switch style {
        case .plain, .rolling: []
        case .locked, .strong, .alert: ["1"]
        case .faint: dim ? ["2"] : []
        case .chosen: ["7"]
        }
    }

    private func color(of style: Style) -> [String] {
        guard let ink = Self.ink(of: style) else { return [] }
        return switch self {
        case .none, .basic: []
        case .indexed: ["38;5;\(ink.index)"]
        case .direct: ["38;2;\(ink.red);\(ink.green);\(ink.blue)"]
        }
    }
}
