import Foundation
import Testing

@testable import dicectl

/// WCAG 2.2, 1.4.3, against both the blackest dark and the whitest light background a terminal begins with.
struct PaletteTests {
    private func luminance(_ ink: Palette.Ink) -> Double {
        let parts = [ink.red, ink.green, ink.blue].map { component in
            let part = Double(component) / 255
            return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }

    @Test(arguments: Style.allCases)
    func everyColorReads(on style: Style) {
        guard let ink = Palette.ink(of: style) else { return }
        let luminance = luminance(ink)
        #expect((luminance + 0.05) / 0.05 >= 4.5, "on #000000")
        #expect(1.05 / (luminance + 0.05) >= 4.5, "on #ffffff")
    }

    /// The index and the components name the same colour of xterm's 256.
    @Test(arguments: Style.allCases)
    func bothDepthsShowTheSame(_ style: Style) {
        guard let ink = Palette.ink(of: style) else { return }
        let levels = [0, 95, 135, 175, 215, 255]
        let cube = ink.index - 16
        let expected =
            ink.index >= 232
            ? Array(repeating: 8 + 10 * (ink.index - 232), count: 3)
            : [levels[cube / 36], levels[cube / 6 % 6], levels[cube % 6]]
        #expect([ink.red, ink.green, ink.blue] == expected)
    }

    @Test func heldAndRollingAndIdleDiffer() {
        for palette in [Palette.indexed, .direct] {
            #expect(Set([Style.plain, .held, .rolling, .faint].map(palette.sequence)).count == 4)
        }
        #expect(Style.allCases.allSatisfy { Palette.none.sequence(for: $0).isEmpty })
        for style in Style.allCases {
            #expect(!String(decoding: Palette.basic.sequence(for: style), as: UTF8.self).contains("38"))
        }
    }

    @Test(
        arguments: [
            ([:], .basic), (["TERM": "xterm-256color"], .indexed), (["COLORTERM": "truecolor"], .direct),
            (["COLORTERM": "24bit", "TERM": "xterm-256color"], .direct), (["COLORTERM": "1"], .indexed),
            (["TERM": "vt220"], .none), (["TERM": "vt220", "CLICOLOR_FORCE": "1"], .basic),
            (["NO_COLOR": "1", "COLORTERM": "truecolor"], .none), (["NO_COLOR": "1", "CLICOLOR_FORCE": "0"], .none),
            (["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], .basic), (["TERM": "dumb", "CLICOLOR_FORCE": "1"], .none),
        ] as [([String: String], Palette)])
    func theTerminalDecides(_ environment: [String: String], _ palette: Palette) {
        let traits = TerminalTraits(isTerminal: true, environment: ["TERM": "xterm"].merging(environment) { $1 })
        #expect(traits.palette == palette)
    }
}
