import DiceModel
import DiceWire
import FoundationEssentials
import Testing

@testable import dicectl

/// Whole screens, compared with the files in `Golden`. `DICED_RECORD=1` writes those anew.
struct PlayGoldenTests {
    private static let sizes = [(20, 10), (80, 24), (132, 43), (250, 60)].map { Size(columns: $0.0, rows: $0.1) }

    @Test(arguments: sizes, [1, 5, 20, 50, 100])
    func theScreenIsAsItWas(_ size: Size, _ dice: Int) throws {
        var state = PlayState(name: .default)
        state.show(SampleTable.snapshot(dice: dice, rolling: true))
        state.roller = "ann"
        try compare(state, size, "play-\(size.columns)x\(size.rows)-\(dice)")
    }

    @Test func thePanesAndTheirLikeAreAsTheyWere() throws {
        var state = PlayState(name: .default)
        state.show(SampleTable.snapshot(dice: 5))
        state.pane = .help
        try compare(state, Self.sizes[1], "play-help")
        try compare(state, Self.sizes[2], "play-help-wide")
        state.pane = nil
        state.lose([.roll])
        try compare(state, Self.sizes[1], "play-old")
        try compare(state, Self.sizes[0], "play-ascii", glyphs: .ascii)
    }

    private func compare(
        _ state: PlayState, _ size: Size, _ name: String, glyphs: Glyphs = .unicode
    ) throws {
        let text = PlayDrawing(glyphs: glyphs).draw(state, in: size).text.joined(separator: "\n") + "\n"
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")
        let file = folder.appending(path: name + ".txt")
        if ProcessInfo.processInfo.environment["DICED_RECORD"] == "1" { try Data(text.utf8).write(to: file) }
        #expect(try String(decoding: Data(contentsOf: file), as: UTF8.self) == text, "\(name)")
    }
}
