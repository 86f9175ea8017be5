import Testing

@testable import DiceDrawing
@testable import dicectl

/// Drawing a link for `dicectl web`, and parsing the link's validity period.
struct LinkTests {
    @Test("the QR code has a border and is dark on light")
    func theDrawingHasABorderAndIsDarkOnLight() {
        // A finder pattern.
        let code = [
            "1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111",
        ]
        let plain = QRDrawing.lines(code, hasColour: false)
        #expect(plain.count == 8)
        #expect(plain.allSatisfy { $0.count == 15 })
        #expect(plain[0] == String(repeating: "█", count: 15))
        // The pattern's corner: dark above, dark below.
        #expect(Array(plain[2])[4] == " ")
        let coloured = QRDrawing.lines(code, hasColour: true)
        #expect(
            coloured.allSatisfy {
                $0.hasPrefix("\u{1B}[38;5;16;48;5;231m") && $0.hasSuffix("\u{1B}[0m")
            }
        )
        #expect(coloured[2].contains("    █▀▀▀▀▀█"))
    }

    @Test(
        "valid lifetimes of an invitation link are parsed",
        arguments: [
            ("90s", 90),
            ("30m", 1_800),
            ("2h", 7_200),
            ("7d", 604_800),
            ("4w", 2_419_200),
        ]
    )
    func times(_ text: String, _ seconds: Int) throws {
        #expect(try LinkLife.seconds(text) == seconds)
    }

    @Test(
        "invalid lifetimes of an invitation link are refused",
        arguments: [
            "", "2", "h", "59s", "366d", "-2h", "2 h", "1.5h", "99999999999h", "2H",
        ]
    )
    func noTimes(_ text: String) {
        #expect(throws: (any Error).self) { try LinkLife.seconds(text) }
    }
}
