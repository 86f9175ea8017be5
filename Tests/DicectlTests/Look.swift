import Foundation
import Testing

/// A colour, as parts of the brightest.
struct Shade: Hashable {
    var red: Double
    var green: Double
    var blue: Double

    static let black = Shade(red: 0, green: 0, blue: 0)
    static let white = Shade(red: 1, green: 1, blue: 1)

    /// One of xterm's 256, but for the first 16.
    init?(index: Int) {
        let levels = [0, 95, 135, 175, 215, 255]
        switch index {
        case 16..<232:
            let cube = index - 16
            self.init(levels[cube / 36], levels[cube / 6 % 6], levels[cube % 6])
        case 232..<256: self.init(8 + 10 * (index - 232), 8 + 10 * (index - 232), 8 + 10 * (index - 232))
        default: return nil
        }
    }

    init(_ red: Int, _ green: Int, _ blue: Int) {
        self.init(red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255)
    }

    init(red: Double, green: Double, blue: Double) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// So much of this one, the rest of `other`.
    func mixed(_ part: Double, with other: Shade) -> Shade {
        func mix(_ one: Double, _ two: Double) -> Double { one * part + two * (1 - part) }
        return Shade(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
    }

    /// WCAG's relative luminance.
    var luminance: Double {
        let parts = [red, green, blue].map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
}

/// What a terminal shows after a sequence for a style (SGR), on this background with the opposite ink.
struct Look {
    private let background: Shade
    private var ink: Shade
    private var isDim = false

    struct Unknown: Error {
        let sequence: String
    }

    init(on background: Shade) {
        self.background = background
        ink = background == .black ? .white : .black
    }

    /// Throws for what this terminal does not know, such as a colour of the 16.
    mutating func apply(_ bytes: [UInt8]) throws {
        guard !bytes.isEmpty else { return }
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.hasPrefix("\u{1B}["), text.hasSuffix("m") else { throw Unknown(sequence: text) }
        var codes = text.dropFirst(2).dropLast().split(separator: ";").map { Int($0) ?? -1 }[...]
        while let code = codes.popFirst() {
            switch (code, codes.first) {
            case (0, _): self = Look(on: background)
            // Bold makes nothing paler.
            case (1, _): break
            case (2, _): isDim = true
            // Reversed, the two colours are the same.
            case (7, _): break
            case (38, 5):
                guard let index = codes.dropFirst().first, let shade = Shade(index: index) else {
                    throw Unknown(sequence: text)
                }
                ink = shade
                codes = codes.dropFirst(2)
            case (38, 2):
                let parts = Array(codes.dropFirst().prefix(3))
                guard parts.count == 3 else { throw Unknown(sequence: text) }
                ink = Shade(parts[0], parts[1], parts[2])
                codes = codes.dropFirst(4)
            default: throw Unknown(sequence: text)
            }
        }
    }

    /// The ratio of the brighter to the darker. Of a dim ink xterm, VTE and Alacritty show two thirds; the rest counts as
    /// background here, which is the least that it could be.
    var contrast: Double {
        let shown = isDim ? ink.mixed(2 / 3, with: background) : ink
        let luminances = [shown.luminance, background.luminance].sorted()
        return (luminances[1] + 0.05) / (luminances[0] + 0.05)
    }
}
