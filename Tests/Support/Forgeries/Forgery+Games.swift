import DiceGames
import DiceModel
import DiceProof
import DiceVerifying

// Matches, corrections and skipped turns.

extension Forgery {
    static let ofGames: [Forgery] = [
        .match(.gameWithoutScore, "winners without a score") { evening in
            evening.changeLast { turn in
                turn.score = nil
                turn.winners = ["ann"]
            }
        },
        .match(.gameWithoutScore, "players without a score") { evening in
            evening.changeLast { turn in
                turn.score = nil
                turn.players = ["ann", "bo"]
            }
        },
        .match(.absentWithoutScore, "a player who was away, and no score") { evening in
            evening.changeLast { turn in
                turn.score = nil
                turn.absent = true
            }
        },
        .match(.badGame, "a game that cannot be played") {
            $0.change(0) { $0.game?.dice = [] }
        },
        .match(.matchNumber, "a match that is left out") {
            $0.change(0) { $0.score?.match = 2 }
        },
        .match(.firstTurnMissing, "no game in the first turn") { evening in
            evening.change(0) { turn in
                turn.game = nil
                turn.players = nil
            }
        },
        .match(.otherMatch, "a turn of another match") {
            $0.changeLast { $0.score?.match = 2 }
        },
        .match(.endedByOther, "a turn ended by another player") {
            $0.changeLast { $0.by = "ann" }
        },
        .match(
            .endedByOther,
            "a turn ended by another player, in edition 4",
            edition: 4
        ) {
            $0.changeLast { $0.by = "ann" }
        },
        .match(.firstRollLeavesOut, "a first roll that leaves a die out") {
            try $0.turn("ann", .these([[1], [2]]), "high")
        },
        .match(
            .firstRollLeavesOut,
            "a first roll that leaves a die out, in edition 4",
            edition: 4
        ) {
            try $0.turn("ann", .these([[1], [1, 2]]), "high")
        },
        .match(
            .firstRollLeavesOut,
            "a first roll that leaves a die out, after a void one"
        ) {
            try $0.turn("ann", .these([[], [1], [2]]), "high")
        },
        .match(.cannotEnd, "a box that is filled") { evening in
            try evening.turn("ann", .these([[1, 2]]), "high")
            evening.changeLast { $0.score?.box = "low" }
        },
        .match(.otherScore, "points") { $0.changeLast { $0.score?.points += 1 } },
        .evening(.otherScore, "a third lost turn in a row that costs nothing") { evening in
            evening.begin(HonestHistory.house, ["ann"])
            for _ in 1...3 {
                try evening.turn("ann", .these([[1]])) { $0.rolls[0].values != [6] }
            }
            evening.changeLast { $0.score?.points = 0 }
        },
        .match(.otherScore, "a bonus") {
            $0.changeLast { $0.score?.bonuses = [NamedPoints("both", 10)] }
        },
        .match(.otherScore, "a turn that was not lost, in edition 4", edition: 4) {
            $0.changeLast { $0.score?.isBust = true }
        },
        .match(.otherScore, "another box than the first, of a player who was away") { evening in
            try evening.turn("ann", .these([[1, 2]]), "high")
            try evening.turn("bo", .these([[1, 2]]), "high")
            evening.begin(HonestHistory.pairs, ["ann", "bo"])
            try evening.turn("bo", .these([[1, 2]]), "high", absent: true)
        },
        .ended(.otherPlayers, "other players at a match's end") {
            $0.players = ["ann", "cy"]
        },
        .ended(
            .otherPlayers,
            "other players at a match's end, in edition 4",
            edition: 4
        ) {
            $0.players = ["ann", "cy"]
        },
        .ended(.otherPlayers, "no players at a match's end") { $0.players = nil },
        .match(.otherPlayers, "players in the middle of a match") {
            $0.changeLast { $0.players = ["ann", "bo"] }
        },
        .ended(.otherWinners, "other winners") {
            $0.winners = $0.winners == ["ann"] ? ["bo"] : ["ann"]
        },
        .ended(.otherWinners, "no winners") { $0.winners = nil },
    ]

    /// Illegal turns from valid seeds.
    static let ofRules: [Forgery] = [
        .evening(.noRollsLeft, "twelve rolls in a turn of yahtzee") { evening in
            guard let yahtzee = Game.all.first(where: { $0.name == "yahtzee" }) else {
                return
            }
            evening.begin(yahtzee, ["ann", "bo"])
            try evening.turn(
                "ann",
                .these(Array(repeating: [1, 2, 3, 4, 5], count: 12)),
                "chance"
            )
        },
        .match(.noRollsLeft, "a roll more than the game allows, void ones aside") {
            try $0.turn("ann", .these([[1, 2], [1], [], [2], [1]]), "high")
        },
        .evening(.otherDice, "nine dice in a game of two") { evening in
            var nine = HonestHistory.pairs
            nine.dice = Array(repeating: 6, count: 9)
            evening.begin(nine, ["ann"])
            try evening.turn("ann", .these([Array(1...9)]), "low")
            evening.changeLast { $0.game = HonestHistory.pairs }
        },
        .evening(.otherDice, "dice of other sides") { evening in
            var large = HonestHistory.pairs
            large.dice = [6, 20]
            evening.begin(large, ["ann"])
            try evening.turn("ann", .these([[1, 2]]), "low")
            evening.changeLast { $0.game = HonestHistory.pairs }
        },
        .evening(.otherDice, "custom dice") { evening in
            evening.begin(HonestHistory.pairs, ["ann"])
            try evening.turn("ann", .these([[1, 2]]), "low")
            evening.changeLast { $0.dice[0].faces = (1...6).map(String.init) }
        },
        .match(.notCurrentPlayer, "a roll by another player") {
            $0.changeLast { $0.rolls[0].by = "ann" }
        },
        .match(.notCurrentPlayer, "a void roll by another player") { evening in
            try evening.turn("ann", .these([[1, 2], []]), "high")
            evening.changeLast { $0.rolls[1].by = "bo" }
        },
        .match(.endedByOther, "a turn that is not up, rolls and all") { evening in
            evening.changeLast { turn in
                turn.by = "ann"
                turn.rolls[0].by = "ann"
            }
        },
        .evening(.endedByOther, "a first turn by somebody who does not play") { evening in
            evening.begin(HonestHistory.pairs, ["ann", "bo"])
            try evening.turn("ann", .these([[1, 2]]), "low")
            evening.changeLast { turn in
                turn.by = "cy"
                turn.rolls[0].by = "cy"
            }
        },
        .evening(.keptDieRolled, "a die of farkle that was kept and is rolled again") { evening in
            try evening.farkle(
                .these([[1, 2, 3, 4, 5, 6], [2, 3, 4, 5, 6], [1, 3, 4, 5, 6]])
            ) { turn in
                turn.rolls[0].values[0] == 1 && turn.rolls[1].values[1] == 1
                    && isLost(turn)
            }
        },
        .evening(.keptDieRolled, "all dice of farkle, though not all have scored") { evening in
            try evening.farkle(
                .these([[1, 2, 3, 4, 5, 6], [2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6]])
            ) { turn in
                turn.rolls[0].values[0] == 1 && turn.rolls[1].values[1] == 1
                    && turn.rolls[1].values[2...].allSatisfy {
                        [2, 3, 4, 6].contains($0)
                    }
                    && isLost(turn)
            }
        },
        .evening(.nothingKept, "a roll after one of which nothing was kept") { evening in
            try evening.farkle(.these([[1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6]])) { turn in
                turn.rolls[0].values[0] == 1
                    && [2, 3, 4, 6].contains(turn.rolls[0].values[1])
                    && isLost(turn)
            }
        },
        .evening(.freeDieLeft, "a free die that is left out") { evening in
            try evening.farkle(.these([[1, 2, 3, 4, 5, 6], [3, 4, 5, 6]])) { turn in
                turn.rolls[0].values[0] == 1
                    && [2, 3, 4, 6].contains(turn.rolls[0].values[1])
                    && isLost(turn)
            }
        },
        .evening(.rollAfterLoss, "a roll after one that did not score") { evening in
            try evening.farkle(.these([[1, 2, 3, 4, 5, 6], [2, 3, 4, 5, 6]])) { turn in
                !rules.scores(anyOf: turn.rolls[0].values) && isLost(turn)
            }
        },
        .evening(.looseDie, "a free die that is neither rolled nor kept") { evening in
            try evening.farkle(
                .these([[1, 2, 3, 4, 5, 6], [3, 4, 5, 6]]),
                locked: [1]
            ) { turn in
                turn.rolls[0].values[0] == 1 && turn.rolls[0].values[1] == 1
                    && isLost(turn)
            }
        },
        .match(.enteredInDrawn, "entered faces in a match of drawn dice") { evening in
            try evening.turn("ann", .these([[1, 2]]), "high")
            evening.changeLast { turn in
                for index in turn.rolls.indices {
                    turn.rolls[index].chance = .real
                }
            }
        },
        .evening(.drawnInEntered, "drawn faces in a match with real dice") { evening in
            evening.begin(HonestHistory.pairs, ["ann", "bo"], hand: true)
            try evening.turn("ann", .these([[1, 2]]), "low", entered: [[3, 4]])
            var drawn = Evening()
            drawn.begin(HonestHistory.pairs, ["ann", "bo"])
            try drawn.turn("ann", .these([[1, 2]]), "low")
            try drawn.turn("bo", .these([[1, 2]]), "low")
            if let turn = drawn.last {
                evening.append(turn)
            }
        },
        .match(.handDiffers, "a match that is said to be played with real dice") {
            $0.change(0) { $0.hand = true }
        },
        .match(.handDiffers, "real dice in the middle of a match") {
            $0.changeLast { $0.hand = true }
        },
        .evening(.handDiffers, "a match with real dice that does not say so") { evening in
            evening.begin(HonestHistory.pairs, ["ann", "bo"], hand: true)
            try evening.turn("ann", .these([[1, 2]]), "low", entered: [[3, 4]])
            evening.changeLast { $0.hand = nil }
        },
    ]

    static let ofCorrections: [Forgery] = [
        .evening(.noTurnToCorrect, "a correction of a turn without a score") { evening in
            evening.begin(HonestHistory.pairs, ["ann"])
            try evening.turn("ann", .these([[1, 2]]), "low")
            try evening.correction("high", by: "ann")
            evening.change(0) { turn in
                turn.score = nil
                turn.game = nil
                turn.players = nil
            }
        },
        .match(.notCorrectable, "a correction in another match") { evening in
            try evening.correction("high", by: "bo")
            evening.changeLastCorrection { $0.score.match = 2 }
        },
        .evening(.notCorrectable, "a correction in a bank game") { evening in
            try evening.farkle(.these([[1, 2, 3, 4, 5, 6]])) { isLost($0) }
            var other = Evening()
            other.begin(HonestHistory.pairs, ["ann", "bo"])
            try other.turn("ann", .these([[1, 2]]), "low")
            try other.correction("high", by: "ann")
            if let correction = other.entries.last?.correction {
                evening.append(correction)
            }
        },
        .match(.tooManyCorrections, "a 17th correction") { evening in
            for number in 1...17 {
                try evening.correction(number % 2 == 1 ? "high" : "low", by: "bo")
            }
        },
        .match(.correctedByOther, "a correction by another player") {
            try $0.correction("high", by: "ann")
        },
        .match(.cannotCorrect, "a correction into a box that is filled") { evening in
            try evening.turn("ann", .these([[1, 2]]), "high")
            try evening.turn("bo", .these([[1, 2]]), "high")
            evening.appendCorrection("low", by: "bo")
        },
        .match(.correctedScore, "points of a correction") { evening in
            try evening.correction("high", by: "bo")
            evening.changeLastCorrection { $0.score.points += 1 }
        },
        .match(.correctedWinners, "winners of a correction") { evening in
            try evening.correction("high", by: "bo")
            evening.changeLastCorrection { $0.winners = ["bo"] }
        },
    ]

    static let ofRests: [Forgery] = [
        .match(.restMatch, "a rest in a match that is over two matches on") {
            $0.add("bo", rests: true, match: 7)
        },
        .match(.restMatch, "a player who joins a match that has not begun") {
            $0.add("cy", rests: false, joins: true, match: 2)
        },
        .match(.cannotRest, "a rest of somebody who does not play") {
            $0.add("cy", rests: true)
        },
        .match(.cannotRest, "a return of somebody who plays") {
            $0.add("bo", rests: false)
        },
        .match(.cannotRest, "a rest of the last one who plays") { evening in
            try evening.rest("bo")
            evening.add("ann", rests: true)
        },
        .match(.cannotRest, "a player who joins after the first round") {
            $0.add("cy", rests: false, joins: true)
        },
        .over(.cannotRest, "a rest in a match that is over") {
            $0.add("bo", rests: true)
        },
        .match(.restWinners, "winners of a match that goes on") { evening in
            try evening.rest("bo")
            evening.changeLastRest { $0.winners = ["ann"] }
        },
        .match(.endedByOther, "a turn of a player who rests") { evening in
            try evening.turn("ann", .these([[1, 2]]), "high")
            try evening.turn("bo", .these([[1, 2]]), "high")
            evening.begin(HonestHistory.pairs, ["ann", "bo", "cy"])
            try evening.turn("ann", .these([[1, 2]]), "low")
            evening.add("bo", rests: true)
            try evening.turn("bo", .these([[1, 2]]), "low")
        },
    ]

    // MARK: parts

    private static let rules =
        Game.all.first { $0.name == "farkle" }?.bank ?? BankRules([], target: 0)

    /// Returns true if the last roll does not score.
    private static func isLost(_ turn: Turn) -> Bool {
        guard let last = turn.rolls.last else { return false }
        return !rules.scores(anyOf: last.rolled.map { last.values[$0 - 1] })
    }

    /// Returns a complete match with a changed last turn.
    private static func ended(
        _ reason: Finding.Reason,
        _ name: String,
        edition: Int = 5,
        _ change: @escaping @Sendable (inout Turn) -> Void
    ) -> Forgery {
        over(reason, name, edition: edition) { $0.changeLast(change) }
    }

    private static func over(
        _ reason: Finding.Reason,
        _ name: String,
        edition: Int = 5,
        _ play: @escaping @Sendable (inout Evening) throws -> Void
    ) -> Forgery {
        .match(reason, name, edition: edition) { evening in
            try evening.turn("ann", .these([[1, 2]]), "high")
            try evening.turn("bo", .these([[1, 2]]), "high")
            try play(&evening)
        }
    }
}

extension Evening {
    fileprivate mutating func farkle(
        _ rolls: Rolls,
        locked: [Int] = [],
        luck: (Turn) -> Bool
    )
        throws
    {
        guard let game = Game.all.first(where: { $0.name == "farkle" }) else { return }
        begin(game, ["ann", "bo"])
        try turn("ann", rolls, locked: locked, luck: luck)
    }
}
