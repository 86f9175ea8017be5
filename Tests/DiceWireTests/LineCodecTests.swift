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
            while let piece = codec.next() {
                take(piece)
            }
        }
        if let piece = codec.finish() {
            take(piece)
        }
        return lines
    }

    @Test(
        "LF ends a line, a CR before it is dropped and blank lines are skipped"
    )
    func rules() {
        #expect(lines(["a\nb\r\n\n\r\n  \n\tc\nd"]) == ["a", "b", "\tc", "d"])
        #expect(lines(["a\rb\n"]) == ["a\rb"])
        #expect(lines([""]) == [])
    }

    @Test(
        "a line at the limit is read, and one byte more ends the reading"
    )
    func limit() {
        let ten = String(repeating: "x", count: 10)
        #expect(lines([ten + "\n"]) == [ten])
        #expect(lines([ten + "\r\n"]) == [ten])
        #expect(lines([ten]) == [ten])
        #expect(lines([ten + "y\nz\n"]) == ["too long"])
        #expect(lines([ten + "y"]) == ["too long"])
        #expect(lines(["a\n", ten, "yz"]) == ["a", "too long"])
    }

    @Test("a line is refused as soon as it exceeds the limit")
    func soonestRefusal() {
        var codec = LineCodec(limit: 10)
        codec.append(String(repeating: "x", count: 11).utf8)
        #expect(codec.next() == nil, "the last byte may be the CR of a line that fits")
        codec.append("x".utf8)
        #expect(codec.next() == .tooLong)
        #expect(codec.next() == nil)
        #expect(codec.finish() == nil)
    }

    @Test("the longest line has 65,536 bytes", arguments: ["\n", "\r\n", ""])
    func longestLine(end: String) {
        let longest = String(repeating: "x", count: 65_536)
        #expect(lines([longest + end], limit: LineCodec.maximumLength) == [longest])
        #expect(
            lines([longest + "x" + end], limit: LineCodec.maximumLength) == ["too long"]
        )
        var codec = LineCodec()
        codec.append((longest + "\n" + longest + "x\n").utf8)
        #expect(codec.next() == .line(Array(longest.utf8)))
        #expect(codec.next() == .tooLong)
    }

    @Test("a blank line up to the limit is skipped and a longer one is refused")
    func blankLines() {
        let ten = String(repeating: " ", count: 10)
        #expect(lines([ten + "\na\n"]) == ["a"])
        #expect(lines([ten + "\r\na"]) == ["a"])
        #expect(lines([ten + "\t\na\n"]) == ["too long"])
        #expect(lines(["\r\r\n\u{B}\n\u{0}\n"]) == ["\r", "\u{B}", "\u{0}"])
    }

    @Test(
        "a long stream loses nothing while read bytes are dropped"
    )
    func longStream() {
        var codec = LineCodec(limit: 100)
        let all = (0..<20_000).map { "line \($0)" }
        var read: [String] = []
        func take(_ count: Int) {
            for _ in 0..<count {
                guard case .line(let line) = codec.next() else { return }
                read.append(String(decoding: line, as: UTF8.self))
            }
        }
        for start in stride(from: 0, to: all.count, by: 100) {
            codec.append(
                (all[start..<(start + 100)].joined(separator: "\n") + "\n").utf8
            )
            take(99)
        }
        take(all.count)
        #expect(read == all)
        #expect(codec.pendingBytes == 0)
    }

    @Test("a line that never ends is refused without being kept")
    func endlessLine() {
        var codec = LineCodec()
        var refused = false
        for _ in 1...100 where !refused {
            codec.append(Array(repeating: UInt8(ascii: "x"), count: 10_000))
            refused = codec.next() == .tooLong
        }
        #expect(refused)
        #expect(codec.pendingBytes == 0)
        codec.append("more".utf8)
        #expect(codec.pendingBytes == 0)
        #expect(codec.next() == nil)
    }

    @Test("lines are the same however the bytes are split", arguments: RandomCase.hundred)
    func cutsMakeNoDifference(_ random: RandomCase) {
        var random = random
        let alphabet = Array("ab \r\n\n")
        let text = String(
            (0..<random.int(0...60)).map { _ in
                alphabet[random.int(0...(alphabet.count - 1))]
            }
        )
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
