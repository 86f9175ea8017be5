internal import DiceModel

// Dice in flight, of which the daemon has told in advance what they show.

extension TableState {
    /// Has each die in flight show what it shows at `now`.
    mutating func advance(to now: Duration) {
        for die in dice where die.animating {
            guard let value = board.value(ofDie: die.die, at: now), (1...die.sides).contains(value) else { continue }
            show(value, onDie: die.die)
        }
        for index in thrown.indices where thrown[index].result == nil {
            guard let board = throwBoards[thrown[index].number] else { continue }
            for place in thrown[index].dice.indices where thrown[index].dice[place].animating {
                guard let value = board.value(ofDie: place + 1, at: now) else { continue }
                show(value, onDie: place, ofThrow: index)
            }
        }
    }

    func advanced(to now: Duration) -> TableState {
        var state = self
        state.advance(to: now)
        return state
    }

    /// When a die in flight shows another value; nil where none will.
    func nextChange(after now: Duration) -> Duration? {
        let boards = [board] + throwBoards.values
        return boards.compactMap { $0.nextChange(after: now) }.min()
    }
}
