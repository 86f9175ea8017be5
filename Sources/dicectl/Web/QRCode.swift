/// A QR code of a text (ISO/IEC 18004): byte mode, error correction level L, versions 1 to 20.
struct QRCode: Hashable {
    /// Modules a side, without the quiet zone.
    let side: Int
    /// Row by row, true for dark.
    let modules: [Bool]

    subscript(x: Int, y: Int) -> Bool { modules[y * side + x] }

    /// How hard it is to read (8.8.2): runs, blocks, what looks like a finder pattern, and a bias to dark or light.
    var penalty: Int {
        let rows = (0..<side).map { y in (0..<side).map { self[$0, y] } }
        let columns = (0..<side).map { x in (0..<side).map { self[x, $0] } }
        let lines = (rows + columns).reduce(0) { $0 + Self.runs($1) + Self.finders($1) }
        var blocks = 0
        for y in 1..<side {
            for x in 1..<side where self[x, y] == self[x - 1, y] && self[x, y] == self[x, y - 1] {
                if self[x, y] == self[x - 1, y - 1] { blocks += 1 }
            }
        }
        let bias = abs(modules.count { $0 } * 20 - modules.count * 10) / modules.count * 10
        return lines + blocks * 3 + bias
    }

    private static func runs(_ line: [Bool]) -> Int {
        var (penalty, length) = (0, 1)
        for index in 1...line.count {
            if index < line.count, line[index] == line[index - 1] {
                length += 1
            } else {
                if length >= 5 { penalty += length - 2 }
                length = 1
            }
        }
        return penalty
    }

    private static func finders(_ line: [Bool]) -> Int {
        let (finder, light) = ([true, false, true, true, true, false, true], [false, false, false, false])
        let patterns = [light + finder, finder + light]
        return (0...(line.count - 11)).count { start in patterns.contains(Array(line[start..<(start + 11)])) } * 40
    }
}

extension QRCode {
    /// Nil for a text of more than 858 bytes.
    ///
    /// - Parameter mask: one of the eight masks; nil for the one that is easiest to read.
    init?(_ text: String, mask: Int? = nil) {
        guard let data = QRData(Array(text.utf8)) else { return nil }
        let plan = QRPlan(data.version)
        let choices = (mask.map { [$0] } ?? Array(0..<8)).map { mask in
            QRCode(side: plan.side, modules: plan.filled(with: data.codewords, mask: mask))
        }
        guard let best = choices.min(by: { $0.penalty < $1.penalty }) else { return nil }
        self = best
    }
}

/// A QR code in half blocks, two modules in a character, with the light border that scanners need.
enum QRDrawing {
    private static let border = 4
    /// Black on white, whatever the terminal's colours are.
    private static let (start, end) = ("\u{1B}[38;5;16;48;5;231m", "\u{1B}[0m")

    /// - Parameter hasColour: whether the terminal shows colours; without them light is drawn, as on a dark ground.
    static func lines(_ code: QRCode, hasColour: Bool) -> [String] {
        let range = -border..<(code.side + border)
        func isInk(_ x: Int, _ y: Int) -> Bool {
            let isInside = (0..<code.side).contains(x) && (0..<code.side).contains(y)
            return (isInside && code[x, y]) == hasColour
        }
        return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { y in
            let text = range.map { x -> Character in
                switch (isInk(x, y), y + 1 < range.upperBound ? isInk(x, y + 1) : !hasColour) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }
            return hasColour ? start + String(text) + end : String(text)
        }
    }
}

/// Error correction over the field of 256 elements with the polynomial x⁸ + x⁴ + x³ + x² + 1.
struct ReedSolomon {
    /// The generator polynomial, highest power first, without the leading 1.
    private let divisor: [UInt8]

    /// - Parameter count: how many bytes of correction a block gets.
    init(_ count: Int) {
        var divisor = [UInt8](repeating: 0, count: count - 1) + [1]
        var root: UInt8 = 1
        for _ in 0..<count {
            for index in divisor.indices {
                divisor[index] = Self.product(divisor[index], root)
                if index + 1 < divisor.count { divisor[index] ^= divisor[index + 1] }
            }
            root = Self.product(root, 2)
        }
        self.divisor = divisor
    }

    /// The correction of a block.
    func remainder(_ data: [UInt8]) -> [UInt8] {
        var rest = [UInt8](repeating: 0, count: divisor.count)
        for byte in data {
            let factor = byte ^ rest.removeFirst()
            rest.append(0)
            for index in rest.indices { rest[index] ^= Self.product(divisor[index], factor) }
        }
        return rest
    }

    static func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
        var result: UInt16 = 0
        for bit in (0..<8).reversed() {
            result = result << 1 ^ (result >> 7 & 1) * 0x11D ^ UInt16(b >> bit & 1) * UInt16(a)
        }
        return UInt8(truncatingIfNeeded: result)
    }
}

/// The bytes of a QR code: a text in byte mode, in blocks with error correction that are interleaved.
struct QRData {
    /// 1 to 20: the smallest that has room.
    let version: Int
    let codewords: [UInt8]

    /// The numbers for level L, by version from 1 on (ISO/IEC 18004, table 9).
    private static let correctionPerBlock = [
        7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28,
    ]
    private static let blocks = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8]

    /// Nil if no version has room.
    init?(_ bytes: [UInt8]) {
        // Mode and length take two bytes, from version 10 on three.
        let version = (1...Self.blocks.count).first { Self.dataCodewords($0) - ($0 < 10 ? 2 : 3) >= bytes.count }
        guard let version else { return nil }
        self.version = version
        codewords = Self.interleaved(Self.padded(bytes, version), version)
    }

    private static func dataCodewords(_ version: Int) -> Int {
        QRPlan.codewords(version) - blocks[version - 1] * correctionPerBlock[version - 1]
    }

    /// Mode, length, the text, and what fills the rest.
    private static func padded(_ bytes: [UInt8], _ version: Int) -> [UInt8] {
        let length = version < 10 ? [UInt8(bytes.count)] : [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)]
        // Everything stands half a byte after the mode, 4.
        var data: [UInt8] = []
        var last: UInt8 = 4
        for byte in length + bytes + [0] {
            data.append(last << 4 | byte >> 4)
            last = byte & 15
        }
        for filler in 0..<max(0, dataCodewords(version) - data.count) { data.append(filler % 2 == 0 ? 0xEC : 0x11) }
        return data
    }

    private static func interleaved(_ data: [UInt8], _ version: Int) -> [UInt8] {
        let (count, correction) = (blocks[version - 1], correctionPerBlock[version - 1])
        let short = data.count / count
        // The last blocks have one more.
        let firstLong = count - data.count % count
        let code = ReedSolomon(correction)
        var rest = data[...]
        let parts = (0..<count).map { block in
            let length = short + (block >= firstLong ? 1 : 0)
            defer { rest = rest.dropFirst(length) }
            return Array(rest.prefix(length))
        }
        let corrections = parts.map(code.remainder)
        let first = (0...short).flatMap { index in parts.compactMap { $0.indices.contains(index) ? $0[index] : nil } }
        return first + (0..<correction).flatMap { index in corrections.map { $0[index] } }
    }
}
