import Testing

@testable import DiceClient

struct LastWordsTests {
    @Test("only the end of long output is kept") func theEndIsKept() {
        var words = LastWords()
        words.append(Array("first\r\n".utf8))
        words.append(Array("second\r\n\r\n".utf8))
        #expect(words.text == "first\nsecond")
        words.append([UInt8](repeating: UInt8(ascii: "x"), count: 5_000))
        #expect(words.text == String(repeating: "x", count: 4_096))
        words.append(Array("end".utf8))
        #expect(words.text.utf8.count == 4_096)
        #expect(words.text.hasSuffix("xend"))
    }
}
