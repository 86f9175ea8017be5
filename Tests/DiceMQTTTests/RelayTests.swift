import DiceClient
import DiceGames
import DiceModel
import DiceWire
import Testing

@testable import DiceMQTT

/// Tests the effects of the daemon's lines, without a daemon or a broker.
struct RelayTests {
    private static let snapshot =
        #"{"table":"t","revision":1,"turn":1,"roll":0,"rolling":false,"watchers":1,"total":1,"#
        + #""dice":[{"die":1,"sides":6,"value":1,"locked":false,"animating":false}]}"#

    /// A relay whose daemon has the table `t`.
    private struct Rig {
        var relay: Relay
        var now = Deadline.now
        /// The unanswered requests.
        var asked: [(request: Request, about: Relay.Asked)] = []

        init(
            only: Set<TableName>? = nil,
            discovery: Bool = false,
            left: Set<String> = []
        ) throws {
            let topics = try #require(Topics(prefix: "p"))
            relay = Relay(
                topics: topics,
                only: only,
                discovery: discovery ? Discovery(topics: topics) : nil,
                left: left
            )
        }

        mutating func ask() {
            while let next = relay.nextRequest(at: now) {
                asked.append((next.request, next.asked))
            }
        }

        mutating func answer(_ result: String) throws {
            let next = asked.removeFirst()
            let line = try #require(
                ServerLine(Array(#"{"jsonrpc":"2.0","id":1,"result":\#(result)}"#.utf8))
            )
            try relay.take(line, about: next.about, at: now)
            ask()
        }

        /// Answers with an error, by default that the table does not exist.
        mutating func refuse(
            _ error: String =
                #"{"code":1,"message":"no table","data":{"reason":"tableNotFound"}}"#
        )
            throws
        {
            let next = asked.removeFirst()
            let line = try #require(
                ServerLine(Array(#"{"jsonrpc":"2.0","id":1,"error":\#(error)}"#.utf8))
            )
            try relay.take(line, about: next.about, at: now)
            ask()
        }

        mutating func hear(_ method: String, _ params: String) throws {
            let line = try #require(
                ServerLine(
                    Array(
                        #"{"jsonrpc":"2.0","method":"\#(method)","params":\#(params)}"#
                            .utf8
                    )
                )
            )
            try relay.take(news: line, at: now)
            ask()
        }

        /// Starts, up to the watch of `t`.
        mutating func begin(newest: Int = 0, tables: String = RelayTests.list("t"))
            throws
        {
            relay.connected()
            ask()
            try answer("{}")
            try answer(RelayTests.history(newest == 0 ? [] : [newest]))
            try answer(tables)
        }

        /// Returns the messages that the broker would receive.
        mutating func published() -> [String] {
            relay.outbox.connected()
            var texts: [String] = []
            var sent: [Int32] = []
            while relay.outbox.sendNext({ message in
                texts.append(
                    "\(message.topic) \(String(decoding: message.payload, as: UTF8.self))"
                )
                sent.append(Int32(texts.count))
                return Int32(texts.count)
            }) {}
            for number in sent {
                relay.outbox.confirmed(number)
            }
            return texts
        }
    }

    static func list(_ names: String...) -> String {
        let tables = names.map {
            #"{"table":"\#($0)","dice":1,"turn":1,"roll":0,"rolling":false,"watchers":0}"#
        }
        return #"{"tables":[\#(tables.joined(separator: ","))]}"#
    }

    static func history(_ ids: [Int], more: Bool = false, table: String = "t") -> String {
        let entries = ids.map {
            #"{"id":\#($0),"kind":"turn","table":"\#(table)","turn":\#($0),"endedAt":"2026-11-20T22:59:01.123Z","#
                + #""by":"ann","rolls":[],"dice":[{"die":1,"sides":6,"value":1,"locked":false}],"total":1}"#
        }
        return #"{"entries":[\#(entries.joined(separator: ","))],"more":\#(more)}"#
    }

    @Test("the relay only watches") func itOnlyWatches() throws {
        let t = try #require(TableName("t"))
        var rig = try Rig(only: [t])
        rig.relay.connected()
        rig.ask()
        #expect(
            rig.asked.map(\.request) == [
                Method.confine(ConfineParams(tables: [t], role: .watch)),
                Method.history(HistoryQuery(.all, limit: 1, kind: .all)),
                Method.watchList(),
            ]
        )
        try rig.answer("{}")
        try rig.answer(Self.history([]))
        try rig.answer(Self.list("t", "u"))
        #expect(
            rig.asked.map(\.request) == [
                Method.watch(WatchParams(table: t, frames: .plan, sheets: false))
            ]
        )
    }

    @Test("a refused request makes room for others") func whatIsRefusedMakesRoomForOtherRequests()
        throws
    {
        let names = (1...3 * Relay.maxUnanswered).map { "t\($0)" }
        let list = names.map {
            #"{"table":"\#($0)","dice":1,"turn":1,"roll":0,"rolling":false,"watchers":0}"#
        }
        var rig = try Rig()
        var count = 0
        try rig.begin(tables: #"{"tables":[\#(list.joined(separator: ","))]}"#)
        while !rig.asked.isEmpty {
            try rig.refuse()
            count += 1
        }
        #expect(count == names.count)
        #expect(rig.relay.isFollowing)
    }

    @Test("the status is online even if a table is deleted before it is watched")
    func onlineThoughATableIsDeletedBeforeItIsWatched() throws {
        var rig = try Rig()
        try rig.begin(tables: Self.list("t", "u"))
        try rig.hear("event", #"{"table":"u","revision":1,"event":"tableDeleted"}"#)
        try rig.answer(Self.snapshot)
        let published = rig.published()
        #expect(published.last == "p/status online")
    }

    @Test("the status is online once every table has its state") func onlineOnceEveryTableIsThere()
        throws
    {
        var rig = try Rig()
        try rig.begin(tables: Self.list("t", "u"))
        let published1 = rig.published()
        #expect(published1 == ["p/status offline"])
        try rig.answer(Self.snapshot)
        let published2 = rig.published()
        #expect(published2.last == "p/status offline")
        try rig.answer(Self.snapshot.replacing(#""t""#, with: #""u""#))
        let published3 = rig.published()
        #expect(
            published3 == [
                "p/t/state " + Self.snapshot,
                "p/u/state " + Self.snapshot.replacing(#""t""#, with: #""u""#),
                "p/status online",
            ]
        )
        rig.relay.disconnected()
        let published4 = rig.published()
        #expect(published4.last == "p/status offline")
    }

    /// Returns a rig with the responses to the first requests.
    private func watchingRig(newest: Int = 0) throws -> Rig {
        var rig = try Rig()
        try rig.begin(newest: newest)
        try rig.answer(Self.snapshot)
        try rig.answer(Self.history(newest == 0 ? [] : [newest]))
        return rig
    }

    private static func die(_ value: Int, locked: Bool = false, animating: Bool = false)
        -> String
    {
        #"[{"die":1,"sides":6,"value":\#(value),"locked":\#(locked),"animating":\#(animating)}]"#
    }

    private static func state(_ published: [String]) -> String? {
        published.last { $0.hasPrefix("p/t/state ") }
    }

    @Test("the state is published once the dice are at rest")
    func theStateIsToldOnceTheDiceAreAtRest() throws {
        var rig = try watchingRig()
        _ = rig.published()
        let times = (1...AnimationPlan.stepCount).map(String.init).joined(
            separator: ","
        )
        let plan = #"[{"die":1,"values":[1,2,3,4,5,6,1,2,3,4],"times":[\#(times)]}]"#
        try rig.hear(
            "event",
            #"{"table":"t","revision":2,"event":"rollStarted","by":"ann","rolled":[1],"roll":1,"plan":\#(plan),"may":{"roll":"busy"}}"#
        )
        try rig.hear(
            "event",
            #"{"table":"t","revision":2,"event":"watchersChanged","watchers":2}"#
        )
        let rolling = Self.state(rig.published())
        #expect(rolling == "p/t/state " + Self.snapshot, "that from before")
        try rig.hear(
            "frame",
            #"{"table":"t","revision":4,"turn":1,"roll":1,"rolling":false,"dice":\#(Self.die(5))}"#
        )
        let settled = try #require(Self.state(rig.published()))
        let rest =
            #""turn":1,"roll":1,"rolling":false,"by":"ann","watchers":2,"total":5"#
        #expect(settled.hasPrefix(#"p/t/state {"table":"t","revision":4,\#(rest)"#))
        // The watchers are part of the state, but do not change the revision.
        try rig.hear(
            "event",
            #"{"table":"t","revision":4,"event":"watchersChanged","watchers":1}"#
        )
        let watched = Self.state(rig.published())
        #expect(watched == settled.replacing(#""watchers":2"#, with: #""watchers":1"#))
        let events = rig.relay.takeEvents().map {
            String(decoding: $0.payload, as: UTF8.self)
        }
        #expect(events.count == 2)
        #expect(events.allSatisfy { !$0.contains("watchersChanged") })
        #expect((events + [settled]).allSatisfy { !$0.contains("may") }, "of this client alone")
        #expect(rig.asked.isEmpty)
    }

    /// Each die that settles has a new revision; the state is published once, when the throw has
    /// ended.
    @Test("a throw in flight does not publish a new state") func aThrowInFlightIsNoNewState() throws
    {
        var rig = try watchingRig()
        let thrown = #""throw":1,"by":"ann","expression":"2d6""#
        for revision in 2...6 {
            try rig.hear(
                "throw",
                #"{"table":"t","revision":\#(revision),\#(thrown),"rolling":true,"dice":[{"die":1,"sides":6,"value":3,"animating":true}]}"#
            )
        }
        let flying = Self.state(rig.published())
        #expect(flying == "p/t/state " + Self.snapshot)
        #expect(rig.relay.events.count == 5)
        // Events of the table's own dice are published meanwhile.
        try rig.hear(
            "event",
            #"{"table":"t","revision":7,"event":"lockChanged","by":"ann","dice":\#(Self.die(1, locked: true))}"#
        )
        let locked = Self.state(rig.published())
        #expect(locked?.contains(#""revision":7"#) == true)
        #expect(locked?.contains(#""locked":true"#) == true)
        let result =
            #"{"table":"t",\#(thrown),"outcome":"completed","total":7,"dice":[],"text":"2d6: 3 4 = 7"}"#
        try rig.hear(
            "throw",
            #"{"table":"t","revision":8,\#(thrown),"rolling":false,"dice":[],"result":\#(result)}"#
        )
        let ended = Self.state(rig.published())
        #expect(ended?.contains(#""revision":8"#) == true)
        // The entry has a separate topic.
        let entry =
            #"{"id":3,"kind":"throw","endedAt":"2026-11-20T22:59:01.123Z","#
            + result.dropFirst()
        try rig.hear(
            "event",
            #"{"table":"t","revision":8,"event":"throwEnded","by":"ann","entry":\#(entry)}"#
        )
        let entries = rig.published().filter { $0.hasPrefix("p/t/history ") }
        #expect(entries.count == 1 && entries[0].contains(#""id":3,"kind":"throw""#))
        #expect(rig.relay.events.count == 7)
        #expect(rig.asked.isEmpty)
    }

    /// A snapshot taken mid-roll is not published.
    @Test("a rolling snapshot is not published") func aRollingSnapshotIsNotPublished() throws {
        var rig = try Rig()
        try rig.begin()
        try rig.answer(
            Self.snapshot.replacing(#""rolling":false"#, with: #""rolling":true"#)
        )
        let published6 = rig.published()
        #expect(published6 == ["p/status online"])
        try rig.hear(
            "frame",
            #"{"table":"t","revision":4,"turn":1,"roll":1,"rolling":false,"dice":[]}"#
        )
        let settled = Self.state(rig.published())
        #expect(settled?.contains(#""revision":4"#) == true)
    }

    private static let played = snapshot.replacing(
        #""dice""#,
        with: #""game":{"name":"pig","match":1,"round":1,"over":false},"dice""#
    )

    private func document(_ name: String) throws -> String {
        let game = try #require(Game.all.first { $0.name == name })
        return String(decoding: game.jsonBytes(), as: UTF8.self)
    }

    /// The document is requested if there is a game, and whenever the table has changed.
    @Test("the game is retained") func theGameIsRetained() throws {
        let t = try #require(TableName("t"))
        var rig = try Rig()
        try rig.begin()
        try rig.answer(Self.played)
        let asked = Method.game(TableParams(table: t))
        #expect(rig.asked.map(\.request).contains(asked))
        let pig = try document("pig")
        try rig.answer(#"{"document":\#(pig)}"#)
        try rig.answer(Self.history([]))
        let published = rig.published()
        #expect(published.contains("p/t/game \(pig)"))
        func change(_ snapshot: String) throws {
            try rig.hear(
                "event",
                #"{"table":"t","revision":2,"event":"tableChanged","snapshot":\#(snapshot)}"#
            )
        }
        try change(Self.played)
        #expect(rig.asked.map(\.request) == [asked])
        let yatzy = try document("yatzy")
        try rig.answer(#"{"document":\#(yatzy)}"#)
        let changed = rig.published().filter { $0.hasPrefix("p/t/game") }
        #expect(changed == ["p/t/game \(yatzy)"])
        try change(Self.snapshot)
        let gone = rig.published().filter { $0.hasPrefix("p/t/game") }
        #expect(gone == ["p/t/game "])
        #expect(rig.asked.isEmpty)
    }

    @Test(
        "an unavailable game is cleared",
        arguments: [
            #"{"code":31,"message":"no game","data":{"reason":"noGame"}}"#,
            #"{"code":-32601,"message":"no method","data":{"reason":"methodNotFound"}}"#,
            #"{"code":1,"message":"no table","data":{"reason":"tableNotFound"}}"#,
        ]
    )
    func aGameThatIsNotToldIsCleared(_ refusal: String) throws {
        var rig = try Rig(left: ["p/t/game"])
        try rig.begin()
        try rig.answer(Self.played)
        try rig.refuse(refusal)
        let published = rig.published()
        #expect(published.contains("p/t/game "))
    }

    private static func turnEnded(_ id: Int) -> String {
        #"{"table":"t","revision":2,"event":"turnEnded","by":"ann","entry":{"id":\#(id),"kind":"turn","table":"t","turn":\#(id),"#
            + #""endedAt":"2026-11-20T22:59:01.123Z","by":"ann","rolls":[],"dice":[{"die":1,"sides":6,"value":1,"locked":false}],"total":1}}"#
    }

    /// Returns the ids of the entries that the broker would receive.
    private static func entries(_ published: [String]) -> [Int?] {
        published.filter { $0.hasPrefix("p/t/history ") }
            .map {
                $0.split(separator: #""id":"#).last.flatMap {
                    Int($0.prefix { $0 != "," })
                }
            }
    }

    @Test("a new entry is published") func anEntryThatIsToldIsPublished() throws {
        var rig = try watchingRig(newest: 7)
        for id in [8, 9, 9] {
            try rig.hear("event", Self.turnEnded(id))
        }
        let entries = Self.entries(rig.published())
        #expect(entries == [8, 9])
        #expect(rig.asked.isEmpty)
    }

    private static let chained =
        #""edition":5,"digest":"\#(String(repeating: "b", count: 64))","#
        + #""chain":"\#(String(repeating: "a", count: 64))"}"#

    @Test(
        "corrections and rests are published like turns",
        arguments: [
            (
                "corrected",
                #"{"id":8,"kind":"correction","table":"t","endedAt":"2026-11-20T22:59:01.123Z","by":"ann","turn":3,"#
                    + #""match":1,"box":"ones","points":3,\#(chained)"#,
                #"{"name":"yatzy","match":1,"round":1,"over":false}"#
            ),
            (
                "playerRests",
                #"{"id":8,"kind":"rest","table":"t","endedAt":"2026-11-20T22:59:01.123Z","by":"ann","player":"ann","#
                    + #""rests":true,"match":1,\#(chained)"#,
                #"{"name":"yatzy","match":1,"round":1,"over":false,"resting":["ann"]}"#
            ),
        ]
    )
    func changesBetweenTurns(_ event: String, _ entry: String, _ game: String) throws {
        var rig = try watchingRig(newest: 7)
        try rig.hear(
            "event",
            #"{"table":"t","revision":2,"event":"\#(event)","by":"ann","entry":\#(entry),"game":\#(game),"up":"bo"}"#
        )
        let published = rig.published()
        #expect(published.contains("p/t/history \(entry)"))
        #expect(Self.state(published)?.contains(#""up":"bo""#) == true)
        #expect(Self.state(published)?.contains(#""game":\#(game)"#) == true)
        let events = rig.relay.takeEvents()
        #expect(events.map(\.topic) == ["p/t/event"])
    }

    /// Entries made while the daemon was unreachable are fetched page by page; entries that arrive
    /// meanwhile wait.
    @Test("missed entries are fetched") func entriesThatWereMissedAreFetched() throws {
        let table = try #require(TableName("t"))
        var rig = try watchingRig(newest: 10)
        rig.relay.disconnected()
        try rig.begin(newest: 30)
        try rig.answer(Self.snapshot)
        try rig.answer(Self.history([30, 25], more: true))
        #expect(
            rig.asked.map(\.request) == [
                Method.history(
                    HistoryQuery(.one(table), limit: 20, before: 25, kind: .all)
                )
            ]
        )
        for id in [30, 31] {
            try rig.hear("event", Self.turnEnded(id))
        }
        let early = Self.entries(rig.published())
        try rig.answer(Self.history([20, 10], more: true))
        let entries = Self.entries(rig.published())
        #expect(early.isEmpty)
        #expect(entries == [20, 25, 30, 31])
        #expect(rig.asked.isEmpty)
    }

    /// A store restored from a backup has lower ids.
    @Test("entries of another store start over") func anotherStoresEntriesBeginAnew() throws {
        var rig = try Rig()
        try rig.begin(newest: 50)
        try rig.answer(Self.snapshot)
        try rig.answer(Self.history([50]))
        rig.relay.disconnected()
        rig.asked = []
        try rig.begin(newest: 3)
        try rig.answer(Self.snapshot)
        try rig.answer(Self.history([4, 3]))
        let published7 = rig.published()
        #expect(
            published7.contains {
                $0.hasPrefix("p/t/history") && $0.contains(#""id":4,"#)
            }
        )
    }

    /// An older daemon cannot omit sheets.
    @Test("an older daemon receives a request with sheets on the next connection")
    func anOlderDaemonIsAskedForAllOnTheNextConnection() throws {
        let t = try #require(TableName("t"))
        var rig = try Rig()
        for tellsSheets in [false, true] {
            try rig.begin()
            #expect(
                rig.asked.map(\.request) == [
                    Method.watch(
                        WatchParams(table: t, frames: .plan, sheets: tellsSheets)
                    )
                ]
            )
            if tellsSheets {
                break
            }
            do {
                try rig.refuse(
                    #"{"code":-32602,"message":"no","data":{"reason":"invalidParams","param":"sheets"}}"#
                )
                Issue.record("the connection goes on")
            } catch is ClientError {}
            rig.relay.disconnected()
            rig.asked = []
        }
    }

    @Test("new tables are published and deleted tables are cleared") func tablesComeAndGo() throws {
        let t = try #require(TableName("t"))
        let u = try #require(TableName("u"))
        var rig = try Rig(discovery: true)
        try rig.begin()
        try rig.answer(Self.snapshot)
        try rig.answer(Self.history([]))
        let before = rig.published()
        #expect(
            before.filter { $0.hasPrefix("homeassistant/") && $0.contains("/config {") }
                .count == 3
        )
        #expect(before.contains("p/t/rolling OFF"))
        for (isRolling, word) in [(true, "ON"), (false, "OFF")] {
            try rig.hear(
                "frame",
                #"{"table":"t","revision":4,"turn":1,"roll":1,"rolling":\#(isRolling),"dice":[]}"#
            )
            let told = rig.published()
            #expect(told.contains("p/t/rolling \(word)"))
        }
        try rig.hear("tables", Self.list("t", "u"))
        #expect(rig.asked.map(\.about) == [.watch(u)])
        try rig.answer(Self.snapshot.replacing(#""t""#, with: #""u""#))
        // A turn that began and ended before the table was listed.
        try rig.answer(Self.history([1], table: "u"))
        try rig.hear("event", #"{"table":"t","revision":9,"event":"tableDeleted"}"#)
        let after = rig.published()
        #expect(
            after.filter { $0.hasPrefix("homeassistant/") && $0.hasSuffix("/config ") }
                .count == 3
        )
        #expect(after.contains("p/t/state "))
        #expect(after.contains("p/t/rolling "))
        #expect(
            after.contains { $0.hasPrefix("p/u/history ") && $0.contains(#""id":1,"#) }
        )
        let published8 = rig.published()
        #expect(published8.allSatisfy { !$0.hasPrefix("p/t/") })
        // Another table with that name may exist before the daemon sees the list change.
        rig.now = rig.relay.nextInstant
        rig.ask()
        #expect(rig.asked.map(\.request) == [Method.list()])
        try rig.answer(Self.list("t", "u"))
        #expect(rig.asked.map(\.about) == [.watch(t)])
    }

    @Test("tables deleted while the daemon was away are cleared")
    func tablesThatWentWhileTheDaemonWasAwayAreCleared() throws {
        var rig = try Rig()
        try rig.begin()
        try rig.answer(Self.snapshot)
        rig.relay.disconnected()
        rig.asked = []
        try rig.begin(tables: Self.list("u"))
        let published9 = rig.published()
        #expect(published9.contains("p/t/state "))
    }

    /// Topics of an earlier run are cleared, except those in use, such as the state of a rolling
    /// table.
    @Test("topics left by an earlier run are cleared") func whatAnEarlierRunHasLeftIsCleared()
        throws
    {
        var rig = try Rig(left: [
            "p/status", "p/t/state", "p/gone/state", "p/t/rolling",
        ])
        try rig.begin()
        let before = rig.published()
        #expect(before == ["p/status offline"])
        let all = rig.relay.outbox.takeTopics()
        #expect(all == ["p/status", "p/t/state", "p/gone/state", "p/t/rolling"])
        try rig.answer(
            Self.snapshot.replacing(#""rolling":false"#, with: #""rolling":true"#)
        )
        let cleared = rig.published()
        #expect(cleared == ["p/gone/state ", "p/t/rolling ", "p/status online"])
        // Once the broker has confirmed the clearing, the cleared topics need no record.
        let used = rig.relay.outbox.takeTopics()
        #expect(used == ["p/status", "p/t/state"])
        let same = rig.relay.outbox.takeTopics()
        #expect(same == nil)
        // The table had a state before it rolled; that state is cleared when the table is deleted.
        try rig.hear("event", #"{"table":"t","revision":9,"event":"tableDeleted"}"#)
        let gone = rig.published()
        #expect(gone.contains("p/t/state "))
    }

    /// Far below the daemon's limit for a client that does not read.
    @Test("few requests wait at a time") func fewRequestsWaitAtATime() throws {
        var rig = try Rig()
        rig.relay.connected()
        rig.ask()
        try rig.answer("{}")
        try rig.answer(Self.history([]))
        let names = (1...100).map { "t\($0)" }
        let tables = names.map {
            #"{"table":"\#($0)","dice":1,"turn":1,"roll":0,"rolling":false,"watchers":0}"#
        }
        try rig.answer(#"{"tables":[\#(tables.joined(separator: ","))]}"#)
        #expect(rig.asked.count == Relay.maxUnanswered)
    }
}
