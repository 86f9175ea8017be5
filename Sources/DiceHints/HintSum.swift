/// How far the boxes of a sum bonus are from it, as far as that matters for the rest of a match.
///
/// Two sums are the same if each of those that the open boxes can still bring decides alike about
/// the bonus. So a sum is told by its need: the least of what they can bring that is enough, 0 if
/// all of it is, or `least` if nothing is. The bonus counts as soon as the need is 0, which may be
/// a little before the boxes hold enough.
struct HintSum: Sendable {
    /// Of the sheet, by their indices.
    let boxes: [Int]
    let least: Int
    let points: Int
    /// The needs that occur, ascending, by which of `boxes` are filled.
    private(set) var needs: [[Int]]
    /// At `filled * (least + 1) + missing`, the index of the need in `needs[filled]`.
    private var classes: [Int32]

    /// More than an upper bonus takes by far, and at most 50 MB.
    private static let most = 1 << 23

    /// - Parameter scores: what each of `boxes` can hold.
    init?(_ boxes: [Int], least: Int, points: Int, scores: [[Int]]) {
        let count = 1 << boxes.count
        let width = least + 1
        guard count * width <= Self.most else { return nil }
        self.boxes = boxes
        self.least = least
        self.points = points
        needs = Array(repeating: [], count: count)
        classes = Array(repeating: 0, count: count * width)
        let possible = Self.possible(scores, width: width)
        var isNeed = Array(repeating: false, count: width)
        for filled in 0..<count {
            let start = filled * width
            // From here on, the need of what is missing stands in `classes`, then the index of the
            // need.
            let certain = (0..<least).first { possible[start + $0] } ?? least
            var need = least
            for missing in (0..<width).reversed() {
                if possible[start + missing] {
                    need = missing
                }
                classes[start + missing] = missing <= certain ? 0 : Int32(need)
            }
            if filled == 0 {
                isNeed[Int(classes[start + least])] = true
            } else {
                let box = filled.trailingZeroBitCount
                for need in needs[filled & (filled - 1)] {
                    for score in scores[box] {
                        isNeed[Int(classes[start + max(0, need - score)])] = true
                    }
                }
            }
            needs[filled] = isNeed.indices.filter { isNeed[$0] }
            for need in needs[filled] {
                isNeed[need] = false
            }
            var index = 0
            for missing in 0..<width {
                while index < needs[filled].count - 1,
                    needs[filled][index] < classes[start + missing]
                {
                    index += 1
                }
                classes[start + missing] = Int32(index)
            }
        }
    }

    /// Whether the open boxes can bring a sum, `least` standing for all that is more, at `filled *
    /// width + sum`.
    private static func possible(_ scores: [[Int]], width: Int) -> [Bool] {
        let count = 1 << scores.count
        var possible = Array(repeating: false, count: count * width)
        possible[(count - 1) * width] = true
        for filled in (0..<count - 1).reversed() {
            let box = (~filled).trailingZeroBitCount
            for rest in 0..<width where possible[(filled | 1 << box) * width + rest] {
                for score in scores[box] {
                    possible[filled * width + min(rest + score, width - 1)] = true
                }
            }
        }
        return possible
    }

    /// Which of `boxes` are among those of the sheet.
    func filled(_ mask: Int) -> Int {
        boxes.indices.reduce(0) { $0 | (mask >> boxes[$1] & 1) << $1 }
    }

    /// The index of the need, where so much is missing. If that never occurs, it is one nearby.
    func index(_ filled: Int, missing: Int) -> Int {
        Int(classes[filled * (least + 1) + min(max(0, missing), least)])
    }
}
