/// The layout of a QR code of one version.
struct QRPlan {
    let version: Int
    /// The number of modules per side.
    let side: Int
    private var modules: [Bool]
    /// True for each module that holds no data.
    private var isFixed: [Bool]

    init(_ version: Int) {
        self.version = version
        side = 17 + 4 * version
        modules = Array(repeating: false, count: side * side)
        isFixed = modules
        for index in 0..<side {  // the timing pattern
            set(6, index, index % 2 == 0)
            set(index, 6, index % 2 == 0)
        }
        for (x, y) in [(3, 3), (side - 4, 3), (3, side - 4)] {
            drawFinder(x, y)
        }
        drawAlignment()
        drawFormat(0)
        drawVersion()
    }

    /// Returns the number of bytes that a version holds, including error correction.
    static func codewords(_ version: Int) -> Int {
        let count = version / 7 + 2
        var bits = (16 * version + 128) * version + 64
        if version >= 2 {
            bits -= (25 * count - 10) * count - 55
        }
        if version >= 7 {
            bits -= 36
        }
        return bits / 8
    }

    /// Returns all modules, with the masked codewords.
    func filled(with codewords: [UInt8], mask: Int) -> [Bool] {
        var plan = self
        plan.drawData(codewords, mask)
        plan.drawFormat(mask)
        return plan.modules
    }

    private mutating func set(_ x: Int, _ y: Int, _ isDark: Bool) {
        modules[y * side + x] = isDark
        isFixed[y * side + x] = true
    }

    /// Draws a finder with the light border around it.
    private mutating func drawFinder(_ x: Int, _ y: Int) {
        for dy in -4...4 {
            for dx in -4...4
            where (0..<side).contains(x + dx) && (0..<side).contains(y + dy) {
                let distance = max(abs(dx), abs(dy))
                set(x + dx, y + dy, distance != 2 && distance != 4)
            }
        }
    }

    private mutating func drawAlignment() {
        let places = alignmentPlaces
        let last = places.count - 1
        for (row, y) in places.enumerated() {
            for (column, x) in places.enumerated() {
                // The finders are there.
                if [[0, 0], [0, last], [last, 0]].contains([row, column]) {
                    continue
                }
                for dy in -2...2 {
                    for dx in -2...2 {
                        set(x + dx, y + dy, max(abs(dx), abs(dy)) != 1)
                    }
                }
            }
        }
    }

    private var alignmentPlaces: [Int] {
        guard version > 1 else { return [] }
        let count = version / 7 + 2
        let step = (version * 8 + count * 3 + 5) / (count * 4 - 4) * 2
        return [6] + (0..<(count - 1)).map { side - 7 - $0 * step }.reversed()
    }

    private mutating func drawVersion() {
        guard version >= 7 else { return }
        var rest = version
        for _ in 0..<12 {
            rest = rest << 1 ^ (rest >> 11) * 0x1F25
        }
        let bits = version << 12 | rest
        for index in 0..<18 {
            let a = side - 11 + index % 3
            let b = index / 3
            set(a, b, bits >> index & 1 == 1)
            set(b, a, bits >> index & 1 == 1)
        }
    }

    /// Draws level L and the mask, twice.
    private mutating func drawFormat(_ mask: Int) {
        let data = 1 << 3 | mask
        var rest = data
        for _ in 0..<10 {
            rest = rest << 1 ^ (rest >> 9) * 0x537
        }
        let bits = (data << 10 | rest) ^ 0x5412
        func isDark(_ index: Int) -> Bool {
            bits >> index & 1 == 1
        }
        for index in 0..<6 {
            set(8, index, isDark(index))
        }
        set(8, 7, isDark(6))
        set(8, 8, isDark(7))
        set(7, 8, isDark(8))
        for index in 9..<15 {
            set(14 - index, 8, isDark(index))
        }
        for index in 0..<8 {
            set(side - 1 - index, 8, isDark(index))
        }
        for index in 8..<15 {
            set(8, side - 15 + index, isDark(index))
        }
        set(8, side - 8, true)
    }

    /// Fills the columns in pairs from the right, alternately up and down, and skips the timing
    /// column.
    private mutating func drawData(_ codewords: [UInt8], _ mask: Int) {
        var index = 0
        for (turn, right) in [Int](stride(from: side - 1, to: 6, by: -2)).enumerated() {
            drawColumn(right, turn)
        }
        let turns = (side - 7) / 2
        for (turn, right) in [5, 3, 1].enumerated() {
            drawColumn(right, turns + turn)
        }

        func drawColumn(_ right: Int, _ turn: Int) {
            for step in 0..<side {
                let y = turn % 2 == 0 ? side - 1 - step : step
                for x in [right, right - 1] where !isFixed[y * side + x] {
                    let bit =
                        index < codewords.count * 8
                        && codewords[index / 8] >> UInt8(7 - index % 8) & 1 == 1
                    modules[y * side + x] = bit != Self.inverts(mask, x, y)
                    index += 1
                }
            }
        }
    }

    private static func inverts(_ mask: Int, _ x: Int, _ y: Int) -> Bool {
        switch mask {
        case 0: (x + y) % 2 == 0
        case 1: y % 2 == 0
        case 2: x % 3 == 0
        case 3: (x + y) % 3 == 0
        case 4: (x / 3 + y / 2) % 2 == 0
        case 5: x * y % 2 + x * y % 3 == 0
        case 6: (x * y % 2 + x * y % 3) % 2 == 0
        default: ((x + y) % 2 + x * y % 3) % 2 == 0
        }
    }
}
