import ArgumentParser
import DiceNotation
import DiceWire
import FoundationEssentials
import ScreenTestSupport
import Testing

@testable import DiceDrawing
@testable import DiceFollowing
@testable import dicectl

/// Untrusted text in columns and in the user's own formats.
struct TextTests {
    @Test(
        "characters that move a cursor or reorder a line are replaced, and others are kept",
        arguments: [
            ("\u{1B}[2J", "#[2J"),
            ("a\nb\r\tc", "a#b##c"),
            ("\u{0}\u{7F}", "##"),
            ("\u{9B}31m", "#31m"),
            ("a\u{2028}b\u{2029}", "a#b#"),
            ("\u{202E}\u{2066}", "##"),
            ("\u{200B}\u{FEFF}\u{AD}", "###"),
            ("\u{E000}", "#"),
            ("👩‍👧 e\u{301} ß ∑", "👩‍👧 e\u{301} ß ∑"),
            ("", ""),
        ]
    )
    func printable(_ text: String, _ pattern: String) {
        let shown = pattern.replacing("#", with: "\u{FFFD}")
        #expect(
            Array(Printable.text(text).unicodeScalars) == Array(shown.unicodeScalars)
        )
    }

    @Test(
        "characters that move a cursor are escaped in JSON, with the same meaning",
        arguments: [
            (#"{"a":"é 👩‍👧 \u001b"}"#, #"{"a":"é 👩‍👧 \u001b"}"#),
            ("[\"\u{9B}\u{7F}\",\t1]", "[\"\\u009b\\u007f\",\t1]"),
            ("\"\u{202E}\u{2028}\u{F0000}\"", #""\u202e\u2028\udb80\udc00""#),
        ]
    )
    func printableJSON(_ json: String, _ shown: String) {
        #expect(String(decoding: Printable.json(json.utf8), as: UTF8.self) == shown)
    }

    @Test("each non-ASCII character becomes one question mark in ASCII")
    func inASCIIEveryOtherCharacterIsOneQuestionMark() {
        #expect(Printable.ascii("zoë 👩‍👧 …") == "zo? ? ?")
        #expect(Glyphs.ascii.shown("é") == "?")
        #expect(Glyphs.console.shown("é") == "é")
        #expect(Glyphs.unicode.shown("é") == "é")
    }

    @Test(
        "a text has the expected display width",
        arguments: [
            ("abc", 3),
            ("日本", 4),
            ("e\u{301}", 1),
            ("👩‍👧", 2),
            ("❤\u{FE0F}", 2),
            ("\u{1B}", 0),
            ("\u{7F}", 0),
            ("한", 2),
            ("ｱ", 1),
            ("Ａ", 2),
            ("~", 1),
            (" ", 1),
            ("\u{200D}", 0),
            ("🎲", 2),
            ("─", 1),
            ("\u{115F}", 2),
            ("\u{1160}", 1),
            ("⚡", 2),
            ("✅", 2),
            ("⌚", 2),
            ("🀄", 2),
            ("🇩🇪", 2),
            ("🆗", 2),
            ("☀", 1),
            ("🌡", 1),
            ("㉈", 1),
            ("𗀀", 2),
            ("〈", 2),
            ("⚅", 1),
        ]
    )
    func widths(_ text: String, _ columns: Int) {
        #expect(DisplayWidth.of(text) == columns)
    }

    @Test("rows of different lengths are aligned") func rowsOfDifferentLengthsAreAligned() {
        #expect(
            Columns.lines([["a"], ["bb", "c"], ["", "d", "e"]]) == [
                "a", "bb  c", "    d  e",
            ]
        )
        #expect(
            Columns.lines([["a", "10", "x"], ["日本", "2", "y"]]) == [
                "a     10  x", "日本  2   y",
            ]
        )
        #expect(Columns.lines([]) == [])
    }

    @Test("a truncated text ends with an ellipsis") func whatIsCutEndsWithAnEllipsis() {
        #expect(Glyphs.unicode.cut("12345", to: 5) == "12345")
        #expect(Glyphs.unicode.cut("12345", to: 4) == "123…")
        #expect(Glyphs.ascii.cut("12345", to: 4) == "1...")
        #expect(Glyphs.unicode.cut("日本語", to: 4) == "日…")
        #expect(
            Glyphs.ascii.cut("12345", to: 3) == "12345",
            "there is no room for an ellipsis"
        )
    }

    @Test(
        "a format keeps its text and fills its fields",
        arguments: [
            ("{{total}}", "18"),
            ("{{ total }}", "18"),
            ("<{{total}}>", "<18>"),
            ("{{total}}{{turn}}", "183"),
            ("{x} }} {", "{x} }} {"),
            ("{{locked}} of {{table}}", "4 of default"),
            ("{{held}}", "4"),
            ("{{by}}", "a\u{FFFD}b"),
            ("{{json by}}", "\"a\u{FFFD}b\""),
            ("{{up}}{{score}}", ""),
            (#"{"text": {{json total}}}"#, #"{"text": "18"}"#),
        ]
    )
    func aFormatKeepsItsTextAndFillsItsFields(_ format: String, _ line: String) throws {
        #expect(
            try LineTemplate(format).line(
                SampleTable.state(dice: 4),
                by: "a\nb",
                isGone: false
            )
                == line
        )
    }

    @Test(
        "an unknown or unfinished field is a usage error",
        arguments: [
            "", "{{sum}}", "{{Total}}", "{{}}", "{{ }}", "{{total", "{{total}",
            "ok {{total}} {{",
            "{{total}} {{x}}",
            "{{json}}", "{{json x}}", "{{total json}}",
        ]
    )
    func anUnknownOrUnfinishedFieldIsAUsageError(_ format: String) throws {
        #expect(throws: ValidationError.self) { try LineTemplate(format) }
        let error = #expect(throws: (any Error).self) {
            try Dicectl.parseAsRoot(["watch", "--format", format])
        }
        #expect(error.map { Dicectl.exitCode(for: $0).rawValue } == 64)
    }

    @Test("an unknown field is named with the valid ones")
    func anUnknownFieldIsNamedWithThoseThereAre() {
        let error = #expect(throws: ValidationError.self) {
            try LineTemplate("{{sum}}")
        }
        #expect(error?.message.contains("\"sum\"") == true)
        for field in LineTemplate.Field.allCases {
            #expect(error?.message.contains(field.rawValue) == true)
        }
    }

    /// The recipes for status bars and chats. JSON is valid whatever a player's name is.
    @Test("the formats of the manual are accepted") func theFormatsOfTheManualAreRead() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../man/dicectl.1"
        )
        let text = try String(decoding: Data(contentsOf: page), as: UTF8.self)
        let formats = text.matches(of: /--format (?:'([^']+)'|"([^"]+)")/).compactMap {
            $0.1 ?? $0.2
        }
        var state = SampleTable.state(dice: 4)
        state.caption = #"a"\n rolls"#
        let lines = try formats.map {
            try LineTemplate(String($0)).line(state, by: nil, isGone: false)
        }
        let objects = try lines.filter { $0.hasPrefix("{") }.map {
            try JSONValue(parsing: Array($0.utf8))
        }
        #expect(
            lines.count == 5
                && objects.map { $0["tooltip"] ?? $0["content"] }
                    == [.string(#"a"\n rolls"#), .string(#"a"\n rolls"#)]
        )
    }

    @Test("a motion is read by its name", arguments: ["full", "reduced", "none"])
    func motionIsReadByItsName(_ name: String) throws {
        let roll = try #require(
            try Dicectl.parseAsRoot(["roll", "--motion", name]) as? Roll
        )
        #expect(try roll.order.motion?.rawValue == name)
    }

    @Test("the caret is below the error") func theCaretStandsBelowTheFault() throws {
        let fault = NotationError("no", at: 3..<6, expected: [])
        let wide = NotationError("no", at: 8..<14, expected: [])
        #expect(
            NotationErrorText.message(wide, in: "d6[日]+日本")
                == "no\n  d6[日]+日本\n         ^^^^"
        )
        #expect(NotationErrorText.message(fault, in: "d6+⚅") == "no\n  d6+⚅\n     ^")
        let other = NotationError("no", at: 3..<5, expected: [])
        #expect(NotationErrorText.message(other, in: "d6+d7") == "no\n  d6+d7\n     ^^")
    }
}
