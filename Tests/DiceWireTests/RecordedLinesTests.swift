import DiceTestSupport
import Foundation
import Testing

@testable import DiceWire

/// Compares written messages with the files in `Recorded`. `DICED_RECORD=1` rewrites these files,
/// which is only needed if the protocol changes.
@Suite("Recorded wire messages")
struct RecordedLinesTests {
    @Test("every message is written as recorded, byte for byte")
    func messages() throws {
        var lines: [String] = []
        for type in RandomCase.messages {
            lines += (1...10).map { Self.line(type, RandomCase($0)) }
        }
        try compare(lines, "messages")
    }

    @Test("the document of rpc.discover is as recorded, byte for byte")
    func document() throws {
        let text = String(
            decoding: OpenRPCDocument(version: "1.0.0").jsonBytes(),
            as: UTF8.self
        )
        try compare(
            text.replacing("},{", with: "},\n{").split(separator: "\n").map(
                String.init
            ),
            "document"
        )
    }

    private static func line<Message: RandomMessage>(
        _ type: Message.Type,
        _ random: RandomCase
    )
        -> String
    {
        var random = random
        return
            "\(type) \(String(decoding: Message(&random).jsonBytes(), as: UTF8.self))"
    }

    private func compare(_ lines: [String], _ name: String) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "Recorded/\(name).txt"
        )
        if ProcessInfo.processInfo.environment["DICED_RECORD"] == "1" {
            try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
        }
        let recorded = try String(contentsOf: file, encoding: .utf8).split(
            separator: "\n"
        ).map(
            String.init
        )
        #expect(recorded.count == lines.count)
        for (line, recorded) in zip(lines, recorded) {
            #expect(line == recorded)
        }
    }
}
