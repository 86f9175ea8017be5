import DiceGames
import DiceHints
import DiceModel

/// A match of one player, with dice from a seeded generator.
struct SoloPlay {
    var match: Match
    var generator: SeededGenerator
    /// The rolls of the turn: the faces after each, and the indices of the dice that the next one
    /// keeps.
    private(set) var rolls: [(faces: [Int], kept: [Int])] = []

    init(_ game: Game, seed: UInt64) {
        match = Match(game)
        generator = SeededGenerator(seed: seed)
    }

    private mutating func rolled(_ faces: [Int], keeping kept: [Int]) -> [Int] {
        match.game.dice.indices.map {
            kept.contains($0)
                ? faces[$0] : Int.random(in: 1...match.game.dice[$0], using: &generator)
        }
    }

    /// Plays a turn of a sheet game. Returns its box.
    mutating func turn(
        _ choose: (
            _ state: GameState, _ faces: [Int], _ roll: Int, _ isLast: Bool,
            inout SeededGenerator
        ) -> Strategy
            .Action?
    ) throws -> String {
        let count = match.game.rollsPerTurn ?? 1
        var faces = rolled([], keeping: [])
        rolls = []
        while true {
            let roll = rolls.count + 1
            switch choose(
                MatchTurn(of: match, rolls: roll, faces: faces).state(isSettled: true),
                faces,
                roll,
                roll == count,
                &generator
            ) {
            case .keep(let kept)? where roll < count && kept.count < faces.count:
                rolls.append((faces, kept))
                faces = rolled(faces, keeping: kept)
            case .end(let box?)?:
                rolls.append((faces, []))
                _ = try match.end(box, faces: faces, roll: roll)
                return box
            default: throw Impossible()
            }
        }
    }

    /// Plays a turn of a bank game as a table does. Returns the points scored.
    mutating func bankTurn(_ strategy: Strategy) throws -> Int {
        guard let rules = match.game.bank else { throw Impossible() }
        let before = match.sheet.total
        var locked = [Int]()
        var fresh = [Int]()
        var faces = rolled([], keeping: [])
        while rules.scores(
            anyOf: faces.indices.filter { !locked.contains($0) }.map { faces[$0] }
        ) {
            fresh = []
            var action: Strategy.Action?
            repeat {
                let turn = MatchTurn(
                    of: match,
                    rolls: 1,
                    faces: faces,
                    locked: faces.indices.map(locked.contains)
                )
                action = strategy.action(
                    of: nil,
                    at: turn.state(isSettled: true),
                    faces: faces,
                    locked: locked,
                    roll: 1,
                    isLast: false,
                    using: &generator
                )
                guard case .keep(let kept)? = action, kept != locked else { break }
                fresh = kept.filter { !locked.contains($0) }
                locked = kept
            } while true
            if action == .end(nil) {
                _ = try match.bank(fresh.map { faces[$0] })
                return match.sheet.total - before
            }
            if locked.count == faces.count {
                locked = []
            }
            match.gather(fresh.map { faces[$0] }, kept: locked.map { $0 + 1 })
            faces = rolled(faces, keeping: locked)
        }
        _ = try match.bank(nil)
        return 0
    }

    struct Impossible: Error {}
}
