/// The multisets of up to five six-sided dice: first the keeps, which are the dice that a player
/// may keep, and last the hands of five dice.
///
/// The order of the dice does not matter, so there are 252 hands and 462 keeps instead of 7776
/// rolls with 32 choices each. The value of a keep is the mean of its values with one more die
/// (Verhoeff, "Optimal Solitaire Yahtzee Strategies").
struct HintDice: Sendable {
    static let count = 5
    static let sides = 6
    /// The indices of the keeps with dice left to roll, keeps with fewer dice first.
    static let keeps = 0..<210
    static let hands = 210..<462

    /// The faces of each multiset, ascending.
    let faces: [[Int]]
    /// The index of keep `k` with one more die that shows `f`, at `k * sides + f - 1`.
    let grown: [Int]
    private let indices: [[Int]: Int]

    init() {
        var all: [[Int]] = [[]]
        var last = all
        for _ in 1...Self.count {
            last = last.flatMap { keep in
                ((keep.last ?? 1)...Self.sides).map { keep + [$0] }
            }
            all += last
        }
        let indices = Dictionary(uniqueKeysWithValues: zip(all, all.indices))
        grown = Self.keeps.flatMap { keep in
            (1...Self.sides).compactMap { indices[(all[keep] + [$0]).sorted()] }
        }
        faces = all
        self.indices = indices
    }

    /// Returns the index of a multiset, or `nil` if `faces` are not up to five six-sided dice.
    func index(_ faces: [Int]) -> Int? {
        indices[faces.sorted()]
    }
}
