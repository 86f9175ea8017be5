import DiceModel
import DiceWire
import Foundation
import ScreenTestSupport
import Testing

@testable import DiceDrawing
@testable import DicePlay

/// WCAG 2.2, 1.4.3, on both default backgrounds of terminals: white on #000000 leaves the least
/// contrast for dark colors, and black on #ffffff for light ones.
struct PaletteTests {
    private static let everyCombination = Palette.allCases.flatMap { palette in
        (CellStyle.allCases + (8..<95).map(CellStyle.player)).map { (palette, $0) }
    }

    /// Checks a terminal's interpretation of the bytes, not the palette's description of itself.
    @Test("every style is readable", arguments: everyCombination)
    func everyStyleReads(_ palette: Palette, _ style: CellStyle) throws {
        for background in [Shade.black, .white] {
            for eight in palette == .sixteen ? [Look.console, Look.xterm] : [[]] {
                var look = Look(on: background, eight: eight)
                try look.apply(palette.sequence(for: style))
                #expect(look.contrast >= 4.5, "on \(background): \(look.contrast)")
            }
        }
    }

    /// A die has a colored body if there are 256 colors, and an outline if there are fewer.
    @Test("die bodies are filled if the terminal has enough colors", arguments: Palette.allCases)
    func bodiesAreFilledWhereThereAreColorsForIt(_ palette: Palette) throws {
        for style in [CellStyle.body, .rollingBody, .lockedBody] {
            var look = Look(on: .black, eight: Look.xterm)
            try look.apply(palette.sequence(for: style))
            #expect(look.isFilled == [.indexed, .direct].contains(palette), "\(style)")
        }
    }

    /// No two of these look alike, even without their shapes.
    @Test("die bodies differ", arguments: Palette.allCases.filter { $0 != .none })
    func bodiesDiffer(_ palette: Palette) {
        #expect(
            Set([CellStyle.body, .rollingBody, .lockedBody].map(palette.sequence)).count
                == 3
        )
    }

    /// All drawings, in every palette, only use sequences that the test above has seen.
    @Test("only known styles are drawn", arguments: Palette.allCases)
    func noOtherStyleIsEverDrawn(_ palette: Palette) {
        let known = Set(
            CellStyle.allCases.map {
                String(decoding: palette.sequence(for: $0), as: UTF8.self)
            }
                + ["\u{1B}[m"]
        )
        var seen: Set<String> = []
        for buffer in Self.everythingThatIsDrawn() {
            var painter = ScreenPainter(encoder: Encoder(palette: palette))
            let text = String(decoding: painter.paint(buffer), as: UTF8.self)
            seen.formUnion(text.matches(of: /\e\[[0-9;]*m/).map { String($0.output) })
        }
        #expect(seen.subtracting(known).isEmpty)
        #expect(
            palette == .none ? seen == ["\u{1B}[m"] : seen.count == known.count,
            "every style is drawn somewhere"
        )
    }

    private static let players = [
        "ann", "gm", "carol", "fay", "kim", "eve", "bo", "ray",
    ]

    /// Returns `play` in every state, with dice of every size.
    private static func everythingThatIsDrawn() -> [CellBuffer] {
        var states: [PlayState] = []
        for dice in [1, 5, 20, 100] {
            for rolling in [true, false] {
                var state = PlayState(name: .default, players: ["ann"])
                var snapshot = SampleTable.snapshot(dice: dice, rolling: rolling)
                // One player for each color.
                snapshot.players = Self.players
                state.show(snapshot)
                state.tables = [
                    TableSummary(
                        table: "a",
                        dice: 1,
                        turn: 1,
                        roll: 0,
                        rolling: false,
                        watchers: 0
                    )
                ]
                for pane in [nil, PlayState.Pane.history, .tables, .help] {
                    state.pane = pane
                    state.ignored = rolling ? [3] : []
                    states.append(state)
                }
                state.pane = nil
                for frame in [
                    SampleTable.thrown(.settled), SampleTable.thrown(.flying),
                ] {
                    state.apply(.throw(frame))
                    states.append(state)
                }
                state.lose([])
                states.append(state)
            }
        }
        return states.flatMap { state in
            [Size(columns: 20, rows: 10), Size(columns: 132, rows: 43)].map {
                PlayLayout(state, size: $0, glyphs: .unicode).draw()
            }
        }
    }

    /// The terminal's owner may have configured the 16 colors in any way.
    @Test("the basic palette sets no colors", arguments: CellStyle.allCases)
    func sixteenColorsAreLeftAlone(_ style: CellStyle) throws {
        let text = String(decoding: Palette.basic.sequence(for: style), as: UTF8.self)
        #expect(!text.contains(/[;\[](3|4|9|10)[0-9][;m]/))
        #expect(Palette.none.sequence(for: style).isEmpty)
    }

    /// Each of the eight colors has another of the eight as its background, whatever those two look
    /// like.
    @Test(
        "a style with one of the eight colors sets both foreground and background",
        arguments: CellStyle.allCases
    )
    func ofEightColorsBothAreSaid(_ style: CellStyle) {
        let text = String(decoding: Palette.sixteen.sequence(for: style), as: UTF8.self)
        #expect(text.contains(/[;\[]3[0-7]/) == text.contains(/[;\[]4[0-7]/))
        #expect(
            text.contains(/[;\[]4[0-7]/)
                == ([.rolling, .locked, .bar, .alert] + PlayerTag.colors).contains(
                    style
                )
        )
    }

    /// The index and the components name the same color of xterm's 256.
    @Test("both color depths show the same", arguments: CellStyle.allCases)
    func bothDepthsShowTheSame(_ style: CellStyle) {
        for ink in [Palette.ink(of: style), Palette.ground(of: style)].compactMap(
            \.self
        ) {
            #expect(Shade(index: ink.index) == Shade(ink.red, ink.green, ink.blue))
        }
    }

    @Test("locked, rolling and idle dice differ") func lockedAndRollingAndIdleDiffer() {
        for palette in [Palette.indexed, .direct] {
            #expect(
                Set([CellStyle.plain, .locked, .rolling, .faint].map(palette.sequence))
                    .count == 4
            )
        }
        #expect(
            CellStyle.allCases.allSatisfy { Palette.none.sequence(for: $0).isEmpty }
        )
        for style in CellStyle.allCases {
            #expect(
                !String(decoding: Palette.basic.sequence(for: style), as: UTF8.self)
                    .contains("38")
            )
        }
    }

    @Test(
        "the terminal's environment decides the palette",
        arguments: [
            ([:], .sixteen),
            (["TERM": "xterm-256color"], .indexed),
            (["COLORTERM": "truecolor"], .direct),
            (["COLORTERM": "24bit", "TERM": "xterm-256color"], .direct),
            (["COLORTERM": "1"], .indexed),
            (["TERM": "vt220"], .basic),
            (["TERM": "linux"], .sixteen),
            (["TERM": "xterm-16color"], .sixteen),
            (["TERM": "screen"], .sixteen),
            (["TERM": "screen.linux"], .sixteen),
            (["TERM": "tmux"], .sixteen),
            (["TERM": "vt100-am"], .basic),
            (["TERM": "xterm-mono"], .basic),
            (["TERM": "linux", "NO_COLOR": "1"], .basic),
            (["TERM": "screen", "NO_COLOR": "1", "CLICOLOR_FORCE": "1"], .sixteen),
            (["NO_COLOR": "1", "COLORTERM": "truecolor"], .basic),
            (["NO_COLOR": "1", "CLICOLOR_FORCE": "0"], .basic),
            (["NO_COLOR": "1", "CLICOLOR_FORCE": "1", "COLORTERM": "24bit"], .direct),
            (["TERM": "dumb", "CLICOLOR_FORCE": "1"], .none),
        ] as [([String: String], Palette)]
    )
    func theTerminalDecides(_ environment: [String: String], _ palette: Palette) {
        let traits = TerminalTraits(
            isTerminal: true,
            environment: EnvironmentVariables(["TERM": "xterm"].merging(environment) { $1 })
        )
        #expect(traits.palette == palette)
    }
}
