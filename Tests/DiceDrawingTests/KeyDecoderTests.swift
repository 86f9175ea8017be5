import DiceNotation
import Testing

@testable import DiceDrawing

struct KeyDecoderTests {
    private func keys(_ text: String) -> [Key] {
        var decoder = KeyDecoder()
        return decoder.decode(Array(text.utf8))
    }

    @Test("every key is recognized") func everyKeyIsKnown() {
        #expect(
            keys("r 1?") == [
                .character("r"), .character(" "), .character("1"), .character("?"),
            ]
        )
        #expect(keys("\r\n") == [.enter, .enter])
        #expect(keys("\t\u{1B}[Z") == [.tab, .backTab])
        #expect(
            keys("\u{1B}[A\u{1B}OB\u{1B}[C\u{1B}[1;5D") == [.up, .down, .right, .left]
        )
        #expect(
            keys("\u{1B}[5~\u{1B}[6~\u{1B}[H\u{1B}[4~") == [
                .pageUp, .pageDown, .home, .end,
            ]
        )
        #expect(
            keys("\u{7F}\u{8}\u{1B}[3~\u{15}\u{17}") == [
                .backspace, .backspace, .delete, .removeLine, .removeWord,
            ]
        )
    }

    @Test("mouse positions count from zero") func theMouseCountsFromZero() {
        #expect(keys("\u{1B}[<0;10;3M\u{1B}[<0;10;3m") == [.click(row: 2, column: 9)])
        #expect(
            keys("\u{1B}[<64;1;1M\u{1B}[<65;1;1M\u{1B}[<2;1;1M") == [
                .wheel(-1), .wheel(1),
            ]
        )
    }

    @Test("bytes can arrive one by one") func bytesMayComeOneByOne() {
        var decoder = KeyDecoder()
        let keys = Array("\u{1B}[<0;123;45Mq".utf8).flatMap { decoder.decode([$0]) }
        #expect(keys == [.click(row: 44, column: 122), .character("q")])
        #expect(!decoder.isWaiting)
    }

    @Test("Escape alone is recognized after a short delay") func escapeAloneTakesAMoment() {
        var decoder = KeyDecoder()
        #expect(decoder.decode([0x1B]).isEmpty)
        #expect(decoder.isWaiting)
        #expect(decoder.timeOut() == [.escape])
        #expect(!decoder.isWaiting)
    }

    @Test("a slow escape sequence is not read as digits") func aSlowSequenceIsNotTakenForDigits() {
        var decoder = KeyDecoder()
        #expect(decoder.decode(Array("\u{1B}[<0;1".utf8)).isEmpty)
        #expect(!decoder.isWaiting)
        #expect(decoder.timeOut().isEmpty)
        #expect(
            decoder.decode(Array("0;3Mq".utf8)) == [
                .click(row: 2, column: 9), .character("q"),
            ]
        )
        #expect(keys("\u{1B}[<0;1\u{1B}[Aq") == [.up, .character("q")])
    }

    @Test("pasted text is not read as keys") func pastedTextIsNoKeys() {
        let text = String(repeating: "request 123\r\u{1B}[A", count: 700)
        #expect(
            keys("1\u{1B}[200~\(text)\u{1B}[201~q") == [
                .character("1"), .paste(String(text.prefix(4 * NotationLimits.length))),
                .character("q"),
            ]
        )
        var decoder = KeyDecoder()
        let bytes = Array(
            "\u{1B}[200~ré\u{1B}[201\u{1B}[201~q\u{1B}[200~\u{1B}[201~".utf8
        )
        #expect(
            bytes.flatMap { decoder.decode([$0]) } == [
                .paste("ré\u{1B}[201"), .character("q"), .paste(""),
            ]
        )
    }

    @Test("unknown sequences are skipped") func whatMeansNothingIsSkipped() {
        #expect(keys("\u{1B}[?2026;2$y\u{1B}[Iß\u{1}\u{1B}xq") == [.character("q")])
        var decoder = KeyDecoder()
        _ = decoder.decode(
            [0x1B, 0x5B] + Array(repeating: UInt8(ascii: "1"), count: 1_000)
        )
        #expect(!decoder.isWaiting)
    }
}
