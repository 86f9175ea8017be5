import DiceGames
import DiceModel
import DiceProof
import DiceTable
import DiceTestSupport
import DiceVerifying
import DiceWire
import Testing

@testable import DiceServer

/// Turns that are moved to another box after they have ended.
extension GameTests {
    private func correct(_ box: String, _ by: String = "ann") async throws -> Correction {
        try await rig.call(
            client,
            Method.correct(CorrectParams(table: night, box: box, by: by)),
            as: Correction.self
        )
    }

    private func refusal(correcting box: String, _ by: String = "ann") async throws
        -> ErrorCode?
    {
        try await rig.refusal(
            client,
            Method.correct(CorrectParams(table: night, box: box, by: by))
        )?.known
    }

    private func newGame() async throws {
        _ = try await rig.call(client, Method.newGame(PlayerParams(table: night)))
    }

    /// Returns a game with three boxes in which the first roll wins at once in one of them.
    private func winning() throws -> GameChoice {
        GameChoice(
            json: try JSONValue(
                parsing: Array(
                    #"""
                    {"name":"quick","title":"Quick","dice":[2],"boxes":[
                    {"box":"any","title":"Any","needs":{"alike":[1]},"points":{"sum":"all"},"wins":true},
                    {"box":"one","title":"One","points":{"sum":1}},{"box":"all","title":"All","points":{"sum":"all"}}]}
                    """#.utf8
                )
            )
        )
    }

    private func events(_ watcher: RigClient) throws -> [TableEvent] {
        var events: [TableEvent] = []
        for line in try watcher.lines().compactMap({ ServerLine(Array($0.utf8)) }) {
            if case .event(let event)? = try line.notification() {
                events.append(event)
            }
        }
        return events
    }

    /// Returns all entries, oldest first.
    private func entries() async throws -> [HistoryEntry] {
        try await rig.store.history(HistoryQuery(.one(night), limit: 1_000, kind: .all))
            .entries
            .reversed()
    }

    /// Returns what the verifier finds in these entries after their chain is rebuilt; `nil` if they
    /// are valid.
    private func finding(_ entries: [HistoryEntry]) -> String? {
        var link = Chain.start
        var verifier = HistoryVerifier(.daemon)
        do throws(Finding) {
            for var entry in entries {
                if case .turn(var turn) = entry {
                    turn.proof.take(Chain.link(turn, after: link) { $0.jsonBytes() })
                    link = turn.chain ?? ""
                    entry = .turn(turn)
                } else if case .corrected(var correction) = entry {
                    correction.take(
                        Chain.link(correction, after: link, players: ["ann", "bo"])
                    )
                    link = correction.chain
                    entry = .corrected(correction)
                }
                try verifier.check(entry)
            }
            try verifier.finish()
            return nil
        } catch { return error.sentence }
    }

    @Test(
        "a correction moves the turn to another box as if it had ended there, and is announced"
    )
    func corrected() async throws {
        try await make(document())
        let watcher = try rig.connect()
        _ = try await rig.call(
            watcher,
            Method.watch(WatchParams(table: night, sheets: false))
        )
        let rolled = try await roll().total
        let turn = try await end("ones")
        _ = try watcher.lines()
        let before = try await table()
        let entry = try await correct("chance")
        let after = try await table()
        #expect(entry.turn == turn.turn)
        #expect(entry.by == "ann")
        #expect(entry.id > turn.id)
        #expect(entry.edition == 5)
        #expect(
            entry.score
                == Match.Score(
                    match: 1,
                    box: "chance",
                    points: rolled,
                    bonuses: [NamedPoints("both", 10)]
                )
        )
        let sheet = try #require(after.game?.sheets[0])
        #expect(sheet.boxes == [NamedPoints("chance", rolled)])
        #expect(sheet.total == rolled + 10)
        #expect(after.up == "bo")
        #expect(after.turn == before.turn)
        #expect(after.revision == before.revision + 1)
        let told = try events(watcher)
        #expect(
            told.map(\.kind) == [.corrected(entry)] && told[0].by == "ann"
                && told[0].up == "bo"
        )
        #expect(told[0].game == after.game)
        #expect(try await entries().map(\.id) == [turn.id, entry.id])
        let turns = try await rig.call(
            client,
            Method.history(HistoryQuery(of: night)),
            as: HistoryPage.self
        )
        #expect(
            turns.entries.map(\.id) == [turn.id] && turns.turns[0].score == turn.score,
            "nothing older changes"
        )
        let only = HistoryQuery(.one(night), kind: .correction)
        let page = try await rig.call(
            client,
            Method.history(only),
            as: HistoryPage.self
        )
        #expect(page.entries == [.corrected(entry)])
        #expect(try await HistoryVerifier.accepts(entries()))
        // The next turn continues from the corrected sheet.
        _ = try await roll("bo")
        _ = try await end("ones", "bo")
        _ = try await roll()
        #expect(try await refusal("chance") == .boxTaken)
        #expect(try await end().score?.box == "ones")
        #expect(try await HistoryVerifier.accepts(entries()))
    }

    @Test("boxes are refused as at the end of the turn, and other players are refused")
    func refusedCorrections() async throws {
        try await make(document())
        #expect(try await refusal(correcting: "chance") == .nothingToCorrect)
        _ = try await roll()
        #expect(try await refusal(correcting: "chance") == .nothingToCorrect)
        _ = try await end("ones")
        #expect(try await refusal(correcting: "chance", "bo") == .notAllowed)
        #expect(try await refusal(correcting: "ones") == .boxTaken)
        #expect(try await refusal(correcting: "sixes") == .noSuchBox)
        let guest = try rig.connect()
        _ = try await rig.call(guest, Method.confine(ConfineParams(as: "bo")))
        let params = CorrectParams(table: night, box: "chance")
        #expect(
            try await rig.refusal(guest, Method.correct(params))?.known == .notAllowed
        )
        for number in 1...Limits.corrections {
            _ = try await correct(number % 2 == 1 ? "chance" : "ones")
        }
        #expect(try await refusal(correcting: "chance") == .nothingToCorrect)
        #expect(try await HistoryVerifier.accepts(entries()))
    }

    @Test(
        "corrections are refused after a roll of the next turn, even void, and in another match"
    )
    func tooLate() async throws {
        try await make(document())
        _ = try await roll()
        _ = try await end("ones")
        _ = try await rig.call(
            client,
            Method.configure(ConfigureParams(table: night, SettingsChange(pace: 2)))
        )
        _ = try await correct("chance")
        let contributor = try rig.connect()
        _ = try await rig.call(contributor, Method.watch(WatchParams(table: night)))
        let promise = ContributeParams(
            table: night,
            commitment: String(repeating: "0", count: 64),
            by: "ann"
        )
        _ = try await rig.call(contributor, Method.contribute(promise))
        client.send([Method.roll(RollParams(table: night, by: "bo"))])
        try await rig.turn { (try? rig.tables.loaded(night))?.asked != nil }
        let other = try rig.connect()
        let params = CorrectParams(table: night, box: "ones", by: "ann")
        #expect(
            try await rig.refusal(other, Method.correct(params))?.known
                == .nothingToCorrect,
            "while it waits"
        )
        await rig.advance(by: .seconds(3))
        _ = try client.lines()
        #expect(try await table().roll == 1)
        #expect(
            try await rig.refusal(other, Method.correct(params))?.known
                == .nothingToCorrect,
            "void"
        )
        try await newGame()
        _ = try await roll()
        _ = try await end("ones")
        try await newGame()
        #expect(
            try await rig.refusal(other, Method.correct(params))?.known
                == .nothingToCorrect,
            "another match"
        )
    }

    @Test(
        "corrections are refused without a game, in bank games and without a score"
    )
    func nothingToCorrect() async throws {
        try await makeBank(highest: 6)
        _ = try await roll()
        _ = try await rig.call(
            client,
            Method.lock(LockParams(table: night, dice: [1, 2], by: "ann"))
        )
        _ = try await end()
        #expect(try await refusal(correcting: "ones") == .nothingToCorrect)
        let params = CorrectParams(table: .default, box: "ones")
        _ = try await rig.call(
            client,
            Method.roll(RollParams(table: .default, animate: false))
        )
        _ = try await rig.call(client, Method.endTurn(EndTurnParams(table: .default)))
        #expect(
            try await rig.refusal(client, Method.correct(params))?.known
                == .nothingToCorrect
        )
    }

    @Test("a correction may undo the end of a match, or cause it")
    func endOfTheMatch() async throws {
        try await make(winning())
        _ = try await roll()
        #expect(try await end("any").winners == ["ann"])
        let over = try await table()
        #expect(over.game?.over == true)
        #expect(over.up == "bo")
        let watcher = try rig.connect()
        _ = try await rig.call(watcher, Method.watch(WatchParams(table: night)))
        #expect(try await correct("all").winners == nil)
        #expect(try events(watcher).map(\.kind.name) == ["corrected"])
        let open = try await table()
        #expect(open.game?.over == false)
        #expect(open.game?.winners == nil)
        #expect(open.up == "bo")
        func match() async throws -> MatchRecord? {
            let params = MatchesParams(table: night)
            return try await rig.call(
                client,
                Method.matches(params),
                as: MatchesResult.self
            )
            .matches.first
        }
        #expect(try await match()?.endedAt == nil)
        let again = try await correct("any")
        #expect(again.winners == ["ann"])
        #expect(try events(watcher).map(\.kind.name) == ["corrected", "gameOver"])
        #expect(try await match()?.winners == ["ann"])
        _ = try await correct("one")
        _ = try await roll("bo")
        _ = try await end("one", "bo")
        #expect(try await HistoryVerifier.accepts(entries()))
        // A part of the history contains neither game nor players.
        let all = try await entries()
        for first in all.indices {
            #expect(HistoryVerifier.accepts(Array(all[first...]), .export), "\(first)")
        }
        _ = try await correct("any", "bo")
        #expect(try await refusal(correcting: "one") == .notAllowed)
        try await newGame()
        #expect(try await table().up == "ann")
        _ = try await roll()
        _ = try await end("one")
        #expect(try await HistoryVerifier.accepts(entries()))
    }

    @Test(
        "a match without players can be corrected after a restart, and only if storage works"
    )
    func afterARestart() async throws {
        try await make(document(), players: nil)
        _ = try await roll()
        _ = try await end("ones")
        rig.store.fail(true)
        #expect(try await refusal(correcting: "chance") == .storageFailed)
        #expect(try await table().game?.sheets[0].boxes.map(\.name) == ["ones"])
        rig.store.fail(false)
        let later = try await rig.restarted()
        let params = CorrectParams(table: night, box: "chance", by: "bo")
        let entry = try await later.call(
            try later.connect(),
            Method.correct(params),
            as: Correction.self
        )
        #expect(entry.by == "bo")
        #expect(entry.score.box == "chance")
        #expect(try await HistoryVerifier.accepts(entries()))
    }

    @Test(
        "a correction that does not follow from the turn is named despite a valid chain",
        arguments: [
            "points", "box", "bonuses", "winners", "by", "turn", "match", "twice",
            "edition",
            "moved", "left out",
        ]
    )
    func forgedCorrection(_ what: String) async throws {
        try await make(document())
        _ = try await roll()
        _ = try await end("ones")
        _ = try await correct("chance")
        _ = try await roll("bo")
        _ = try await end("chance", "bo")
        _ = try await roll()
        _ = try await end("ones")
        var entries = try await entries()
        #expect(finding(entries) == nil)
        var correction = try #require(entries[1].correction)
        switch what {
        case "points": correction.score.points += 1
        case "box": correction.score.box = "ones"
        case "bonuses": correction.score.bonuses = []
        case "winners": correction.winners = ["ann"]
        case "by": correction.by = "bo"
        case "turn": correction.turn = 2
        case "match": correction.score.match = 2
        case "edition": correction.edition = 3
        default: break
        }
        entries[1] = .corrected(correction)
        switch what {
        case "twice":
            correction.id += 1
            entries.insert(.corrected(correction), at: 2)
        case "moved": entries.swapAt(1, 2)
        case "left out": entries.remove(at: 1)
        default: break
        }
        #expect(finding(entries) != nil)
    }
}

extension HistoryVerifier {
    fileprivate static func accepts(
        _ entries: [HistoryEntry],
        _ source: Source = .daemon
    ) -> Bool {
        var verifier = HistoryVerifier(source)
        do {
            for entry in entries {
                try verifier.check(entry)
            }
            try verifier.finish()
            return true
        } catch { return false }
    }
}
