import DiceModel
import DiceWire
import Testing
import Unix

@testable import DiceDrawing
@testable import dicectl

@Suite("lines of the log")
struct LogLineTests {
    /// Returns the same record, parsed from the file and from the journal.
    private func both(
        level: String = "info",
        priority: Int = 6,
        _ message: String,
        _ fields: [String: String] = [:]
    ) throws -> [LogLine] {
        let words = fields.sorted { $0.key < $1.key }.map {
            " \($0)=\(OneLine.word($1))"
        }.joined()
        let file = "2026-11-21T03:17:33Z \(level) \(OneLine.escaped(message))\(words)"
        let journal = JSONWriter.object { json in
            json.member("__REALTIME_TIMESTAMP", "1795231053000999")
            json.member("PRIORITY", String(priority))
            json.member("MESSAGE", message)
            json.member("SYSLOG_IDENTIFIER", "diced")
            json.member("DICED_LOGGER", "diced.server")
            for (name, value) in fields {
                json.member(
                    named: "DICED_" + name.uppercased().replacing("-", with: "_"),
                    value
                )
            }
        }
        return [
            LogLine(file: Array(file.utf8)), try #require(LogLine(journal: journal)),
        ]
    }

    @Test(
        "a record has the same words and JSON regardless of where it was written"
    )
    func same() throws {
        let instant = try #require(Timestamp("2026-11-21T03:17:33.000Z"))
        for line in try both(
            "turn ended",
            ["by": "ann", "client-pid": "12", "table": "default"]
        ) {
            #expect(
                line.text
                    == "\(WallClock.local.text(instant)) turn ended by=ann client-pid=12 table=default"
            )
            #expect(
                String(decoding: line.json, as: UTF8.self)
                    == #"{"at":"2026-11-21T03:17:33.000Z","level":"info","message":"turn ended","#
                    + #""fields":{"by":"ann","client-pid":"12","table":"default"}}"#
            )
        }
        for (level, priority, isTold) in [
            ("debug", 7, false),
            ("notice", 5, true),
            ("warning", 4, true),
            ("error", 3, true),
            ("critical", 2, true),
        ] {
            for line in try both(level: level, priority: priority, "ready") {
                #expect(line.text.hasSuffix(isTold ? " \(level) ready" : "3 ready"))
                #expect(line.level == level)
            }
        }
    }

    @Test(
        "a reason that is also in the text of a warning is shown once",
        arguments: ["reason", "error"]
    )
    func reasonInText(_ key: String) throws {
        for reason in ["no room", "\u{301}x", ""] {
            let file = try both(
                level: "warning",
                priority: 4,
                "it fails",
                [key: reason]
            )[0]
            let text = reason.isEmpty ? "it fails" : "it fails: \(reason)"
            let journal = try both(level: "warning", priority: 4, text, [key: reason])[
                1
            ]
            #expect(journal.message == file.message)
            #expect(journal.text == file.text)
            #expect(journal.fields == file.fields)
        }
    }

    @Test("fields and messages with hostile content are read back unchanged")
    func hostile() throws {
        let pieces = [
            "a", " ", "=", "\"", "\\", "\n", "=\"", "\" b=", "ä", "\u{1B}[2J", "u{41}",
            "🎲\u{301}",
        ]
        for seed in 0..<300 {
            var generator = SeededGenerator(seed: UInt64(seed))
            func text(_ count: Int) -> String {
                (0..<count).compactMap { _ in pieces.randomElement(using: &generator) }
                    .joined()
            }
            let fields = ["by": text(seed % 6), "error": text(seed % 5), "table": "t"]
            let lines = try both(
                "a request failed: \(text(3).replacing("=", with: "")).",
                fields
            )
            #expect(lines.map(\.fields) == [fields, fields], "\(seed)")
            #expect(
                lines[0].text == lines[1].text
                    && !lines[0].text.contains { $0.isNewline },
                "\(seed)"
            )
        }
    }

    @Test(
        "words of a message that look like fields stay in the message",
        arguments: ["cannot x=1", "a by=ann", "b=\""]
    )
    func ambiguous(_ message: String) {
        let line = LogLine(
            file: Array("2026-11-21T03:17:33Z info \(message) by=bo table=t".utf8)
        )
        #expect(line.message == message)
        #expect(line.fields == ["by": "bo", "table": "t"])
    }

    @Test(
        "a line that is not a record is shown unchanged",
        arguments: [#"Fatal error: C:\x a=b"#, "", "2026-11-21T03:17:33Z", "x y z=1"]
    )
    func strange(_ text: String) {
        let line = LogLine(file: Array(text.utf8))
        #expect(line.at == nil)
        #expect(line.text == text)
        #expect(line.fields == [:])
        #expect(LogLine(journal: Array(text.utf8)) == nil)
    }
}
