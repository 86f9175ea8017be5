/// How many colours there are, and the sequences that make a style.
enum Palette: Hashable, CaseIterable {
    case none
    /// Only bold, dim and reverse: for people who want no colour.
    case basic
    /// The eight that every terminal with colours has. People choose what they look like, so each has another of the eight as
    /// its ground.
    case sixteen
    /// The 240 colours of the 256 that every terminal shows alike.
    case indexed
    case direct

    /// One of the 256 colours, and the same in parts.
    struct Ink: Hashable {
        let index, red, green, blue: Int

        init(_ index: Int, _ color: Int) {
            (self.index, red, green, blue) = (index, color >> 16, color >> 8 & 0xFF, color & 0xFF)
        }
    }

    /// On the terminal's own ground each has a contrast of 4.5:1 on black and on white: few have, as only a luminance from
    /// 0.175 to 0.183 can.
    static func ink(of style: CellStyle) -> Ink? {
        switch style {
        case .plain, .strong, .chosen: nil
        case .rolling: Ink(131, 0xAF5F5F)
        case .locked: Ink(63, 0x5F5FFF)
        case .faint, .dropped: Ink(243, 0x767676)
        case .alert: Ink(163, 0xD700AF)
        case .body: Ink(234, 0x1C1C1C)
        case .rollingBody: Ink(252, 0xD0D0D0)
        case .lockedBody, .bar: Ink(231, 0xFFFFFF)
        }
    }

    /// What the ink stands on; nil for the terminal's own.
    static func ground(of style: CellStyle) -> Ink? {
        switch style {
        case .body: Ink(255, 0xEEEEEE)
        case .rollingBody: Ink(240, 0x585858)
        case .lockedBody, .bar: Ink(63, 0x5F5FFF)
        default: nil
        }
    }

    /// Select Graphic Rendition (ECMA-48, 8.3.117), from any style to this one.
    func sequence(for style: CellStyle) -> [UInt8] {
        let parameters = ["0"] + attributes(of: style) + colors(of: style)
        return self == .none ? [] : Array("\u{1B}[\(parameters.joined(separator: ";"))m".utf8)
    }

    private func attributes(of style: CellStyle) -> [String] {
        let hasFewColors = self == .basic || self == .sixteen
        return switch style {
        case .plain, .rolling, .body: []
        case .locked, .strong, .alert, .lockedBody: ["1"]
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
            return [(38, Self.ink(of: style)), (48, Self.ground(of: style))].compactMap { kind, ink in
                ink.map { self == .indexed ? "\(kind);5;\($0.index)" : "\(kind);2;\($0.red);\($0.green);\($0.blue)" }
            }
        }
    }

    /// An ink and a ground of the eight.
    private static func pair(of style: CellStyle) -> [String] {
        switch style {
        case .rolling: ["30", "46"]
        case .locked, .bar: ["37", "44"]
        case .alert: ["37", "41"]
        default: []
        }
    }
}
