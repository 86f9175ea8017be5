import DiceClient
import DiceModel
import DiceWire
import Testing

@testable import DiceMQTT

/// What follows from the daemon's lines, with neither a daemon nor a broker.
struct RelayTests {
    private static let snapshot =
        #"{"table":"t","revision":1,"turn":1,"roll":0,"rolling":false,"watchers":1,"total":1,"#
        + #""dice":[{"die":1,"sides":6,"value":1,"locked":false,"animating":false}]}"#

    /// A relay whose daemon has the table `t`.
    private struct Rig {
        var relay: Relay
        var now = Deadline.now
        /// What was asked and is not answered.
        var asked: [(request: Request, about: Relay.Asked)] = []

        init(only: Set<TableName>? = nil, discovery: Bool = false, left: Set<String> = []) throws {
            let topics = try #require(Topics(prefix: "p"))
            relay = Relay(
                topics: topics, only: only, discovery: discovery ? Discovery(topics: topics) : nil, left: left)
        }

        mutating func ask() {
            while let next = relay.nextRequest(at: now) { asked.append((next.request, next.asked)) }
        }

        mutating func answer(_ result: String) throws {
            let next = asked.removeFirst()
            let line = try #require(ServerLine(Array(#"{"jsonrpc":"2.0","id":1,"result":\#(result)}"#.utf8)))
            try relay.take(line, about: next.about, at: now)
            ask()
        }

        /// The table is not there.
        mutating func refuse() throws {
            let next = asked.removeFirst()
            let error = #"{"code":1,"message":"no table","data":{"reason":"tableNotFound"}}"#
            let line = try #require(ServerLine(Array(#"{"jsonrpc":"2.0","id":1,"error":\#(error)}"#.utf8)))
            try relay.take(line, about: next.about, at: now)
            ask()
        }

        mutating func hear(_ method: String, _ params: String) throws {
            let line = try #require(
                ServerLine(Array(#"{"jsonrpc":"2.0","method":"\#(method)","params":\#(params)}"#.utf8)))
            try relay.take(news: line, at: now)
            ask()
        }

        /// Up to the watch of `t`.
        mutating func begin(newest: Int = 0, tables: String = RelayTests.list("t")) throws {
            relay.connected()
            ask()
            try answer("{}")
            try answer(RelayTests.history(newest == 0 ? [] : [newest]))
            try answer(tables)
        }

        /// What the broker would get.
        mutating func published() -> [String] {
            relay.outbox.connected()
            var texts: [String] = []
            var sent: [Int32] = []
            while relay.outbox.sendNext({ message in
                texts.append("\(message.topic) \(String(decoding: message.payload, as: UTF8.self))")
                sent.append(Int32(texts.count))
                return Int32(texts.count)
            }) {}
            for number in sent { relay.outbox.confirmed(number) }
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

    @Test func itOnlyWatches() throws {
        let t = try #require(TableName("t"))
        var rig = try Rig(only: [t])
        rig.relay.connected()
        rig.ask()
        #expect(
            rig.asked.map(\.request) == [
                Method.confine(ConfineParams(tables: [t], role: .watch)),
                Method.history(HistoryQuery(.all, limit: 1, kind: .all)), Method.watchList(),
            ])
        try rig.answer("{}")
        try rig.answer(Self.history([]))
        try rig.answer(Self.list("t", "u"))
        #expect(
            rig.asked.map(\.request) == [Method.watch(WatchParams(table: t, frames: .plan))])
    }

    @Test func whatIsRefusedMakesRoomForOtherRequests() throws {
        let names = (1...3 * Relay.mostUnanswered).map { "t\($0)" }
        let list = names.map { #"{"table":"\#($0)","dice":1,"turn":1,"roll":0,"rolling":false,"watchers":0}"# }
        var (rig, count) = (try Rig(), 0)
        try rig.begin(tables: #"{"tables":[\#(list.joined(separator: ","))]}"#)
        while !rig.asked.isEmpty {
            try rig.refuse()
            count += 1
        }
        #expect(count == names.count && rig.relay.isFollowing)
    }

    /// What was asked for on a connection that is lost is not awaited on the next one.
    @Test func aStateThatWasAskedForIsAskedForAgain() throws {
        let table = try #require(TableName("t"))
        var rig = try Rig()
        for revision in [2, 3] {
            try rig.begin()
            try rig.answer(Self.snapshot)
            try rig.answer(Self.history([]))
            try rig.hear("event", #"{"table":"t","revision":\#(revision),"event":"lockChanged","by":"ann","dice":[]}"#)
            #expect(rig.asked.map(\.about) == [.state(table)])
            rig.relay.disconnected()
            rig.asked = []
        }
    }

    @Test func onlineThoughATableIsDeletedBeforeItIsWatched() throws {
        var rig = try Rig()
        try rig.begin(tables: Self.list("t", "u"))
        try rig.hear("event", #"{"table":"u","revision":1,"event":"tableDeleted"}"#)
        try rig.answer(Self.snapshot)
        let published = rig.published()
        #expect(published.last == "p/status online")
    }

    @Test func onlineOnceEveryTableIsThere() throws {
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
                "p/t/state " + Self.snapshot, "p/u/state " + Self.snapshot.replacing(#""t""#, with: #""u""#),
                "p/status online",
            ])
        rig.relay.disconnected()
        let published4 = rig.published()
        #expect(published4.last == "p/status offline")
    }

    @Test func theStateIsAskedForOnceTheDiceAreAtRest() throws {
        let table = try #require(TableName("t"))
        var rig = try Rig()
        try rig.begin()
        try rig.answer(Self.snapshot)
        try rig.answer(Self.history([]))
        #expect(rig.asked.isEmpty)
        try rig.hear("event", #"{"table":"t","revision":2,"event":"rollStarted","by":"ann","rolled":[1]}"#)
        try rig.hear("frame", #"{"table":"t","revision":3,"turn":1,"roll":1,"rolling":true,"dice":[]}"#)
        #expect(rig.asked.isEmpty)
        try rig.hear("frame", #"{"table":"t","revision":4,"turn":1,"roll":1,"rolling":false,"dice":[]}"#)
        #expect(rig.asked.map(\.about) == [.state(table)])
        // Once more, though it has changed meanwhile: the answer may be from before.
        try rig.hear(
            "event",
            #"{"table":"t","revision":4,"event":"rollSettled","rolled":[1],"outcome":"completed","dice":[],"total":1}"#
        )
        try rig.hear("event", #"{"table":"t","revision":5,"event":"watchersChanged","watchers":2}"#)
        #expect(rig.asked.count == 1)
        try rig.answer(Self.snapshot.replacing(#""revision":1"#, with: #""revision":4"#))
        #expect(rig.asked.count == 1)
        try rig.answer(Self.snapshot.replacing(#""revision":1"#, with: #""revision":5"#))
        #expect(rig.asked.isEmpty)
        // Who watches is in the state, and changes no revision.
        try rig.hear("event", #"{"table":"t","revision":5,"event":"watchersChanged","watchers":1}"#)
        #expect(rig.asked.count == 1)
        try rig.answer(Self.snapshot.replacing(#""revision":1"#, with: #""revision":5"#))
        #expect(rig.asked.isEmpty)
        let published5 = rig.published()
        #expect(
            published5.first == "p/t/state " + Self.snapshot.replacing(#""revision":1"#, with: #""revision":5"#))
        let kinds = rig.relay.events.map { String(decoding: $0.payload, as: UTF8.self) }
        #expect(kinds.count == 4 && kinds.allSatisfy { !$0.contains("watchersChanged") })
    }

    /// Each die that settles is another revision; the state is told once, when the throw has ended.
    @Test func aThrowInFlightIsNoNewState() throws {
        let table = try #require(TableName("t"))
        var rig = try Rig()
        try rig.begin()
        try rig.answer(Self.snapshot)
        try rig.answer(Self.history([]))
        let thrown = #""throw":1,"by":"ann","expression":"2d6""#
        for revision in 2...6 {
            try rig.hear(
                "throw",
                #"{"table":"t","revision":\#(revision),\#(thrown),"rolling":true,"dice":[{"die":1,"sides":6,"value":3,"animating":true}]}"#
            )
        }
        #expect(rig.asked.isEmpty && rig.relay.events.count == 5)
        // What happens to the table's own dice is told meanwhile.
        try rig.hear("event", #"{"table":"t","revision":7,"event":"lockChanged","by":"ann","dice":[]}"#)
        #expect(rig.asked.map(\.about) == [.state(table)])
        try rig.answer(Self.snapshot.replacing(#""revision":1"#, with: #""revision":7"#))
        try rig.hear(
            "throw",
            #"{"table":"t","revision":8,\#(thrown),"rolling":false,"dice":[],"result":{"table":"t",\#(thrown),"#
                + #""outcome":"completed","total":7,"dice":[],"text":"2d6: 3 4 = 7"}}"#)
        #expect(Set(rig.asked.map(\.about)) == [.state(table), .history(table)])
        // Its entry is not there yet: that is when the relay has to be woken.
        let newest = Self.snapshot.replacing(#""revision":1"#, with: #""revision":8"#)
        for about in rig.asked.map(\.about) { try rig.answer(about == .state(table) ? newest : Self.history([])) }
        #expect(rig.relay.nextInstant == rig.now + .milliseconds(40))
    }

    /// A snapshot that was taken in mid-roll is no state.
    @Test func aRollingSnapshotIsNotPublished() throws {
        let table = try #require(TableName("t"))
        var rig = try Rig()
        try rig.begin()
        try rig.answer(Self.snapshot.replacing(#""rolling":false"#, with: #""rolling":true"#))
        let published6 = rig.published()
        #expect(published6 == ["p/status online"])
        try rig.hear("frame", #"{"table":"t","revision":4,"turn":1,"roll":1,"rolling":false,"dice":[]}"#)
        #expect(rig.asked.map(\.about).contains(.state(table)))
    }

    @Test func onlyNewEntriesArePublishedOldestFirst() throws {
        var rig = try Rig()
        let table = try #require(TableName("t"))
        try rig.begin(newest: 7)
        try rig.answer(Self.snapshot)
        try rig.answer(Self.history([7, 6]))
        try rig.hear(
            "event",
            #"{"table":"t","revision":2,"event":"turnEnded","by":"ann","entry":"#
                + #"{"id":9,"kind":"turn","table":"t","turn":9,"endedAt":"2026-11-20T22:59:01.123Z","by":"ann","rolls":[],"dice":[{"die":1,"sides":6,"value":1,"locked":false}],"total":1}}"#
        )
        #expect(rig.asked.map(\.about) == [.state(table), .history(table)])
        try rig.answer(Self.snapshot)
        try rig.answer(Self.history([9, 8, 7]))
        let entries = rig.published().filter { $0.hasPrefix("p/t/history") }
        #expect(entries.count == 2)
        #expect(entries.first?.contains(#""id":8,"kind":"turn""#) == true)
        #expect(entries.last?.contains(#""id":9,"#) == true)
    }

    /// Those that were made while the daemon was out of reach are fetched page by page.
    @Test func entriesThatWereMissedAreFetched() throws {
        var gathering = EntryGathering(after: 10)
        gathering.look()
        let now = Deadline.now
        let asks = gathering.isToAsk(at: now)
        #expect(asks)
        let again = gathering.isToAsk(at: now)
        #expect(!again)
        func page(_ ids: [Int], more: Bool) throws -> HistoryPage {
            let line = try #require(ServerLine(Array(#"{"id":1,"result":\#(Self.history(ids, more: more))}"#.utf8)))
            return try line.value(as: HistoryPage.self)
        }
        let first = gathering.take(try page([30, 25], more: true), at: now)
        #expect(first == .before(25))
        let second = gathering.take(try page([20, 10], more: true), at: now)
        guard case .publish(let entries) = second else {
            Issue.record("\(second)")
            return
        }
        #expect(entries.map(\.id) == [20, 25, 30])
        #expect(gathering.newest == 30 && gathering.retry == .never)
    }

    /// The entry of a throw is there a moment after its end.
    @Test func anEntryIsAskedForUntilItIsThereButNotForEver() throws {
        var gathering = EntryGathering(after: 0)
        var now = Deadline.now
        gathering.ended(.thrown(3))
        func isAsked(after pause: Duration?) -> Bool {
            let isToAsk = gathering.isToAsk(at: now)
            _ = gathering.take(HistoryPage(entries: [], more: false), at: now)
            let isEarly = gathering.isToAsk(at: now)
            guard isToAsk, !isEarly, gathering.retry == pause.map({ now + $0 }) ?? .never else { return false }
            if gathering.retry != .never { now = gathering.retry }
            return true
        }
        // Ever less often, but not too seldom.
        let growing = (1...7).map { Duration.milliseconds(20 << $0) }
        for pause in growing { #expect(isAsked(after: pause)) }
        for _ in growing.count + 1..<EntryGathering.mostAttempts { #expect(isAsked(after: .seconds(5))) }
        #expect(isAsked(after: nil))
        // What ends later begins anew.
        for end in [EntryGathering.Ended.thrown(4), .turn(1)] {
            gathering.ended(end)
            #expect(isAsked(after: growing[0]) && isAsked(after: growing[1]))
        }
    }

    /// A store that was brought back from a backup has lower ids.
    @Test func anotherStoresEntriesBeginAnew() throws {
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
        #expect(published7.contains { $0.hasPrefix("p/t/history") && $0.contains(#""id":4,"#) })
    }

    @Test func tablesComeAndGo() throws {
        let (t, u) = (try #require(TableName("t")), try #require(TableName("u")))
        var rig = try Rig(discovery: true)
        try rig.begin()
        try rig.answer(Self.snapshot)
        try rig.answer(Self.history([]))
        let before = rig.published()
        #expect(before.filter { $0.hasPrefix("homeassistant/") && $0.contains("/config {") }.count == 3)
        #expect(before.contains("p/t/rolling OFF"))
        for (isRolling, word) in [(true, "ON"), (false, "OFF")] {
            try rig.hear("frame", #"{"table":"t","revision":4,"turn":1,"roll":1,"rolling":\#(isRolling),"dice":[]}"#)
            let told = rig.published()
            #expect(told.contains("p/t/rolling \(word)"))
        }
        #expect(rig.asked.map(\.about) == [.state(t)])
        try rig.answer(Self.snapshot.replacing(#""revision":1"#, with: #""revision":4"#))
        try rig.hear("tables", Self.list("t", "u"))
        #expect(rig.asked.map(\.about) == [.watch(u)])
        try rig.answer(Self.snapshot.replacing(#""t""#, with: #""u""#))
        // A turn that began and ended before the table was found.
        try rig.answer(Self.history([1], table: "u"))
        try rig.hear("event", #"{"table":"t","revision":9,"event":"tableDeleted"}"#)
        let after = rig.published()
        #expect(after.filter { $0.hasPrefix("homeassistant/") && $0.hasSuffix("/config ") }.count == 3)
        #expect(after.contains("p/t/state ") && after.contains("p/t/rolling "))
        #expect(after.contains { $0.hasPrefix("p/u/history ") && $0.contains(#""id":1,"#) })
        let published8 = rig.published()
        #expect(published8.allSatisfy { !$0.hasPrefix("p/t/") })
        // Another of that name may be there before the daemon finds the list changed.
        rig.now = rig.relay.nextInstant
        rig.ask()
        #expect(rig.asked.map(\.request) == [Method.list()])
        try rig.answer(Self.list("t", "u"))
        #expect(rig.asked.map(\.about) == [.watch(t)])
    }

    @Test func tablesThatWentWhileTheDaemonWasAwayAreCleared() throws {
        var rig = try Rig()
        try rig.begin()
        try rig.answer(Self.snapshot)
        rig.relay.disconnected()
        rig.asked = []
        try rig.begin(tables: Self.list("u"))
        let published9 = rig.published()
        #expect(published9.contains("p/t/state "))
    }

    /// What an earlier run has left is cleared, and nothing that is in use, such as the state of a table that rolls.
    @Test func whatAnEarlierRunHasLeftIsCleared() throws {
        var rig = try Rig(left: ["p/status", "p/t/state", "p/gone/state", "p/t/rolling"])
        try rig.begin()
        let before = rig.published()
        #expect(before == ["p/status offline"])
        let all = rig.relay.outbox.takeTopics()
        #expect(all == ["p/status", "p/t/state", "p/gone/state", "p/t/rolling"])
        try rig.answer(Self.snapshot.replacing(#""rolling":false"#, with: #""rolling":true"#))
        let cleared = rig.published()
        #expect(cleared == ["p/gone/state ", "p/t/rolling ", "p/status online"])
        // Once the broker has confirmed that, they are nobody's.
        let used = rig.relay.outbox.takeTopics()
        #expect(used == ["p/status", "p/t/state"])
        let same = rig.relay.outbox.takeTopics()
        #expect(same == nil)
        // It had a state before it rolled, which goes with it.
        try rig.hear("event", #"{"table":"t","revision":9,"event":"tableDeleted"}"#)
        let gone = rig.published()
        #expect(gone.contains("p/t/state "))
    }

    /// Far from what the daemon would take for a client that reads nothing.
    @Test func fewRequestsWaitAtATime() throws {
        var rig = try Rig()
        rig.relay.connected()
        rig.ask()
        try rig.answer("{}")
        try rig.answer(Self.history([]))
        let names = (1...100).map { "t\($0)" }
        let tables = names.map { #"{"table":"\#($0)","dice":1,"turn":1,"roll":0,"rolling":false,"watchers":0}"# }
        try rig.answer(#"{"tables":[\#(tables.joined(separator: ","))]}"#)
        #expect(rig.asked.count == Relay.mostUnanswered)
    }
}
