import DiceTestSupport
import DiceWire
import Testing

@Suite("Lines")
struct LineCodecTests {
    private func lines(_ chunks: [String], limit: Int = 10) -> [String] {
        var codec = LineCodec(limit: limit)
        var lines: [String] = []
        func take(_ piece: LineCodec.Piece) {
            switch piece {
            case .line(let bytes): lines.append(String(decoding: bytes, as: UTF8.self))
            case .tooLong: lines.append("too long")
            }
        }
        for chunk in chunks {
            codec.append(chunk.utf8)
            while let piece = codec.next() { take(piece) }
        }
        if let piece = codec.finish() { take(piece) }
        return lines
    }

    @Test("LF ends a line, a CR before it is dropped, blank lines are skipped, the last line needs no LF")
    func rules() {
        #expect(lines(["a\nb\r\n\n\r\n  \n\tc\nd"]) == ["a", "b", "\tc", "d"])
        #expect(lines(["a\rb\n"]) == ["a\rb"])
        #expect(lines([""]) == [])
    }

    @Test("a line of the limit passes, with CR LF too; one byte more does not, and nothing after it is read")
    func limit() {
        let ten = String(repeating: "x", count: 10)
        #expect(lines([ten + "\n"]) == [ten])
        #expect(lines([ten + "\r\n"]) == [ten])
        #expect(lines([ten]) == [ten])
        #expect(lines([ten + "y\nz\n"]) == ["too long"])
        #expect(lines([ten + "y"]) == ["too long"])
        #expect(lines(["a\n", ten, "yz"]) == ["a", "too long"])
    }

    @Test("a line that never ends is refused without being kept")
    func endlessLine() {
        var codec = LineCodec()
        var refused = false
        for _ in 1...100 where !refused {
            codec.append(Array(repeating: UInt8(ascii: "x"), count: 10_000))
            refused = codec.next() == .tooLong
        }
        #expect(refused && codec.pendingBytes == 0)
        codec.append("more".utf8)
        #expect(codec.pendingBytes == 0 && codec.next() == nil)
    }

    @Test("how the bytes are cut makes no difference", arguments: RandomCase.hundred)
    func cutsMakeNoDifference(_ random: RandomCase) {
        var random = random
        let alphabet = Array("ab \r\n\n")
        let text = String((0..<random.int(0...60)).map { _ in alphabet[random.int(0...(alphabet.count - 1))] })
        var chunks: [String] = []
        var rest = text[...].unicodeScalars
        while !rest.isEmpty {
            let count = random.int(1...5)
            chunks.append(String(String.UnicodeScalarView(rest.prefix(count))))
            rest = rest.dropFirst(count)
        }
        #expect(lines(chunks) == lines([text]))
    }
}
