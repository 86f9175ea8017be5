/// The points still missing for a sum bonus, reduced to what matters for the rest of a match.
///
/// Two sums are equivalent if, for every total that the open boxes can still add, both reach the
/// bonus or both miss it. A sum is therefore represented by its need: the smallest such total that
/// reaches the bonus, 0 if every total does, or `least` if no total does. The bonus counts as soon
/// as the need is 0, which may be slightly before the boxes hold enough points.
struct HintSum: Sendable {
    /// Indices into the sheet.
    let boxes: [Int]
    let minimum: Int
    let points: Int
    /// The needs that occur, ascending, by filled subset of `boxes`.
    private(set) var needs: [[Int]]
    /// At `filled * (least + 1) + missing`, the index of the need in `needs[filled]`.
    private var classes: [Int32]

    /// Far more than an upper bonus requires, and at most 50 MB.
    private static let maximum = 1 << 23

    /// - Parameter scores: the points that each of `boxes` can hold.
    init?(_ boxes: [Int], minimum: Int, points: Int, scores: [[Int]]) {
        let count = 1 << boxes.count
        let width = minimum + 1
        guard count * width <= Self.maximum else { return nil }
        self.boxes = boxes
        self.minimum = minimum
        self.points = points
        needs = Array(repeating: [], count: count)
        classes = Array(repeating: 0, count: count * width)
        let possible = Self.possible(scores, width: width)
        var isNeed = Array(repeating: false, count: width)
        for filled in 0..<count {
            let start = filled * width
            // From here on, `classes` holds the need of each missing sum, and later the index of
            // the need.
            let certain = (0..<minimum).first { possible[start + $0] } ?? minimum
            var need = minimum
            for missing in (0..<width).reversed() {
                if possible[start + missing] {
                    need = missing
                }
                classes[start + missing] = missing <= certain ? 0 : Int32(need)
            }
            if filled == 0 {
                isNeed[Int(classes[start + minimum])] = true
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

    /// Returns whether the open boxes can add a sum, at `filled * width + sum`. All larger sums
    /// count as `least`.
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

    /// Returns which of `boxes` are filled according to a mask of the sheet's boxes.
    func filled(_ mask: Int) -> Int {
        boxes.indices.reduce(0) { $0 | (mask >> boxes[$1] & 1) << $1 }
    }

    /// Returns the index of the need for a number of missing points. If that number never occurs,
    /// the index is the index of a nearby need.
    func index(_ filled: Int, missing: Int) -> Int {
        Int(classes[filled * (minimum + 1) + min(max(0, missing), minimum)])
    }
}
