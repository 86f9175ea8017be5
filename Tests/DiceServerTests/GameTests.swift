import DiceGames
import DiceModel
import DiceProof
import DiceTable
import DiceTestSupport
import DiceVerifying
import DiceWire
import Testing

@testable import DiceServer

@Suite("Games at a table")
@TableActor
struct GameTests {
    let rig: Rig
    let client: RigClient
    let night: TableName

    init() async throws {
        rig = try await Rig()
        client = try rig.connect()
        night = try #require(TableName("night"))
    }

    /// Returns a game with two boxes, so that a match of two players has four turns.
    func document() throws -> GameChoice {
        GameChoice(
            json: try JSONValue(
                parsing: Array(
                    #"""
                    {"name":"small","title":"Small","dice":[6,6],"rollsPerTurn":2,"boxes":[
                    {"box":"ones","title":"Ones","points":{"sum":1}},{"box":"chance","title":"Chance","points":{"sum":"all"}}],
                    "bonuses":[{"bonus":"both","title":"Both","of":["ones","chance"],"atLeast":1,"points":10}]}
                    """#.utf8
                )
            )
        )
    }

    func make(_ game: GameChoice, players: [String]? = ["ann", "bo"]) async throws {
        _ = try await rig.call(
            client,
            Method.create(
                CreateParams(table: night, SettingsChange(players: players), game: game)
            )
        )
    }

    func table() async throws -> TableSnapshot {
        try await rig.call(
            client,
            Method.get(GetParams(table: night)),
            as: TableSnapshot.self
        )
    }

    func roll(_ by: String = "ann", animate: Bool = false) async throws -> RollResult {
        try await rig.call(
            client,
            Method.roll(RollParams(table: night, animate: animate, by: by)),
            as: RollResult.self
        )
    }

    func end(_ box: String? = nil, _ by: String = "ann") async throws -> Turn {
        try await rig.call(
            client,
            Method.endTurn(EndTurnParams(table: night, by: by, box: box)),
            as: Turn.self
        )
    }

    func refusal(_ box: String?, _ by: String = "ann") async throws -> ErrorCode? {
        try await rig.refusal(
            client,
            Method.endTurn(EndTurnParams(table: night, by: by, box: box))
        )?.known
    }

    @Test(
        "the pace may change between two turns of a match, the players may not"
    )
    func pace() async throws {
        try await make(document())
        _ = try await roll()
        _ = try await end("ones")
        let before = try await table()
        let both = ConfigureParams(
            table: night,
            SettingsChange(players: ["bo"], pace: 4)
        )
        #expect(
            try await rig.refusal(client, Method.configure(both))?.known == .gameOpen
        )
        let pace = Method.configure(
            ConfigureParams(table: night, SettingsChange(pace: 4))
        )
        let after = try await rig.call(client, pace, as: TableSnapshot.self)
        #expect(after.pace == 4)
        #expect(after.game == before.game)
        #expect(after.up == "bo")
    }

    @Test(
        "a finished match announces its winner, and the player after the winner begins the next"
    )
    func match() async throws {
        try await make(document())
        let new = try await table()
        #expect(new.dice.count == 2)
        #expect(new.rollsPerTurn == 2)
        #expect(new.game?.rounds == 2)
        #expect(new.game?.options == nil)
        #expect(try await roll().game?.options?.map(\.box) == ["ones", "chance"])
        #expect(try await refusal(nil) == .boxNeeded)
        #expect(try await refusal("sixes") == .noSuchBox)
        let first = try await end("ones")
        #expect(first.score?.box == "ones")
        #expect(first.up == "bo")
        #expect(first.players == ["ann", "bo"])
        #expect(first.game?.name == "small")
        #expect(first.winners == nil)
        for (player, box) in [("bo", "chance"), ("ann", "chance"), ("bo", "ones")] {
            if player == "ann" {
                _ = try await roll()
                #expect(try await refusal("ones") == .boxTaken)
            } else {
                _ = try await roll(player)
            }
            let entry = try await end(player == "ann" ? nil : box, player)
            #expect(entry.score?.box == box)
            #expect(entry.game == nil)
        }
        let over = try #require(try await table().game)
        let best = try #require(over.sheets.map(\.total).max())
        #expect(over.over)
        #expect(
            over.winners == over.sheets.filter { $0.total == best }.compactMap(\.player)
        )
        #expect(
            over.sheets.allSatisfy { sheet in
                sheet.total
                    == (sheet.boxes + sheet.bonuses).reduce(0) { $0 + $1.points }
                    && sheet.bonuses.count == 1
            }
        )
        let refused = try await rig.refusal(
            client,
            Method.roll(RollParams(table: night, animate: false, by: "ann"))
        )
        #expect(refused?.known == .gameOver)
        _ = try await rig.call(client, Method.newGame(PlayerParams(table: night)))
        let next = try await table()
        _ = try await rig.call(client, Method.newGame(PlayerParams(table: night)))
        #expect(try await table().game?.match == 2, "the other player asks for it, too")
        #expect(next.game?.match == 2)
        #expect(next.game?.over == false)
        #expect(next.up == (over.winners?.first == "ann" ? "bo" : "ann"))
        let matches = try await rig.call(
            client,
            Method.matches(MatchesParams(table: night)),
            as: MatchesResult.self
        )
        #expect(
            matches.matches.map(\.match) == [1]
                && matches.matches[0].winners == over.winners
                && !matches.more
        )
        #expect(try await finding() == nil)
    }

    @Test(
        "the game is fixed during a match; an abandoned match's open turn scores nothing"
    )
    func brokenOff() async throws {
        try await make(document())
        _ = try await roll()
        _ = try await end("ones")
        let configure = Method.configure(
            ConfigureParams(table: night, SettingsChange(players: ["cy"]))
        )
        #expect(try await rig.refusal(client, configure)?.known == .gameOpen)
        _ = try await roll("bo")
        _ = try await rig.call(
            client,
            Method.newGame(PlayerParams(table: night, by: "bo"))
        )
        let turns = try await history()
        #expect(turns.count == 2 && turns[1].score == nil)
        #expect(try await table().game?.match == 2)
        _ = try await roll()
        _ = try await end("chance")
        #expect(try await finding() == nil)
    }

    @Test(
        "a confined client may begin a match after the last is over, and may abandon none"
    )
    func confined() async throws {
        try await make(document(), players: nil)
        let guest = try rig.connect()
        _ = try await rig.call(guest, Method.confine(ConfineParams(as: "ann")))
        let newGame = Method.newGame(PlayerParams(table: night))
        _ = try await roll()
        #expect(try await rig.refusal(guest, newGame)?.known == .notAllowed)
        _ = try await end("ones")
        #expect(try await rig.refusal(guest, newGame)?.known == .notAllowed)
        _ = try await roll()
        _ = try await end()
        #expect(try await rig.refusal(guest, newGame) == nil)
        #expect(try await table().game?.match == 2)
    }

    @Test("options are absent while a die animates")
    func withheld() async throws {
        try await make(GameChoice("yahtzee"), players: nil)
        client.send([Method.roll(RollParams(table: night, by: "ann"))])
        try await rig.turn {
            (try? rig.tables.loaded(night)?.group.isAnyDieAnimating) == true
        }
        let other = try rig.connect()
        func options() async throws -> Int? {
            try await rig.call(
                other,
                Method.get(GetParams(table: night)),
                as: TableSnapshot.self
            )
            .game?.options?
            .count
        }
        #expect(try await options() == nil)
        await rig.advance(by: .seconds(2))
        #expect(try await options() == 13)
    }

    @Test(
        "bank dice are locked in scoring sets, and a roll without any ends the turn first"
    )
    func bank() async throws {
        try await make(GameChoice("farkle"))
        var busts = 0
        var banked = 0
        for _ in 1...200 where busts == 0 || banked == 0 {
            let snapshot = try await table()
            let by = try #require(snapshot.up)
            let result = try await roll(by)
            let bank = try #require(Game.all.first { $0.name == "farkle" }?.bank)
            let after = try await table()
            if after.turn != result.turn {
                busts += 1
                #expect(!bank.scores(anyOf: result.dice.map(\.value)))
                #expect(try await history().last?.score?.isBust == true)
                #expect(after.up != by)
                continue
            }
            let again = try await rig.refusal(
                client,
                Method.roll(RollParams(table: night, animate: false, by: by))
            )
            #expect(again?.known == .noScore)
            let taken = bank.best(of: result.dice.map(\.value)).map { $0 + 1 }
            let others = (1...6).filter { !taken.contains($0) }
            if !others.isEmpty {
                let wrong = Method.lock(
                    LockParams(table: night, dice: Array(1...6), by: by)
                )
                if bank.score(all: result.dice.map(\.value)) == nil {
                    #expect(try await rig.refusal(client, wrong)?.known == .noScore)
                }
            }
            _ = try await rig.call(
                client,
                Method.lock(LockParams(table: night, dice: taken, by: by))
            )
            let unlock = Method.unlock(DiceParams(table: night, dice: taken, by: by))
            #expect(try await rig.refusal(client, unlock)?.known == .noScore)
            let gathered = try #require(try await table().game?.turn)
            if gathered >= 500 {
                #expect(try await end(nil, by).score?.points == gathered)
                banked += 1
            } else {
                _ = try await rig.call(
                    client,
                    Method.newGame(PlayerParams(table: night))
                )
            }
        }
        #expect(busts > 0)
        #expect(banked > 0)
        #expect(try await finding() == nil)
    }

    @Test(
        "a lost turn that could not be stored ends before the next change or on reload"
    )
    func lostAndNotStored() async throws {
        try await makeBank(highest: 1)
        let table = try #require(try rig.tables.loaded(night))
        var turn = 0
        repeat {
            turn = table.group.turn
            // The next write stores the roll, and the write after that ends the turn.
            let end = rig.store.writes + 2
            rig.store.fail(write: end)
            if try await roll().dice.contains(where: { $0.value == 1 }) {
                rig.store.heal(write: end)
                _ = try await rig.call(
                    client,
                    Method.newGame(PlayerParams(table: night))
                )
            }
        } while !table.group.isTurnLost
        #expect(table.group.turn == turn)
        #expect(!table.isAtRest)
        let stored = try #require(rig.store.stored(night))
        let restored = DiceGroup(
            stored,
            clock: rig.clock,
            randomness: DiceRandomness(
                seeds: .derived(from: 1),
                animation: SeededGenerator(seed: 2)
            )
        )
        #expect(restored.isTurnLost)
        _ = try? await roll()
        #expect(
            try await history().contains { $0.turn == turn && $0.score?.isBust == true }
        )
    }

    @Test(
        "unchanged sheets are omitted on request, and always sent to other clients"
    )
    func withoutSheets() async throws {
        try await make(document())
        let watchers = [try rig.connect(), try rig.connect(), try rig.connect()]
        let asked = [
            WatchParams(table: night, sheets: false), WatchParams(table: night),
            WatchParams(table: night, frames: .plan, sheets: false),
        ]
        for (watcher, params) in zip(watchers, asked) {
            _ = try await rig.call(watcher, Method.watch(params))
        }
        func games() throws -> [[String: Bool?]] {
            try watchers.map { watcher in
                var told: [String: Bool?] = [:]
                for line in try watcher.lines().compactMap({
                    ServerLine(Array($0.utf8))
                }) {
                    guard case .event(let event)? = try line.notification() else {
                        continue
                    }
                    told[event.kind.name] = event.game.map { !$0.sheets.isEmpty }
                }
                return told
            }
        }
        func rolled(_ sheets: Bool) async throws -> GameState? {
            let params = RollParams(
                table: night,
                animate: false,
                by: "ann",
                sheets: sheets
            )
            return try await rig.call(client, Method.roll(params), as: RollResult.self)
                .game
        }
        let brief = try #require(try await rolled(false))
        #expect(brief.sheets.isEmpty)
        #expect(brief.options?.count == 2)
        _ = try await rig.call(
            client,
            Method.lock(LockParams(table: night, dice: [1], by: "ann"))
        )
        #expect(try await rolled(true)?.sheets.count == 2)
        let quiet: [String: Bool?] = ["rollSettled": false, "lockChanged": false]
        #expect(
            try games() == [quiet, ["rollSettled": true, "lockChanged": true], quiet]
        )
        _ = try await end("ones")
        let ended: [String: Bool?] = ["turnEnded": true]
        #expect(try games() == [ended, ended, ended])
    }

    @Test(
        "the game document is sent whole, also to a watch-only client and after a restart"
    )
    func wholeDocument() async throws {
        try await make(document())
        let watcher = try rig.connect()
        _ = try await rig.call(
            watcher,
            Method.confine(ConfineParams(as: "cy", role: .watch))
        )
        _ = try await rig.call(watcher, Method.watch(WatchParams(table: night)))
        let game = Method.game(TableParams(table: night))
        let told = try await rig.call(watcher, game, as: GameResult.self)
        #expect(try told.document.jsonBytes() == document().jsonBytes())
        let later = try await rig.restarted()
        #expect(
            try await later.call(try later.connect(), game, as: GameResult.self) == told
        )
        func change(_ game: String) async throws {
            let params = ConfigureParams(table: night, game: GameChoice(game))
            _ = try await rig.call(client, Method.configure(params))
            #expect(
                try watcher.lines().filter { $0.contains("tableChanged") }.count == 1
            )
        }
        try await change("yatzy")
        #expect(
            try await rig.call(watcher, game, as: GameResult.self).document.name
                == "yatzy"
        )
        try await change("")
        #expect(try await rig.refusal(watcher, game)?.known == .noGame)
    }

    @Test("an invalid game document is refused with its position, and nothing is created")
    func badGame() async throws {
        let wrong = try JSONValue(
            parsing: Array(
                #"{"name":"x","title":"X","dice":[6],"boxes":[{"box":"a"}]}"#.utf8
            )
        )
        let create = Method.create(
            CreateParams(table: night, game: GameChoice(json: wrong))
        )
        let error = try #require(try await rig.refusal(client, create))
        #expect(error.known == .badGame)
        #expect(error.data.path == "boxes[0].title")
        #expect(error.data.expected?.count == 1)
        let missing = try await rig.refusal(client, Method.get(GetParams(table: night)))
        #expect(missing?.known == .tableNotFound)
    }

    @Test(
        "a forged score, box, bonus or winner is named despite a valid chain",
        arguments: ["points", "box", "bonus", "winner", "match"]
    )
    func forged(_ what: String) async throws {
        try await make(document())
        for (player, box) in [
            ("ann", "ones"), ("bo", "chance"), ("ann", "chance"), ("bo", "ones"),
        ] {
            _ = try await roll(player)
            _ = try await end(box, player)
        }
        let forged = try await finding { turns in
            switch what {
            case "points": turns[1].score?.points += 1
            case "box": turns[0].score?.box = "chance"
            case "bonus": turns[3].score?.bonuses = [NamedPoints("both", 11)]
            case "winner":
                turns[3].winners = turns[3].winners == ["ann"] ? ["bo"] : ["ann"]
            default: turns[2].score?.match = 2
            }
        }
        let reason: Finding.Reason =
            switch what {
            case "winner": .otherWinners
            case "match": .otherMatch
            default: .otherScore
            }
        #expect(forged == reason)
        #expect(try await finding() == nil)
    }

    func history() async throws -> [Turn] {
        try await rig.store.history(HistoryQuery(of: night, limit: 1_000)).turns
            .reversed()
    }

    /// Returns what the verifier finds after the history is changed and chained again; `nil` if the
    /// history is valid.
    func finding(_ change: (inout [Turn]) -> Void = { _ in }) async throws -> Finding
        .Reason?
    {
        var turns = try await history()
        change(&turns)
        var link = Chain.start
        var verifier = HistoryVerifier(.daemon)
        do throws(Finding) {
            for var turn in turns {
                turn.proof.take(Chain.link(turn, after: link) { $0.jsonBytes() })
                link = turn.chain ?? ""
                try verifier.check(.turn(turn))
            }
            try verifier.finish()
            return nil
        } catch { return error.reason }
    }
}
