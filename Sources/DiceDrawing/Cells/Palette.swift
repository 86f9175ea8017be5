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

        /// Creates the color of a player from the ninth on. They have the next hues of a circle,
        /// as on the page: `hsl(number × 137.5° 60% 28%)`. The index is that of the nearest color,
        /// which several of them may share.
        init(hue number: Int) {
            let chroma = 0.336
            let least = 0.112
            let sixth = (Double(number) * 137.5).truncatingRemainder(dividingBy: 360) / 60
            let ramp = chroma * (1 - abs(sixth.truncatingRemainder(dividingBy: 2) - 1))
            let parts =
                switch Int(sixth) {
                case 0: [chroma, ramp, 0]
                case 1: [ramp, chroma, 0]
                case 2: [0, chroma, ramp]
                case 3: [0, ramp, chroma]
                case 4: [ramp, 0, chroma]
                default: [chroma, 0, ramp]
                }
            let bytes = parts.map { Int((($0 + least) * 255).rounded()) }
            self.init(Self.nearest(bytes), bytes[0] << 16 | bytes[1] << 8 | bytes[2])
        }

        /// Returns the index of the nearest color of the cube of 216.
        private static func nearest(_ parts: [Int]) -> Int {
            let levels = [0, 95, 135, 175, 215, 255]
            return parts.reduce(0) { index, part in
                let level = levels.indices.min {
                    abs(levels[$0] - part) < abs(levels[$1] - part)
                }
                return index * 6 + (level ?? 0)
            } + 16
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
        case .lockedBody, .bar, .red, .blue, .violet, .player: Ink(231, 0xFFFFFF)
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
        case .player(let number): Ink(hue: Int(number))
        default: nil
        }
    }

    /// Returns the Select Graphic Rendition sequence (ECMA-48, 8.3.117) that changes any style to
    /// this one.
    func sequence(for style: CellStyle) -> [UInt8] {
        var style = style
        if case .player(let number) = style, hasFewColors {
            style = PlayerTag.repeated(Int(number))
        }
        let parameters = ["0"] + attributes(of: style) + colors(of: style)
        return self == .none
            ? [] : Array("\u{1B}[\(parameters.joined(separator: ";"))m".utf8)
    }

    private var hasFewColors: Bool { self == .basic || self == .sixteen }

    private func attributes(of style: CellStyle) -> [String] {
        switch style {
        case .plain, .rolling, .body: []
        case .orange, .yellow, .green, .teal: self == .basic ? ["1"] : []
        case .locked, .strong, .alert, .lockedBody, .red, .blue, .violet, .pink, .player: ["1"]
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
