import Logging
import Testing
import Unix

@testable import Systemd

@Suite struct OneLineTests {
    @Test("any logged text stays on one line") func whateverIsLoggedStaysOnOneLine() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            let texts = (0..<3).map { _ in randomText(using: &generator) }
            let line = OneLine.record(
                message: texts[0],
                metadata: [texts[1]: .string(texts[2])]
            )
            #expect(line.unicodeScalars.allSatisfy(isHarmless), "from \(texts)")
        }
    }

    @Test("escaping is lossless") func escapingLosesNothing() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            let text = randomText(using: &generator)
            let word = OneLine.word(text).unicodeScalars
            let inside = word.first == "\"" ? word.dropFirst().dropLast() : word[...]
            #expect(
                Array(unescaped(String(inside)).unicodeScalars)
                    == Array(text.unicodeScalars)
            )
            #expect(
                Array(OneLine.unescaped(String(inside)).unicodeScalars)
                    == Array(text.unicodeScalars)
            )
        }
    }

    @Test(
        "a value is written as one word",
        arguments: [
            ("plain", "plain"),
            ("", "\"\""),
            ("a b", "\"a b\""),
            ("a=b", "\"a=b\""),
            ("say \"x\"", "\"say \\\"x\\\"\""),
            ("a\nb", "\"a\\nb\""),
            ("\u{1B}[2J", "\\u{1B}[2J"),
            ("c:\\d", "c:\\\\d"),
            ("häß🎲", "häß🎲"),
        ]
    )
    func valuesAreWords(text: String, word: String) {
        #expect(OneLine.word(text) == word)
    }

    @Test("a message is not quoted") func aMessageIsNotQuoted() {
        let line = OneLine.record(
            message: "say \"x = 1\"\n",
            metadata: ["b": "2", "a": "1"]
        )
        #expect(line == "say \"x = 1\"\\n a=1 b=2")
    }

    private func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069:
            false
        default: true
        }
    }

    /// Reverses `OneLine.escaped`, implemented independently.
    private func unescaped(_ text: String) -> String {
        text.replacing(/\\(?:u\{([0-9A-F]+)\}|(.))/.matchingSemantics(.unicodeScalar)) { match in
            if let hex = match.1, let value = UInt32(hex, radix: 16),
                let scalar = Unicode.Scalar(value)
            {
                return String(scalar)
            }
            let letters: [Substring: String] = ["n": "\n", "r": "\r", "t": "\t"]
            return match.2.map { letters[$0] ?? String($0) } ?? ""
        }
    }
}
