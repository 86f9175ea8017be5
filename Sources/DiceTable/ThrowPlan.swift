import DiceNotation

/// The dice of a throw as a flight shows them, decided before any of them starts.
///
/// A die starts when the dice that caused it have settled, so its times and passing values are
/// drawn when it starts.
struct ThrowPlan: Hashable {
    /// The dice in the order in which they were drawn, with the values that they show at the end.
    let dice: [ThrownDie]
    /// The number of each die; `nil` if dice are numbered as they appear.
    let numbers: [Int]?
    let draws: [Draw]
    /// For each draw, the value that its die shows when the draw has settled.
    let values: [Int]
    /// The order in which the draws are shown.
    let schedule: ThrowSchedule
    /// True if the dice show nothing at rest; their faces mean nothing.
    let hidesFaces: Bool

    init(_ evaluation: Evaluation, numbers: [Int]? = nil, hidesFaces: Bool = false) {
        dice = evaluation.dice
        draws = evaluation.draws
        values = evaluation.shownValues
        schedule = ThrowSchedule(draws)
        self.numbers = numbers
        self.hidesFaces = hidesFaces
    }

    /// The sides of the dice that do not wait for any other.
    var firstSides: [Int] { schedule.first.map { draws[$0].sides } }

    /// Returns the draws to show of those that are due together. If several faces are added to one
    /// die at once, the die shows the last of them.
    func shown(of due: [Int]) -> [Int] {
        let last = Dictionary(due.map { (draws[$0].die, $0) }) { $1 }
        return due.filter { last[draws[$0].die] == $0 }
    }

    /// Returns the range of the values that pass by before a draw settles.
    ///
    /// - Parameter shown: The value that the die shows before, to which the face is added; 0 for a
    ///   die that appears.
    func passing(_ draw: Int, above shown: Int) -> ClosedRange<Int> {
        let draw = draws[draw]
        let kind = dice[draw.die].kind
        if kind.customFaces != nil {
            return 1...draw.sides
        }
        return kind.fate == nil ? shown + 1...shown + draw.sides : shown - 1...shown + 1
    }
}
