/// The bytes of a QR code: a text in byte mode, in interleaved blocks with error correction.
struct QRData {
    /// The smallest version with enough room, 1 to 20.
    let version: Int
    let codewords: [UInt8]

    /// The numbers for level L, by version starting at 1 (ISO/IEC 18004, table 9).
    private static let correctionPerBlock = [
        7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28,
    ]
    private static let blocks = [
        1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8,
    ]

    /// Encodes bytes; `nil` if no version has enough room.
    init?(_ bytes: [UInt8]) {
        // Mode and length take two bytes, and three from version 10.
        let version = (1...Self.blocks.count).first {
            Self.dataCodewords($0) - ($0 < 10 ? 2 : 3) >= bytes.count
        }
        guard let version else { return nil }
        self.version = version
        codewords = Self.interleaved(Self.padded(bytes, version), version)
    }

    private static func dataCodewords(_ version: Int) -> Int {
        QRPlan.codewords(version) - blocks[version - 1]
            * correctionPerBlock[version - 1]
    }

    /// Returns mode, length, text and padding.
    private static func padded(_ bytes: [UInt8], _ version: Int) -> [UInt8] {
        let length =
            version < 10
            ? [UInt8(bytes.count)]
            : [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)]
        // The 4-bit mode, 4, shifts all following bytes by half a byte.
        var data: [UInt8] = []
        var last: UInt8 = 4
        for byte in length + bytes + [0] {
            data.append(last << 4 | byte >> 4)
            last = byte & 15
        }
        for filler in 0..<max(0, dataCodewords(version) - data.count) {
            data.append(filler % 2 == 0 ? 0xEC : 0x11)
        }
        return data
    }

    private static func interleaved(_ data: [UInt8], _ version: Int) -> [UInt8] {
        let count = blocks[version - 1]
        let correction = correctionPerBlock[version - 1]
        let short = data.count / count
        // The last blocks have one more byte.
        let firstLong = count - data.count % count
        let code = ReedSolomon(correction)
        var rest = data[...]
        let parts = (0..<count).map { block in
            let length = short + (block >= firstLong ? 1 : 0)
            defer {
                rest = rest.dropFirst(length)
            }
            return Array(rest.prefix(length))
        }
        let corrections = parts.map(code.remainder)
        let first = (0...short).flatMap { index in
            parts.compactMap { $0.indices.contains(index) ? $0[index] : nil }
        }
        return first
            + (0..<correction).flatMap { index in corrections.map { $0[index] } }
    }
}
