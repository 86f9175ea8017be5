/// Error correction over the field of 256 elements with the polynomial x⁸ + x⁴ + x³ + x² + 1.
struct ReedSolomon {
    /// The generator polynomial, highest power first, without the leading 1.
    private let divisor: [UInt8]

    /// - Parameter count: The number of correction bytes per block.
    init(_ count: Int) {
        var divisor = [UInt8](repeating: 0, count: count - 1) + [1]
        var root: UInt8 = 1
        for _ in 0..<count {
            for index in divisor.indices {
                divisor[index] = Self.product(divisor[index], root)
                if index + 1 < divisor.count {
                    divisor[index] ^= divisor[index + 1]
                }
            }
            root = Self.product(root, 2)
        }
        self.divisor = divisor
    }

    /// Returns the correction bytes of a block.
    func remainder(_ data: [UInt8]) -> [UInt8] {
        var rest = [UInt8](repeating: 0, count: divisor.count)
        for byte in data {
            let factor = byte ^ rest.removeFirst()
            rest.append(0)
            for index in rest.indices {
                rest[index] ^= Self.product(divisor[index], factor)
            }
        }
        return rest
    }

    static func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
        var result: UInt16 = 0
        for bit in (0..<8).reversed() {
            result =
                result << 1 ^ (result >> 7 & 1) * 0x11D ^ UInt16(b >> bit & 1)
                * UInt16(a)
        }
        return UInt8(truncatingIfNeeded: result)
    }
}
