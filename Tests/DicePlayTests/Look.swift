import Foundation
import Testing

/// A color, with components from 0 to 1.
struct Shade: Hashable {
    var red: Double
    var green: Double
    var blue: Double

    static let black = Shade(red: 0, green: 0, blue: 0)
    static let white = Shade(red: 1, green: 1, blue: 1)

    /// A color of xterm's 256, except the first 16.
    init?(index: Int) {
        let levels = [0, 95, 135, 175, 215, 255]
        switch index {
        case 16..<232:
            let cube = index - 16
            self.init(levels[cube / 36], levels[cube / 6 % 6], levels[cube % 6])
        case 232..<256:
            self.init(
                8 + 10 * (index - 232),
                8 + 10 * (index - 232),
                8 + 10 * (index - 232)
            )
        default: return nil
        }
    }

    init(_ red: Int, _ green: Int, _ blue: Int) {
        self.init(
            red: Double(red) / 255,
            green: Double(green) / 255,
            blue: Double(blue) / 255
        )
    }

    init(red: Double, green: Double, blue: Double) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Mixes this color, in the given proportion, with `other`.
    func mixed(_ part: Double, with other: Shade) -> Shade {
        func mix(_ one: Double, _ two: Double) -> Double {
            one * part + two * (1 - part)
        }
        return Shade(
            red: mix(red, other.red),
            green: mix(green, other.green),
            blue: mix(blue, other.blue)
        )
    }

    /// The relative luminance as defined by WCAG.
    var luminance: Double {
        let parts = [red, green, blue].map {
            $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
}

/// The appearance of a terminal after a style's SGR sequence, on this background with the opposite
/// foreground.
struct Look {
    private let background: Shade
    /// The first eight of the 16 colors; empty where they may be any.
    private let eight: [Shade]
    private var ink: Shade
    private var ground: Shade
    private var isDim = false

    struct Unknown: Error {
        let sequence: String
    }

    /// The colors of the Linux console and of xterm.
    static let console = [
        (0, 0, 0),
        (170, 0, 0),
        (0, 170, 0),
        (170, 85, 0),
        (0, 0, 170),
        (170, 0, 170),
        (0, 170, 170),
        (170, 170, 170),
    ].map { Shade($0.0, $0.1, $0.2) }
    static let xterm = [
        (0, 0, 0),
        (205, 0, 0),
        (0, 205, 0),
        (205, 205, 0),
        (0, 0, 238),
        (205, 0, 205),
        (0, 205, 205),
        (229, 229, 229),
    ].map { Shade($0.0, $0.1, $0.2) }

    init(on background: Shade, eight: [Shade] = []) {
        self.background = background
        self.eight = eight
        ink = background == .black ? .white : .black
        ground = background
    }

    /// Throws for sequences that this terminal does not know, such as one of the 16 colors if they
    /// may be any.
    mutating func apply(_ bytes: [UInt8]) throws {
        guard !bytes.isEmpty else { return }
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.hasPrefix("\u{1B}["), text.hasSuffix("m") else {
            throw Unknown(sequence: text)
        }
        var codes = text.dropFirst(2).dropLast().split(separator: ";").map {
            Int($0) ?? -1
        }[...]
        var isBold = false
        while let code = codes.popFirst() {
            switch code {
            case 0:
                self = Look(on: background, eight: eight)
                isBold = false
            case 1: isBold = true
            case 2: isDim = true
            // Reverse and strikethrough leave the two colors the same.
            case 7, 9: break
            case 30...37 where !eight.isEmpty: ink = eight[code - 30]
            case 40...47 where !eight.isEmpty: ground = eight[code - 40]
            case 38: ink = try Self.color(&codes, of: text)
            case 48: ground = try Self.color(&codes, of: text)
            default: throw Unknown(sequence: text)
            }
        }
        // Bold makes no color paler, and turns the console's gray into white.
        if isBold, eight == Self.console, ink == eight[7] {
            ink = .white
        }
    }

    private static func color(_ codes: inout ArraySlice<Int>, of text: String) throws
        -> Shade
    {
        let kind = codes.popFirst()
        let parts = Array(codes.prefix(kind == 5 ? 1 : 3))
        codes = codes.dropFirst(parts.count)
        if kind == 5, let index = parts.first, let shade = Shade(index: index) {
            return shade
        }
        guard kind == 2, parts.count == 3 else { throw Unknown(sequence: text) }
        return Shade(parts[0], parts[1], parts[2])
    }

    /// The contrast ratio. xterm, VTE and Alacritty display two thirds of a dim foreground; the
    /// rest counts as background here, which gives the lowest possible contrast.
    var contrast: Double {
        let shown = isDim ? ink.mixed(2 / 3, with: ground) : ink
        let luminances = [shown.luminance, ground.luminance].sorted()
        return (luminances[1] + 0.05) / (luminances[0] + 0.05)
    }

    /// True if the background differs from the terminal's own.
    var isFilled: Bool { ground != background }
}
