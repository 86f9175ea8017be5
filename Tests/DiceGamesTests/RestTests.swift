import DiceGames
import Testing

/// Players who rest, return and join.
struct RestTests {
    private func sheet(_ players: [String], boxes: Int = 2) -> Match {
        let boxes = (1...boxes).map { Box("box\($0)", "Box", .sum(.all)) }
        return Match(
            Game("sums", "Sums", dice: [6], rules: .sheet(SheetRules(boxes))),
            players: players
        )
    }

    private func end(_ match: inout Match, _ box: String, _ face: Int = 1) throws {
        _ = try match.end(box, faces: [face], roll: 1)
    }

    @Test("resting players are skipped") func restingPlayersAreSkipped() throws {
        var match = sheet(["ann", "bo", "cy"])
        try end(&match, "box1")
        try match.rest("bo", true)
        #expect(match.sheet.player == "cy")
        #expect(match.resting == ["bo"])
        try end(&match, "box1")
        #expect(match.sheet.player == "ann")
        try match.rest("bo", false)
        #expect(
            match.sheet.player == "ann",
            "bo plays on with the next turn that is theirs"
        )
        try end(&match, "box2")
        #expect(match.sheet.player == "bo")
        try end(&match, "box1")
        #expect(match.sheet.player == "cy")
    }

    @Test("a sheet game ends when all other players have filled their boxes")
    func aSheetGameEndsWhenAllOthersHaveFilledTheirBoxes() throws {
        var match = sheet(["ann", "bo"])
        try end(&match, "box1", 6)
        try end(&match, "box1", 1)
        try end(&match, "box2", 6)
        #expect(!match.isOver)
        try match.rest("bo", true)
        #expect(match.isOver)
        #expect(match.winners == ["ann"])
    }

    @Test("a player without an open box is skipped") func whoHasNoOpenBoxIsSkipped() throws {
        var match = sheet(["ann", "bo"])
        try match.rest("bo", true)
        try end(&match, "box1")
        try match.rest("bo", false)
        try end(&match, "box2")
        #expect(match.sheet.player == "bo")
        try end(&match, "box1")
        #expect(match.isOver == false)
        #expect(match.sheet.player == "bo")
        try end(&match, "box2")
        #expect(match.isOver)
    }

    @Test("the round is the current player's after a rest")
    func theRoundIsTheCurrentPlayers() throws {
        var match = sheet(["ann", "bo"], boxes: 3)
        try match.rest("bo", true)
        try end(&match, "box1")
        try end(&match, "box2")
        #expect(match.round == 3)
        try match.rest("bo", false)
        try end(&match, "box3")
        #expect(match.sheet.player == "bo" && match.round == 1)
        for box in 1...3 {
            try end(&match, "box\(box)")
        }
        #expect(match.isOver && match.round == 3)
    }

    @Test("a correction belongs to the player of the last turn")
    func aCorrectionIsOfThePlayerOfTheLastTurn() throws {
        var match = sheet(["ann", "bo", "cy"])
        try end(&match, "box1", 5)
        try match.rest("bo", true)
        _ = try match.correct("box2", faces: [5], roll: 1)
        #expect(match.sheets[0].boxes == [NamedPoints("box2", 5)])
        #expect(match.sheet.player == "cy")
    }

    @Test("a new player joins in the first round") func whoJoinsPlaysInTheFirstRound() throws {
        var match = sheet(["ann", "bo"])
        try end(&match, "box1")
        try match.join("cy")
        for player in ["bo", "cy"] {
            #expect(match.sheet.player == player)
            try end(&match, "box1")
        }
        #expect(match.sheet.player == "ann")
        #expect(throws: Match.RestRefusal.tooLateToJoin) { try match.join("dan") }
        for _ in 1...3 {
            try end(&match, "box2")
        }
        #expect(match.isOver)
        #expect(match.players == ["ann", "bo", "cy"])
    }

    @Test("nobody joins in a later round, when a player returns to an empty sheet")
    func aReturnOpensNoMatch() throws {
        var match = sheet(["ann", "bo"], boxes: 3)
        try match.rest("bo", true)
        try end(&match, "box1")
        try end(&match, "box2")
        try match.rest("bo", false)
        try end(&match, "box3")
        #expect(match.sheet.player == "bo" && match.sheet.boxes.isEmpty)
        #expect(throws: Match.RestRefusal.tooLateToJoin) { try match.join("cy") }
    }

    @Test("invalid rests and joins are refused") func refusals() throws {
        var match = sheet(["ann", "bo"])
        #expect(throws: Match.RestRefusal.unknownPlayer) { try match.rest("cy", true) }
        #expect(throws: Match.RestRefusal.noChange) { try match.rest("bo", false) }
        #expect(throws: Match.RestRefusal.nameTaken) { try match.join("bo") }
        try match.rest("ann", true)
        #expect(match.sheet.player == "bo")
        #expect(throws: Match.RestRefusal.lastPlayer) { try match.rest("bo", true) }
        var over = sheet(["ann"], boxes: 1)
        try end(&over, "box1")
        #expect(throws: Match.RestRefusal.over) { try over.rest("ann", true) }
    }

    @Test("a bank game ends when all active players have had the last round")
    func aBankGameEndsWhenAllWhoPlayHaveHadTheLastRound() throws {
        let rules = BankRules([ScoringSet(.faces([6]), 60)], target: 60)
        var match = Match(
            Game("bank", "Bank", dice: [6], rules: .bank(rules)),
            players: ["ann", "bo", "cy", "dan"]
        )
        _ = try match.bank(nil)
        _ = try match.bank([6])
        // bo began the last round; ann rests, cy plays the last turn, and then dan rests.
        try match.rest("ann", true)
        #expect(match.sheet.player == "cy")
        #expect(!match.isOver)
        _ = try match.bank(nil)
        #expect(match.sheet.player == "dan")
        #expect(!match.isOver)
        try match.rest("dan", true)
        #expect(match.isOver)
        #expect(match.winners == ["bo"])
    }

    @Test("a returning player has the last round") func whoReturnsHasTheLastRound() throws {
        let rules = BankRules([ScoringSet(.faces([6]), 60)], target: 60)
        var match = Match(
            Game("bank", "Bank", dice: [6], rules: .bank(rules)),
            players: ["ann", "bo", "cy"]
        )
        _ = try match.bank([6])
        try match.rest("bo", true)
        try match.rest("bo", false)
        #expect(match.sheet.player == "cy")
        _ = try match.bank(nil)
        #expect(match.sheet.player == "bo")
        #expect(!match.isOver)
        _ = try match.bank(nil)
        #expect(match.isOver)
    }

    @Test("the first player may rest before the first turn")
    func theFirstPlayerMayRestBeforeTheFirstTurn() throws {
        var match = sheet(["ann", "bo"], boxes: 1)
        try match.rest("ann", true)
        try end(&match, "box1")
        #expect(match.isOver)
        #expect(match.winners == ["bo"])
    }
}

@Suite("Turns of a match")
struct MatchTurnTests {
    private let farkle = Match(
        Game(
            "singles",
            "Singles",
            dice: [6, 6, 6],
            rules: .bank(
                BankRules(
                    [ScoringSet(.faces([1]), 100), ScoringSet(.faces([5]), 50)],
                    target: 1_000
                )
            )
        ),
        players: ["ann", "bo"]
    )

    private func refusal(_ match: Match, _ rolls: [([Int], [Int])]) -> MatchTurn
        .Refusal?
    {
        var turn = MatchTurn(of: match)
        do throws(MatchTurn.Refusal) {
            for (rolled, values) in rolls {
                try turn.replay(rolled, values: values)
            }
            return nil
        } catch {
            return error
        }
    }

    @Test("turns of bank games are replayed") func bankGames() {
        #expect(
            refusal(
                farkle,
                [([1, 2, 3], [1, 2, 3]), ([2, 3], [1, 5, 2]), ([3], [1, 5, 1])]
            ) == nil
        )
        #expect(
            refusal(farkle, [([1, 2, 3], [1, 5, 1]), ([1, 2, 3], [2, 2, 1])]) == nil,
            "all have scored"
        )
        #expect(refusal(farkle, [([1, 2], [1, 5, 1])]) == .rollsNotAll)
        #expect(
            refusal(farkle, [([1, 2, 3], [2, 3, 4]), ([2, 3], [2, 3, 1])]) == .lost
        )
        #expect(
            refusal(
                farkle,
                [
                    ([1, 2, 3], [1, 3, 5]), ([2, 3], [1, 5, 5]), ([1, 3], [2, 5, 5]),
                ]
            ) == .heldDie(1)
        )
        #expect(
            refusal(farkle, [([1, 2, 3], [1, 3, 5]), ([1, 2, 3], [1, 5, 5])])
                == .keepsNothing
        )
        #expect(
            refusal(farkle, [([1, 2, 3], [1, 3, 5]), ([3], [1, 3, 5])])
                == .doesNotScore
        )
    }

    @Test("turns of sheet games are replayed") func sheetGames() {
        let game = Game(
            "sum",
            "Sum",
            dice: [6, 6],
            rollsPerTurn: 2,
            rules: .sheet(SheetRules([Box("a", "A", .sum(.all))]))
        )
        let match = Match(game, players: ["ann", "bo"])
        #expect(refusal(match, [([1, 2], [1, 2]), ([1], [1, 2])]) == nil)
        #expect(
            refusal(match, [([1, 2], [1, 2]), ([1], [1, 2]), ([1], [1, 2])])
                == .noneLeft(2)
        )
        #expect(refusal(match, [([2], [1, 2])]) == .rollsNotAll)
        #expect(throws: MatchTurn.Refusal.notUp("ann")) {
            try MatchTurn(of: match).checkRoller("bo")
        }
    }
}
