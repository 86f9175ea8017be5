/// A QR code of a text (ISO/IEC 18004): byte mode, error correction level L, versions 1 to 20.
struct QRCode: Hashable {
    /// The number of modules per side, without the quiet zone.
    let side: Int
    /// The modules row by row; true for dark.
    let modules: [Bool]

    subscript(x: Int, y: Int) -> Bool { modules[y * side + x] }

    /// One text per row, with `1` for dark.
    var rows: [String] {
        (0..<side).map { y in String((0..<side).map { self[$0, y] ? "1" : "0" }) }
    }

    /// The penalty score (8.8.2): runs, blocks, patterns like a finder's, and a bias to dark or
    /// light.
    var penalty: Int {
        let rows = (0..<side).map { y in (0..<side).map { self[$0, y] } }
        let columns = (0..<side).map { x in (0..<side).map { self[x, $0] } }
        let lines = (rows + columns).reduce(0) { $0 + Self.runs($1) + Self.finders($1) }
        var blocks = 0
        for y in 1..<side {
            for x in 1..<side
            where self[x, y] == self[x - 1, y] && self[x, y] == self[x, y - 1] {
                if self[x, y] == self[x - 1, y - 1] {
                    blocks += 1
                }
            }
        }
        let bias =
            abs(modules.count { $0 } * 20 - modules.count * 10) / modules.count * 10
        return lines + blocks * 3 + bias
    }

    private static func runs(_ line: [Bool]) -> Int {
        var penalty = 0
        var length = 1
        for index in 1...line.count {
            if index < line.count, line[index] == line[index - 1] {
                length += 1
            } else {
                if length >= 5 {
                    penalty += length - 2
                }
                length = 1
            }
        }
        return penalty
    }

    private static func finders(_ line: [Bool]) -> Int {
        let finder = [true, false, true, true, true, false, true]
        let light = [false, false, false, false]
        let patterns = [light + finder, finder + light]
        return (0...(line.count - 11)).count { start in
            patterns.contains(Array(line[start..<(start + 11)]))
        } * 40
    }
}

extension QRCode {
    /// Makes the code of a text; `nil` if the text has more than 858 bytes.
    ///
    /// - Parameter mask: One of the eight masks; `nil` for the one with the lowest penalty.
    init?(_ text: String, mask: Int? = nil) {
        guard let data = QRData(Array(text.utf8)) else { return nil }
        let plan = QRPlan(data.version)
        let choices = (mask.map { [$0] } ?? Array(0..<8)).map { mask in
            QRCode(
                side: plan.side,
                modules: plan.filled(with: data.codewords, mask: mask)
            )
        }
        guard let best = choices.min(by: { $0.penalty < $1.penalty }) else {
            return nil
        }
        self = best
    }
}
