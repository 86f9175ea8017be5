import DiceTestSupport
import Foundation
import Testing

@testable import DiceWire

/// Compares written messages with the files in `Recorded`. `DICED_RECORD=1` rewrites these files,
/// which is only needed if the protocol changes.
@Suite("Recorded wire messages")
struct RecordedLinesTests {
    @Test("every recorded message is read and written again, byte for byte")
    func messages() throws {
        if Self.isRecording {
            try record(
                RandomCase.messages.flatMap { type in
                    (1...10).map { Self.line(type, RandomCase($0)) }
                },
                "messages"
            )
        }
        var read: Set<String> = []
        for line in try recorded("messages") {
            let parts = line.split(separator: " ", maxSplits: 1)
            let type = try #require(RandomCase.messages.first { "\($0)" == parts[0] })
            let json = try JSONParser.parse(Array(parts[1].utf8))
            #expect(
                try String(decoding: type.init(json: json).jsonBytes(), as: UTF8.self) == parts[1]
            )
            read.insert("\(type)")
        }
        #expect(read == Set(RandomCase.messages.map { "\($0)" }))
    }

    @Test("the document of rpc.discover is as recorded, byte for byte")
    func document() throws {
        let text = String(
            decoding: OpenRPCDocument(version: "1.0.0").jsonBytes(),
            as: UTF8.self
        )
        let lines = text.replacing("},{", with: "},\n{").split(separator: "\n").map(String.init)
        if Self.isRecording {
            try record(lines, "document")
        }
        #expect(try recorded("document") == lines)
    }

    private static var isRecording: Bool {
        ProcessInfo.processInfo.environment["DICED_RECORD"] == "1"
    }

    private static func line<Message: TestMessage>(
        _ type: Message.Type,
        _ random: RandomCase
    ) -> String {
        var random = random
        return "\(type) \(String(decoding: random.message(type).jsonBytes(), as: UTF8.self))"
    }

    private func file(_ name: String) -> URL {
        URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "Recorded/\(name).txt"
        )
    }

    private func record(_ lines: [String], _ name: String) throws {
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file(name))
    }

    private func recorded(_ name: String) throws -> [String] {
        try String(contentsOf: file(name), encoding: .utf8).split(separator: "\n").map(String.init)
    }
}
