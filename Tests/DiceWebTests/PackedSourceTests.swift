import DiceModel
import FoundationEssentials
import Hashing
import NIOHTTP1
import PagePacking
import Testing

@testable import DiceWeb

/// Tests the Swift file that has the page's files as literals.
struct PackedSourceTests {
    @Test("backslashes, quotes and braces mean themselves")
    func quotes() throws {
        let text = try PackedSource.text(
            served: ["/a.js": (Array("const a = \"\\n\" + `${b}`;\n".utf8), "AA==")],
            watched: ["b.css": Array("b{}".utf8)],
            inlineScript: Array("c;\n".utf8)
        )
        #expect(
            text == """
                enum PackedFiles {
                    static let inlineScript: String = ##\"""
                c;

                \"""##
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
            try PackedSource.text(served: [:], watched: ["a": bytes], inlineScript: [])
        }
    }

    @Test("each document has the script, and a policy with its hash")
    func inlineScript() throws {
        let script = "<script>\(PackedFiles.inlineScript)</script>"
        let digest = SHA256.hash(Array(PackedFiles.inlineScript.utf8))
        let source = "'sha256-\(Data(digest).base64EncodedString())'"
        for path in ["/", "/overlay"] {
            let document = try #require(PackedFiles.served.first { $0.path == path }?.text)
            #expect(document.split(separator: "<script>").count == 2)
            #expect(document.contains(script))
        }
        let policy = SecurityHeaders.all()["Content-Security-Policy"]
        #expect(policy.count { $0.contains("script-src 'self' \(source);") } == 1)
        let broker = try BrokerURL(parsing: "wss://example.org")
        let files = AudienceFiles(broker: broker, prefix: .common)
        let index = try #require(files.all[AudienceFiles.index])
        let audience = String(decoding: index, as: UTF8.self)
        #expect(audience.contains(script))
        #expect(
            audience.contains("script-src 'self' \(source.replacing("'", with: "&#39;"));")
        )
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
