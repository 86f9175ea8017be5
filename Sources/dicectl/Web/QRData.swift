/// The bytes of a QR code: a text in byte mode, cut into blocks with error correction, and interleaved.
struct QRData {
    /// 1 to 20: the smallest that has room.
    let version: Int
    let codewords: [UInt8]

    /// Of level L, by version from 1 on (ISO/IEC 18004, table 9).
    private static let correctionPerBlock = [
        7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28,
    ]
    private static let blocks = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8]

    /// Nil where no version has room.
    init?(_ bytes: [UInt8]) {
        let version = (1...Self.blocks.count).first { Self.room(in: $0) >= bytes.count }
        guard let version else { return nil }
        self.version = version
        codewords = Self.interleaved(Self.padded(bytes, version), version)
    }

    /// How many bytes of text a version takes.
    private static func room(in version: Int) -> Int { dataCodewords(version) - (version < 10 ? 2 : 3) }

    private static func dataCodewords(_ version: Int) -> Int {
        QRPlan.codewords(version) - blocks[version - 1] * correctionPerBlock[version - 1]
    }

    /// Mode, length, the text, and what fills the rest.
    private static func padded(_ bytes: [UInt8], _ version: Int) -> [UInt8] {
        let length = version < 10 ? [UInt8(bytes.count)] : [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)]
        // Everything stands half a byte behind the mode, 4.
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
        var parts: [[UInt8]] = []
        var start = 0
        for block in 0..<count {
            let end = start + short + (block >= firstLong ? 1 : 0)
            parts.append(Array(data[start..<end]))
            start = end
        }
        let corrections = parts.map(code.remainder)
        let first = (0...short).flatMap { index in parts.compactMap { $0.indices.contains(index) ? $0[index] : nil } }
        return first + (0..<correction).flatMap { index in corrections.map { $0[index] } }
    }
}
