/// The multisets of up to five six-sided dice: what a player may keep of a hand and, as the last of
/// them, the hands.
///
/// What the dice show in which order does not matter, so there are 252 hands and 462 keeps instead
/// of 7776 rolls and 32 choices of each; what a keep is worth is the mean of what it is worth with
/// one more die (Verhoeff, "Optimal Solitaire Yahtzee Strategies").
struct HintDice: Sendable {
    static let count = 5
    static let sides = 6
    /// The indices of the keeps that leave dice to roll, those with fewer dice first.
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

    /// nil if this is no multiset of up to five such dice.
    func index(_ faces: [Int]) -> Int? {
        indices[faces.sorted()]
    }
}
