import DiceDrawing
import DiceGames
import DiceModel

/// The dice of the last roll that the players here have chosen to keep in a bank game. The choice
/// is on this screen alone until the dice are locked, with the next roll or at the end of the turn.
struct BankChoice: Hashable {
    /// The roll that a choice belongs to.
    struct Roll: Hashable {
        var match: Int
        var turn: Int
        var roll: Int
        var dice: [DieState]

        /// Returns true if the faces are those of the same roll, whatever is locked.
        func isSame(as other: Roll) -> Bool {
            match == other.match && turn == other.turn && roll == other.roll
                && dice.map(\.value) == other.dice.map(\.value)
        }
    }

    let roll: Roll
    /// The numbers of the chosen dice, ascending.
    private(set) var dice: [Int] = []
    /// Those of them that score nothing with the others.
    private(set) var idle: [Int] = []
    /// The points of the turn, with those of the choice.
    private(set) var points = 0

    private let rules: BankRules
    private let free: [DieState]
    /// The faces of the dice of the last roll that are locked already.
    private let kept: [Int]
    /// The points for the dice that were locked before the last roll.
    private let before: Int

    /// Begins with the only choice that scores, or with none.
    ///
    /// - Parameters:
    ///   - rolled: The numbers of the dice of the last roll, as far as known.
    ///   - gathered: The points of the turn for its locked dice.
    init(_ roll: Roll, rolled: [Int], gathered: Int, rules: BankRules) {
        self.roll = roll
        self.rules = rules
        free = roll.dice.filter { !$0.locked }
        kept = roll.dice.filter { $0.locked && rolled.contains($0.die) }.map(\.value)
        before = gathered - (rules.score(all: kept) ?? 0)
        let only = kept.isEmpty ? rules.onlyChoice(of: free.map(\.value)) : []
        choose(only.map { free[$0].die })
    }

    /// Chooses these dice, and no others.
    private mutating func choose(_ numbers: [Int]) {
        dice = free.map(\.die).filter(numbers.contains)
        let best = scoring(dice)
        idle = dice.filter { !best.dice.contains($0) }
        points = before + best.points
    }

    /// Returns all of these dice if they score together, else those of them that score the most;
    /// and their points, with those of the dice of the last roll that are locked already.
    private func scoring(_ numbers: [Int]) -> (dice: [Int], points: Int) {
        let chosen = free.filter { numbers.contains($0.die) }
        let faces = chosen.map(\.value)
        if let points = rules.score(all: kept + faces) {
            return (chosen.map(\.die), points)
        }
        let best = rules.best(of: faces, with: kept)
        return (best.dice.map { chosen[$0].die }, best.points)
    }

    /// Adds a die to the choice or takes it back. Dice of the same face go with it where it scores
    /// only with them.
    mutating func tap(_ number: Int) {
        guard let die = free.first(where: { $0.die == number }) else { return }
        let chosen = dice
        let wasWhole = idle.isEmpty
        func changed(_ numbers: [Int]) -> BankChoice {
            var other = self
            other.choose(
                chosen.contains(number)
                    ? chosen.filter { !numbers.contains($0) } : chosen + numbers
            )
            return other
        }
        let alone = changed([number])
        let alike = changed(free.filter { $0.value == die.value }.map(\.die))
        self = !alone.idle.isEmpty && wasWhole && alike.idle.isEmpty ? alike : alone
    }

    /// Returns the place of a die in the choice; `nil` if it is not chosen.
    func place(of number: Int) -> DieDrawing.Emphasis.Choice? {
        if idle.contains(number) {
            return .idle
        }
        return dice.contains(number) ? .kept : nil
    }

    mutating func clear() {
        choose([])
    }

    /// Takes over the choice made before some of the dice were locked.
    mutating func follow(_ earlier: BankChoice) {
        guard roll.isSame(as: earlier.roll) else { return }
        choose(earlier.dice)
    }

    /// The dice to lock before the end of the turn: those of the choice that score, or the best
    /// ones if nothing is chosen.
    var banked: [Int] { bank.dice }

    private var bank: (dice: [Int], points: Int) {
        guard dice.isEmpty else { return scoring(dice) }
        let best = rules.best(of: free.map(\.value), with: kept)
        return (best.dice.map { free[$0].die }, best.points)
    }

    /// The points with which the turn can end.
    var mostPoints: Int { before + bank.points }

    /// Returns true if the turn can end with these points at least.
    func canBank(_ minimum: Int) -> Bool {
        !(banked.isEmpty && kept.isEmpty) && mostPoints >= minimum
    }

    /// True if all dice score: the next roll rolls all of them.
    var isHot: Bool {
        roll.dice.count > 1 && idle.isEmpty
            && roll.dice.allSatisfy { $0.locked || dice.contains($0.die) }
    }
}
