import ClientTestSupport
import DiceClient
import DiceGames
import DiceModel
import DiceWire
import ScreenTestSupport
import Testing

@testable import DiceDrawing
@testable import DiceFollowing
@testable import DicePlay
@testable import dicectl

/// The requests that `play` sends for a key, and its reactions to the daemon's lines.
struct PlayLoopTests {
    /// A screen that discards everything.
    private final class Nowhere: PlayScreen {
        let isMoving = true
        private(set) var drawings = 0

        func show(_ state: PlayState, on terminal: FullScreen) -> PlayLayout {
            drawings += 1
            return Self.layout(of: state)
        }

        static func layout(of state: PlayState) -> PlayLayout {
            PlayLayout(state, size: Size(columns: 80, rows: 24), glyphs: .ascii)
        }
    }

    /// Shows a table of five dice and reads all requests.
    private func playing(as names: [String] = [], on screen: Nowhere = Nowhere()) throws
        -> (
            FakeDaemon, PlayLoop
        )
    {
        let peer = try FakeDaemon()
        peer.say(FakeDaemon.agreement)
        let context = CommandContext(
            socket: "/nonexistent/diced.sock",
            startsDaemon: false
        )
        let terminal = FullScreen(palette: .none, environment: [:], isDrawn: false)
        let loop = PlayLoop(
            peer.client(),
            context,
            terminal,
            screen,
            table: .default,
            by: names,
            confinement: names.count > 1 ? ConfineParams(as: SeatNames(names)) : nil,
            standing: nil
        )
        let asked = try peer.lines("method", of: loop).filter { !$0.contains("hello") }
        #expect(
            asked.map { $0.contains("session.confine") }
                == (names.count > 1 ? [true, false] : [false])
        )
        #expect(asked.last?.contains("table.watch") == true)
        #expect(asked.last?.contains("\"viewer\":\"gm\"") == (names == ["gm"]))
        loop.state.show(SampleTable.snapshot(dice: 5))
        try loop.show()
        return (peer, loop)
    }

    @Test("requests act for the current player among those who share the screen")
    func whoIsUpOfThoseWhoShareTheScreenActs() throws {
        let (peer, loop) = try playing(as: ["ann", "bo"])
        for up in ["bo", "ann"] {
            var snapshot = SampleTable.snapshot(dice: 5)
            snapshot.players = ["ann", "bo"]
            snapshot.up = up
            loop.state.show(snapshot)
            #expect(loop.perform(.toggle(1)))
            #expect(
                try peer.lines("table.toggleLock", of: loop).map {
                    $0.contains("\"by\":\"\(up)\"")
                }
                    == [true]
            )
            peer.say(
                #"{"jsonrpc":"2.0","id":\#(up == "bo" ? 4 : 5),"error":{"code":3,"message":"no","data":{"reason":"busy"}}}"#
            )
            _ = try peer.lines("", of: loop)
        }
    }

    @Test("a user without a seat is shown how to play, and the game document is read")
    func aStrangerIsToldHowToPlayAndTheDocumentIsRead() throws {
        let (peer, loop) = try playing(as: ["zoe"])
        var game = try #require(Game.all.first { $0.name == "yahtzee" })
        game.title = "Ours"
        var snapshot = SampleTable.snapshot(dice: 5)
        snapshot.players = ["ann", "bo"]
        snapshot.up = "bo"
        snapshot.game = Match(game, players: ["ann", "bo"]).state
        loop.state.table = nil
        func answer(_ id: Substring, _ result: [UInt8]) {
            peer.say(
                #"{"jsonrpc":"2.0","id":\#(id),"result":\#(String(decoding: result, as: UTF8.self))}"#
            )
        }
        answer("2", snapshot.jsonBytes())
        let asked = try peer.lines("table.game", of: loop)
        #expect(
            loop.state.notice
                == "you are zoe, not a player here; n asks to be in the next match; to play: dicectl play default --as bo"
        )
        let id = try #require(asked.first?.firstMatch(of: /"id":(\d+)/)?.output.1)
        #expect(
            asked.count == 1 && loop.state.table?.game?.title == "Yahtzee",
            "built in until the daemon has told"
        )
        answer(id, GameResult(document: game).jsonBytes())
        _ = try peer.lines("", of: loop)
        #expect(loop.state.table?.game?.title == "Ours")
        #expect(loop.state.search?.game == game)
    }

    @Test("a second roll is not sent while one is pending")
    func aSecondRollIsNotSentWhileOneIsOnItsWay() throws {
        let (peer, loop) = try playing()
        // A request that was not sent does not block later ones.
        loop.state.loseTable()
        #expect(try loop.perform(.roll) && peer.lines("table.roll", of: loop).isEmpty)
        loop.state.show(SampleTable.snapshot(dice: 5))
        for _ in 1...3 {
            #expect(loop.perform(.roll))
        }
        #expect(try peer.lines("table.roll", of: loop).count == 1)
        peer.refuse(3, 3, "busy")
        #expect(try peer.lines("table.roll", of: loop).isEmpty)
        #expect(!loop.state.awaitsRoll)
        #expect(
            try loop.perform(.roll) && peer.lines("table.roll", of: loop).count == 1
        )
        // A request whose answer is lost with the connection does not block later ones either.
        peer.goAway()
        while let news = try loop.follower.takeNext() {
            try loop.handle(news)
        }
        #expect(!loop.state.awaitsRoll)
        #expect(loop.state.absence == .daemon)
        #expect(loop.state.notice.contains("the roll"))
    }

    @Test(
        "what is asked for twice is sent once, and looks pending until it is refused",
        arguments: [
            (.endTurn, "table.endTurn"), (.fill("chance"), "table.endTurn"),
            (.correct("chance", by: "ann"), "table.correct"), (.toggle(2), "table.toggleLock"),
            (.keep([1], then: .roll), "table.lock"), (.unlock([4]), "table.unlock"),
            (.newGame, "table.newGame"), (.cancel, "table.cancel"),
        ] as [(PlayAction, String)]
    )
    func pending(_ action: PlayAction, _ method: String) throws {
        let (peer, loop) = try playing()
        for _ in 1...2 {
            #expect(loop.perform(action))
        }
        #expect(try peer.lines(method, of: loop).count == 1)
        #expect(loop.state.pending.map(\.action) == [action])
        peer.refuse(3, 3, "busy")
        _ = try peer.lines("", of: loop)
        #expect(loop.state.pending.isEmpty)
        #expect(!loop.state.notice.isEmpty)
    }

    @Test("dice to keep are locked by one request, and the roll follows its answer")
    func keeping() throws {
        let (peer, loop) = try playing()
        #expect(loop.perform(.keep([1, 4], then: .roll)))
        #expect(loop.state.awaitsRoll)
        let sent = try peer.lines("table.", of: loop)
        #expect(sent.count == 1)
        #expect(sent[0].contains("table.lock") && sent[0].contains(#""dice":[1,4],"only":true"#))
        let table = String(decoding: SampleTable.snapshot(dice: 5).jsonBytes(), as: UTF8.self)
        peer.say(#"{"jsonrpc":"2.0","id":3,"result":\#(table)}"#)
        #expect(try peer.lines("table.roll", of: loop).count == 1)
    }

    @Test("a throw looks pending until it begins")
    func pendingThrow() throws {
        let (peer, loop) = try playing()
        type("2d6", in: loop)
        #expect(try peer.lines("table.throw", of: loop).count == 1)
        loop.state.tellPending()
        #expect(loop.state.notice.contains("2d6"))
        peer.refuse(3, 13, "badExpression")
        _ = try peer.lines("", of: loop)
        #expect(loop.state.pending.isEmpty)
        #expect(loop.state.entry?.text == "2d6")
    }

    /// A quit key is recognized among any number of keys read at once.
    @Test(
        "keys that arrive together cause only one drawing",
        arguments: ["r", "jlbkGg", "s", "?j"]
    )
    func keysThatComeTogetherAreReadOnOnePicture(keys: String) throws {
        let screen = Nowhere()
        let (_, loop) = try playing(on: screen)
        let many = (0..<4_000 / keys.count).flatMap { _ in keys.map(Key.character) }
        #expect(!loop.press(many + [.character("q")]))
        #expect(screen.drawings == 1)
    }

    private func type(_ line: String, in loop: PlayLoop) {
        #expect(loop.press("/\(line)".map(Key.character) + [.enter]))
    }

    @Test("a line with names is thrown once the saved rolls are known, or not at all")
    func aLineWithNames() throws {
        let (peer, loop) = try playing()
        let rolls = #"{"rolls":[{"name":"attack","expression":"1d20+7"}]}"#
        type("d20 attack", in: loop)
        #expect(try peer.lines("table.throw", of: loop).isEmpty)
        #expect(loop.state.entry == nil)
        peer.say(#"{"jsonrpc":"2.0","id":3,"result":\#(rolls)}"#)
        #expect(try peer.lines("table.throw", of: loop).count == 2)
        #expect(loop.state.thrownLines == ["d20 attack"])
        type("hidden d20", in: loop)
        #expect(try peer.lines("roll.list", of: loop).count == 1)
        peer.say(#"{"jsonrpc":"2.0","id":6,"result":\#(rolls)}"#)
        #expect(try peer.lines("table.throw", of: loop).isEmpty)
        #expect(loop.state.entry?.text == "hidden d20")
        #expect(loop.state.entry?.mistaken == 0..<6)
        // The saved rolls cannot be had.
        loop.state.entry = nil
        type("attack", in: loop)
        peer.refuse(7, 16, "storageFailed")
        #expect(try peer.lines("table.throw", of: loop).isEmpty)
        #expect(loop.state.entry?.text == "attack")
    }

    @Test("the notes on a throw are shown") func notes() throws {
        let (peer, loop) = try playing()
        type("d66", in: loop)
        let note =
            #"{"reason":"tensAndOnes","at":0,"length":3,"#
            + #""values":{"die":"d66","meant":"10*d6+d6"}}"#
        let result = Answers.thrown.dropLast() + #","notes":[\#(note)]}"#
        peer.say(#"{"jsonrpc":"2.0","id":3,"result":\#(result)}"#)
        _ = try peer.lines("", of: loop)
        #expect(loop.state.notice.contains("10*d6+d6"))
        #expect(loop.state.announcements.contains(loop.state.notice))
    }

    /// Keys read at once act one at a time, each on its own picture.
    @Test("keys that arrive together do the same as single keys")
    func keysThatComeTogetherDoTheSame() throws {
        let keys: [Key] =
            "hhtjjkgGlb?s1234".map(Key.character) + [
                .up, .down, .pageDown, .end, .home, .enter, .escape, .tab, .wheel(1),
            ]
        var generator = SeededKeys(state: 7)
        for _ in 1...60 {
            let pressed = (1...30).map { _ in
                keys[Int.random(in: keys.indices, using: &generator)]
            }
            let ((_, together), (_, alone)) = (try playing(), try playing())
            for loop in [together, alone] {
                loop.state.history = SampleTable.entries(40)
            }
            _ = together.press(pressed)
            for key in pressed {
                _ = alone.press([key])
                try alone.show()
            }
            let drawn = [together, alone].map { Nowhere.layout(of: $0.state).draw() }
            #expect(drawn[0] == drawn[1], "\(pressed)")
        }
    }

    /// News that has not been drawn yet does not move the mouse's targets.
    @Test("a click acts on the picture that was shown") func aClickMeetsWhatWasSeen() throws {
        let (peer, loop) = try playing()
        let die = Nowhere.layout(of: loop.state).dice.frame(of: 1)
        let many = TableEvent.Kind.tableChanged(SampleTable.snapshot(dice: 30))
        loop.state.apply(
            .event(TableEvent(table: "default", revision: 9, by: "bo", kind: many))
        )
        #expect(loop.press([.click(row: die.row + 1, column: die.column + 1)]))
        #expect(
            try peer.lines("table.toggleLock", of: loop).map {
                $0.contains("\"dice\":[2]")
            } == [
                true
            ]
        )

        func tables(_ names: String...) -> [TableSummary] {
            names.map {
                TableSummary(
                    table: $0,
                    dice: 1,
                    turn: 1,
                    roll: 0,
                    rolling: false,
                    watchers: 0
                )
            }
        }
        #expect(loop.press([.character("t")]))
        loop.state.list(tables("bo", "carol"))
        try loop.show()
        let pane = try #require(Nowhere.layout(of: loop.state).pane?.frame)
        loop.state.list(tables("ann", "bo", "carol"))
        #expect(loop.press([.click(row: pane.row + 1, column: pane.column + 3)]))
        #expect(
            try peer.lines("table.watch", of: loop).map {
                $0.contains("\"table\":\"bo\"")
            } == [
                true
            ]
        )
    }

    private struct SeededKeys: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 32)
        }
    }

    @Test("a roll that ends a full turn is sent again once")
    func aRollThatEndsAFullTurnIsSentAgainOnce() throws {
        let (peer, loop) = try playing()
        #expect(loop.perform(.roll))
        let sent = try peer.lines("table.roll", of: loop)
        peer.refuse(3, 27, "commitmentChanged")
        let again = try peer.lines("table.roll", of: loop)
        #expect(sent.count == 1)
        #expect(again.count == 1)
        #expect(
            Set((sent + again).map { $0.split(separator: "entropy").last }).count == 2,
            "with fresh entropy"
        )
        #expect(loop.state.awaitsRoll)
        #expect(loop.state.notice == "")
        peer.refuse(4, 27, "commitmentChanged")
        #expect(try peer.lines("table.roll", of: loop).isEmpty)
        #expect(loop.state.notice == "no")
        #expect(!loop.state.awaitsRoll)
    }

    /// A stopped process cannot answer requests.
    @Test("a contribution is withdrawn after the reveals that were requested before")
    func aContributionIsTakenBackAfterWhatIsAskedForByThen() throws {
        let (peer, loop) = try playing()
        loop.state.contributing = true
        loop.contribute()
        let sent = try peer.lines("table.contribute", of: loop)
        let commitment = try #require(
            sent.first?.split(separator: "\"commitment\":\"").last?.prefix(64)
        )
        let asked = #"[{"by":"bo","commitment":"\#(commitment)"}]"#
        peer.say(
            #"{"jsonrpc":"2.0","method":"event","params":{"table":"default","revision":9,"event":"rollAsked","by":"ann","#
                + #""roll":1,"entropy":"","contributors":\#(asked)}}"#
        )
        peer.say(#"{"jsonrpc":"2.0","id":3,"result":{"contributors":\#(asked)}}"#)
        try loop.follower.withdraw(loop.witness, loop.handle)
        #expect(
            try peer.lines("table.").map { $0.contains("table.reveal") } == [true],
            "nothing is left to take back"
        )
        // The process continues.
        loop.contribute()
        #expect(try peer.lines("table.contribute", of: loop).count == 1)
        peer.say(#"{"jsonrpc":"2.0","id":5,"result":{"contributors":[]}}"#)
        peer.say(#"{"jsonrpc":"2.0","id":6,"result":{"contributors":[]}}"#)
        try loop.follower.withdraw(loop.witness, loop.handle)
        #expect(
            try peer.lines("table.").map { $0.contains(#""commitment":"""#) } == [true]
        )
        #expect(loop.witness.contribution?.isPending == false)
    }

    /// Otherwise `play` would roll another table's dice, or send a second roll before the first one
    /// has been answered.
    @Test("responses for a table that was left are ignored", arguments: [true, false])
    func whatIsAnsweredOfATableThatWasLeftIsNothingHere(_ isRefused: Bool) throws {
        let (peer, loop) = try playing()
        #expect(loop.perform(.roll))
        #expect(loop.perform(.throw(try TypedThrow("2d6"))))
        let other = try #require(TableName("other"))
        #expect(loop.perform(.change(to: other)))
        #expect(try peer.lines("table.watch", of: loop).count == 1)
        peer.say(
            #"{"jsonrpc":"2.0","id":5,"result":\#(Answers.snapshot.replacing("default", with: "other"))}"#
        )
        _ = try peer.lines("", of: loop)
        #expect(loop.state.name == other)
        #expect(loop.state.table != nil)
        #expect(loop.perform(.roll))
        #expect(try peer.lines("table.roll", of: loop).count == 1)
        let notice = loop.state.notice
        if isRefused {
            peer.refuse(3, 27, "commitmentChanged")
            peer.refuse(4, 13, "badExpression")
        } else {
            peer.say(#"{"jsonrpc":"2.0","id":3,"result":\#(Answers.roll)}"#)
        }
        #expect(try peer.lines("table.roll", of: loop).isEmpty)
        #expect(loop.state.awaitsRoll)
        #expect(loop.state.entry == nil)
        #expect(loop.state.notice == notice)
    }

    /// A contribution ends with its table; a recreated table of the same name gets a new one.
    @Test("a contribution is made again at a table that is recreated")
    func aContributionIsMadeAnewAtATableThatIsMadeAnew() throws {
        let (peer, loop) = try playing()
        func answer(_ line: String?, _ result: String) throws {
            let id = try #require(line?.firstMatch(of: /"id":([0-9]+)/)).1
            peer.say(#"{"jsonrpc":"2.0","id":\#(id),"result":\#(result)}"#)
        }
        loop.state.contributing = true
        try answer(#""id":2"#, Answers.snapshot)
        let sent = try peer.lines("table.contribute", of: loop)
        #expect(sent.count == 1)
        try answer(sent.first, #"{"contributors":[]}"#)
        peer.say(Answers.event("tableDeleted"))
        #expect(try peer.lines("table.contribute", of: loop).isEmpty)
        #expect(loop.state.absence == .table)
        loop.follower.follow(.default)
        try answer(try peer.lines("table.watch", of: loop).last, Answers.snapshot)
        #expect(try peer.lines("table.contribute", of: loop).count == 1)
    }

    /// A watcher without a name receives the faces of their own secret throw only in the response.
    @Test("a throw for a name is sent once the one before has begun, and again without room")
    func throwsForNames() throws {
        let (peer, loop) = try playing()
        let typed = try #require(
            try TypedThrow.all(of: "d20 --for ann,bo,cat", by: "ann", among: nil)
        )
        for each in typed {
            #expect(loop.perform(.throw(each)))
        }
        func sent() throws -> [String] {
            try peer.lines("table.throw", of: loop).compactMap {
                $0.firstMatch(of: /"label":"(\w+)"/).map { String($0.output.1) }
            }
        }
        func begin(_ label: String) {
            var frame = SampleTable.thrown(.flying, label: label)
            frame.group = typed[0].params.group
            let json = String(decoding: frame.jsonBytes(), as: UTF8.self)
            peer.say(#"{"jsonrpc":"2.0","method":"throw","params":\#(json)}"#)
        }
        #expect(try sent() == ["ann"])
        begin("ann")
        #expect(try sent() == ["bo"])
        let full = #""data":{"reason":"limitExceeded","of":"inFlight","limit":1,"retryAfter":0}"#
        peer.say(#"{"jsonrpc":"2.0","id":4,"error":{"code":8,"message":"full",\#(full)}}"#)
        #expect(try sent() == ["bo"])
        peer.refuse(5, 14, "notAllowed")
        #expect(try sent() == [])
        #expect(loop.state.notice.hasPrefix("1 throw was made; "))
        #expect(loop.typed.isEmpty)
    }

    @Test("a user's own secret throw is visible to that user", arguments: [nil, "gm"])
    func anOwnSecretThrowIsSeen(_ name: String?) throws {
        let (peer, loop) = try playing(as: name.map { [$0] } ?? [])
        let line = "--to gm --to bo d20"
        let typed = try #require(try loop.state.throwing(line, loop.state.player, nil))
        #expect(loop.perform(.throw(typed[0])))
        let seenBy = "[\(name == nil ? "\"\(Player.login)\"," : "")\"gm\",\"bo\"]"
        #expect(
            try peer.lines("table.throw", of: loop).map {
                $0.contains("\"seenBy\":\(seenBy)")
            } == [
                true
            ]
        )
        peer.say(
            #"{"jsonrpc":"2.0","id":3,"result":\#(Answers.thrown.dropLast()),"seenBy":\#(seenBy)}}"#
        )
        _ = try peer.lines("", of: loop)
        #expect(loop.state.thrown.map(\.result?.total) == (name == nil ? [-12.5] : []))
    }
}

extension FakeDaemon {
    fileprivate func refuse(_ id: Int, _ code: Int, _ reason: String) {
        say(
            #"{"jsonrpc":"2.0","id":\#(id),"error":{"code":\#(code),"message":"no","data":{"reason":"\#(reason)"}}}"#
        )
    }

    /// Returns the lines that `loop` has sent since the last call and that contain this word.
    fileprivate func lines(_ word: String, of loop: PlayLoop? = nil) throws -> [String] {
        while let news = try loop?.follower.takeNext() {
            try loop?.handle(news)
        }
        return heard().filter { $0.contains(word) }
    }
}
