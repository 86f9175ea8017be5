import DiceGames
import Testing

/// Invalid games, and the locations of their errors.
@Suite("Checking a game") struct CheckTests {
    @Test("every built-in game can be played", arguments: Game.all)
    func known(_ game: Game) throws {
        #expect(throws: Never.self) { try game.check() }
        #expect(game.source != nil)
        #expect(game.sheet == nil || game.rollsPerTurn == 3)
    }

    @Test("built-in games are ordered by name")
    func names() {
        #expect(
            Game.all.map(\.name)
                == [
                    "farkle", "generala", "kniffel", "maxi-yatzy", "pig", "yacht",
                    "yahtzee",
                    "yatzy", "zehntausend",
                ]
        )
    }

    @Test("sheets have as many boxes as their paper versions")
    func boxes() {
        let counts = Game.all.compactMap { game in
            game.sheet.map { (game.name, $0.boxes.count) }
        }
        let wanted = [
            "generala": 10, "kniffel": 13, "maxi-yatzy": 20, "yacht": 12, "yahtzee": 13,
            "yatzy": 15,
        ]
        #expect(Dictionary(uniqueKeysWithValues: counts) == wanted)
    }

    @Test("a mistake is refused with its path", arguments: Mistakes.all)
    func wrong(_ wrong: Wrong) {
        let error = #expect(throws: GameError.self) { try wrong.game.check() }
        #expect(error?.path == wrong.path)
        #expect(error?.expected.isEmpty == false)
        // Only the part before a semicolon is shown to users.
        #expect(error?.expected.contains(";") == false)
    }

    @Test("a game within the limits is accepted", arguments: Mistakes.right.indices)
    func isRight(_ index: Int) {
        #expect(throws: Never.self) { try Mistakes.right[index].check() }
    }

    @Test("the error states the correct form")
    func words() {
        #expect(
            throws: GameError(
                "boxes[1].needs",
                "\"alike\" with a list of counts, such as [3, 2]"
            )
        ) {
            try Mistakes.needing(.alike([])).check()
        }
        #expect(
            throws: GameError("boxes[1].needs", "\"straight\" with a length from 2 to 5")
        ) {
            try Mistakes.needing(.straight(6)).check()
        }
        #expect(throws: GameError("target", "a whole number from 1 to 1000000")) {
            try Mistakes.bank([Mistakes.one], target: 0).check()
        }
    }

    @Test("the first of several mistakes in the document is reported")
    func first() {
        let game = Game("X", "", dice: [], rules: .sheet(SheetRules([])))
        let error = #expect(throws: GameError.self) { try game.check() }
        #expect(error?.path == "name")
    }
}
