import PagePacking
import Testing

/// Tests the Swift file that has the page's files as literals.
struct PackedSourceTests {
    @Test("backslashes, quotes and braces mean themselves")
    func quotes() throws {
        let text = try PackedSource.text(
            served: ["/a.js": (Array("const a = \"\\n\" + `${b}`;\n".utf8), "AA==")],
            watched: ["b.css": Array("b{}".utf8)]
        )
        #expect(
            text == """
                enum PackedFiles {
                    static let served: [PackedFile] = [
                        PackedFile("/a.js", ##\"""
                const a = "\\n" + `${b}`;

                \"""##, "AA=="),
                    ]
                    static let watched: [String: String] = [
                        "b.css": ##\"""
                b{}
                \"""##,
                    ]
                }

                """
        )
    }

    @Test(
        "what a literal would change is refused",
        arguments: [
            Array("a\r\n".utf8), [0xFF], Array("\"\"\"##".utf8), Array("\\##(a)".utf8),
        ]
    )
    func unwritable(_ bytes: [UInt8]) {
        #expect(throws: PackedSource.Unwritable.self) {
            try PackedSource.text(served: [:], watched: ["a": bytes])
        }
    }

    @Test("the watch-only page has what its script imports, and no more")
    func imports() {
        let sources = PageSources(
            page: [
                "words.js": "import(`./words-${language}.js`);", "words-de.js": "1",
                "words-en.js": "2",
                "later-de.js": "3", "page.js": "4", "deep.js": "5",
            ].mapValues { Array($0.utf8) },
            audience: [
                "audience.js": "import { a } from \"./words.js\";\nimport(\"./deep.js\");",
                "audience.html": "<p>",
            ].mapValues { Array($0.utf8) }
        )
        #expect(
            Set(sources.watched.keys) == [
                "audience.js", "words.js", "words-de.js", "words-en.js", "deep.js",
                "audience.html", "audience.css", "panel.css", "sheet.css", "style.css",
            ]
        )
    }
}
