import DiceModel
import DiceWire

/// Turns valid requests into nearly valid ones.
struct Mutator {
    private let corpus: [[UInt8]]
    private var generator: SeededGenerator

    private static let huge = [
        "1e999", "-1", "99999999999999999999", "0.1e-400", "18446744073709551616",
        "1E+2",
    ]

    init(corpus: [[UInt8]], seed: UInt64) {
        self.corpus = corpus
        generator = SeededGenerator(seed: seed)
    }

    /// Returns bytes to send, including line ends; they are `length` lines if no line end was
    /// changed.
    mutating func stream(of length: Int) -> [UInt8] {
        (0..<length).flatMap { _ in line() + [UInt8(ascii: "\n")] }
    }

    /// Returns a line of about the maximum length.
    mutating func longLine() -> [UInt8] {
        let line = pick(corpus)
        let length = LineCodec.maximumLength + number(-1...1)
        return line
            + Array(repeating: UInt8(ascii: " "), count: max(0, length - line.count))
    }

    private mutating func line() -> [UInt8] {
        var line = pick(corpus)
        for _ in 0..<number(0...3) {
            mutate(&line)
        }
        return line
    }

    private mutating func mutate(_ line: inout [UInt8]) {
        let place = number(0...line.count)
        let end = min(line.count, place + number(0...20))
        switch number(0...11) {
        case 0 where place < line.count: line[place] ^= 1 << UInt8(number(0...7))
        case 1 where place < line.count: line[place] = UInt8(number(0...255))
        case 2: line.removeSubrange(place...)
        case 3: line.removeSubrange(place..<end)
        case 4: line.insert(contentsOf: line[place..<end], at: place)
        case 5: line = line[..<place] + pick(corpus).suffix(number(0...60))
        case 6:
            if let digit = line.indices.filter({ (0x30...0x39).contains(line[$0]) })
                .randomElement(
                    using: &generator
                )
            {
                line.replaceSubrange(digit...digit, with: pick(Self.huge).utf8)
            }
        case 7:
            let depth = number(1...600)
            line.insert(
                contentsOf: [UInt8](repeating: UInt8(ascii: "["), count: depth),
                at: place
            )
            if number(0...1) == 0 {
                line += [UInt8](repeating: UInt8(ascii: "]"), count: depth)
            }
        case 8:
            line.insert(
                contentsOf: pick([
                    [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x9F],
                ]),
                at: place
            )
        case 9: line.insert(0, at: place)
        case 10:
            line =
                Array("[")
                + Array(
                    [line, pick(corpus), line].joined(separator: [UInt8(ascii: ",")])
                )
                + Array("]")
        default:
            line.insert(
                contentsOf: pick(["\\u0000", "\\ud800", "\"", "{}", "\r", "\u{202E}"])
                    .utf8,
                at: place
            )
        }
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &generator)
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[number(0...(elements.count - 1))]
    }
}

extension [UInt8] {
    fileprivate init(_ text: String) {
        self = Array(text.utf8)
    }
}
