/// The multisets of the dice of a turn: first the keeps, which are the dice that a player may keep,
/// then the hands, which have all dice.
///
/// The order of the dice does not matter, so five six-sided dice have 252 hands and 462 keeps
/// instead of 7776 rolls with 32 choices each. The value of a keep is the mean of its values with
/// one more die (Verhoeff, "Optimal Solitaire Yahtzee Strategies").
struct HintDice: Sendable {
    // Five six-sided dice, the only ones with hints.
    static let count = 5
    static let sides = 6
    /// The indices of the keeps with dice left to roll, keeps with fewer dice first.
    static let keeps = 0..<210
    static let hands = 210..<462

    let sides: Int
    /// The index of the first hand; the keeps precede it.
    let firstHand: Int
    /// The faces of each multiset, ascending.
    let faces: [[Int]]
    /// The index of keep `k` with one more die that shows `f`, at `k * sides + f - 1`.
    let grown: [Int]
    private let indices: [[Int]: Int]

    /// - Parameters:
    ///   - count: the number of dice.
    ///   - sides: the sides of each.
    init(count: Int = Self.count, sides: Int = Self.sides) {
        var all: [[Int]] = [[]]
        var last = all
        var keeps = 0
        for _ in 1...count {
            keeps = all.count
            last = last.flatMap { keep in
                ((keep.last ?? 1)...sides).map { keep + [$0] }
            }
            all += last
        }
        let indices = Dictionary(uniqueKeysWithValues: zip(all, all.indices))
        grown = (0..<keeps).flatMap { keep in
            (1...sides).compactMap { indices[(all[keep] + [$0]).sorted()] }
        }
        self.sides = sides
        firstHand = keeps
        faces = all
        self.indices = indices
    }

    /// Returns the index of a multiset, or `nil` if the dice cannot show these faces.
    func index(_ faces: [Int]) -> Int? {
        indices[faces.sorted()]
    }
}
