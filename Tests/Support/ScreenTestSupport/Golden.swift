import FoundationEssentials
package import Testing

@testable package import DiceDrawing

/// Compares drawings with the files in the folder `Golden` beside the test. `DICED_RECORD=1` rewrites them.
package enum Golden {
    package static func check(
        _ text: String,
        _ name: String,
        test: String = #filePath,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let folder = URL(filePath: test).deletingLastPathComponent().appending(
            path: "Golden"
        )
        let file = folder.appending(path: name + ".txt")
        if ProcessInfo.processInfo.environment["DICED_RECORD"] == "1" {
            try Data(text.utf8).write(to: file)
        }
        let wanted = try String(decoding: Data(contentsOf: file), as: UTF8.self)
        #expect(text == wanted, "\(name)", sourceLocation: sourceLocation)
    }

    package static func text(_ buffer: CellBuffer) -> String {
        buffer.text.joined(separator: "\n") + "\n"
    }

    /// Replaces each visible cell with a letter for its style.
    package static func styles(_ buffer: CellBuffer) -> String {
        buffer.rows.map { row in
            var line = String(row.map { $0.isBlank ? " " : letter($0.style) })
            while line.last == " " {
                line.removeLast()
            }
            return line
        }.joined(separator: "\n") + "\n"
    }

    private static func letter(_ style: CellStyle) -> Character {
        switch style {
        case .plain: "."
        case .rolling: "r"
        case .locked: "l"
        case .faint: "-"
        case .strong: "+"
        case .chosen: ">"
        case .alert: "!"
        case .body: "B"
        case .rollingBody: "R"
        case .lockedBody: "L"
        case .bar: "="
        case .dropped: "x"
        case .red, .orange, .yellow, .green, .teal, .blue, .violet, .pink:
            PlayerTag.colors.firstIndex(of: style).map { Character("\($0)") } ?? "?"
        case .player: "9"
        }
    }
}
