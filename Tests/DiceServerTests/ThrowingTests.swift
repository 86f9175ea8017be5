import DiceModel
import DiceProof
import DiceTestSupport
import DiceWire
import Testing

@testable import DiceServer

@Suite("Throws over the socket")
struct ThrowingTests {
    @Test(
        "the reply follows the result sent to watchers, and both are the same object"
    )
    func result() async throws {
        let clock = TestClock()
        try await TestDaemon.with(clock: clock) { daemon in
            let ann = try await daemon.connect()
            let bo = try await daemon.connect()
            try await bo.call(.watch, WatchParams(table: .default))
            try await ann.send(
                Method.throw(
                    ThrowParams(
                        table: .default,
                        expression: " 4d6KH3 + 2",
                        label: "fire bolt",
                        by: "ann"
                    )
                ),
                id: 5
            )
            try await daemon.settle(4, on: clock)
            let thrown = try await ann.reply(to: 5).line.result(as: ThrowResult.self)
            #expect(thrown.expression == "4d6KH3 + 2")
            #expect(thrown.label == "fire bolt")
            #expect(thrown.by == "ann")
            #expect(thrown.number == 1)
            #expect(thrown.id == nil)
            var frames: [ThrowFrame] = []
            while frames.last?.result == nil {
                if case .throw(let frame)? = try await bo.nextMessage().notification() {
                    frames.append(frame)
                }
            }
            let next = try #require(thrown.nextCommitment)
            let told = frames.map(\.throwCommitment)
            #expect(
                told == [next] + Array(repeating: nil, count: frames.count - 1),
                "with the first frame alone"
            )
            var result = thrown
            result.nextCommitment = nil
            #expect(frames.last?.result == result)
            #expect(frames.dropLast().allSatisfy { $0.rolling && $0.result == nil })
            #expect(frames.map(\.revision) == frames.map(\.revision).sorted())
            guard case .event(let ended)? = try await bo.nextMessage().notification(),
                case .throwEnded(let toldEntry) = ended.kind
            else {
                Issue.record("the entry does not follow")
                return
            }
            let page = try await ann.call(.history, HistoryQuery(.one(.default), kind: .all))
            var entry = try #require(page.entries.first?.thrown)
            #expect(toldEntry == entry)
            #expect(ended.by == "ann")
            #expect(entry.id == 1)
            #expect(entry.endedAt != nil)
            #expect(entry.chain == Chain.link(entry, after: Chain.start).chain)
            #expect(
                entry.seed.flatMap { Seed(hex: $0) }?.commitment == thrown.commitment
            )
            #expect(entry.edition == Edition.current)
            #expect(thrown.edition == nil)
            entry.id = nil
            entry.endedAt = nil
            entry.seed = nil
            entry.digest = nil
            entry.chain = nil
            entry.edition = nil
            #expect(entry == result)
            let turns = try await ann.call(.history, HistoryQuery(of: .default))
            #expect(turns.entries.isEmpty, "older clients ask for turns")
        }
    }

    @Test(
        "the evaluated expression equals that of the entry, with runs of spaces collapsed"
    )
    func spaces() async throws {
        let clock = TestClock()
        try await TestDaemon.with(clock: clock) { daemon in
            let ann = try await daemon.connect()
            let words = "1..6: \"so  be it\""
            try await ann.send(
                Method.throw(
                    ThrowParams(
                        table: .default,
                        expression: "d6[a  b]  =>  \(words)",
                        by: "ann"
                    )
                ),
                id: 5
            )
            try await daemon.settle(1, on: clock)
            let thrown = try await ann.reply(to: 5).line.result(as: ThrowResult.self)
            #expect(thrown.expression == "d6[a b] => 1..6: \"so be it\"")
            #expect(thrown.meaning.result == "so be it")
            #expect(thrown.text.hasSuffix(", so be it"))
            #expect(thrown.text.contains(" a b = "))
        }
    }

    private static func name(_ text: String) throws -> RollName {
        try #require(RollName(text))
    }

    @Test("a saved roll is thrown by name, with values for its parameters")
    func saved() async throws {
        try await TestDaemon.with { daemon in
            let client = try await daemon.connect()
            let name = try Self.name("attack")
            try await client.call(
                .saveRoll,
                SaveRollParams(name: name, expression: "{bonus=7} + 0d20")
            )
            func thrown(_ values: [String: Double]?) async throws -> ThrowResult {
                try await client.call(
                    Method.throw(
                        ThrowParams(
                            table: .default,
                            saved: name,
                            values: values.map(ParameterValues.init)
                        )
                    )
                )
            }
            #expect(try await thrown(nil).text == "7 + 0d20: 7 + 0 = 7, no dice")
            #expect(try await thrown(["bonus": -9]).total == -9)
            let secret = try await client.call(
                .throw,
                ThrowParams(table: .default, saved: name, seenBy: ["gm"])
            )
            #expect(
                secret.hidden == true && secret.saved == name,
                "strangers are told it, too"
            )
            let page = try await client.call(.history, HistoryQuery(.one(.default), kind: .throw))
            #expect(page.entries.map { $0.thrown?.saved } == [name, name, name])
        }
    }

    @Test("the given values are in notifications, results and history")
    func values() async throws {
        try await TestDaemon.with { daemon in
            let client = try await daemon.connect()
            let watcher = try await daemon.connect()
            try await watcher.call(.watch, WatchParams(table: .default))
            let values = ParameterValues(["skill": 55])
            var params = ThrowParams(
                table: .default,
                expression: "d100 => ..{skill=50}: success, else: failure",
                animate: false
            )
            for given in [values, nil] {
                params.values = given
                let result = try await client.call(.throw, params)
                #expect(result.values == given)
                guard case .throw(let frame)? = try await watcher.nextMessage().notification(),
                    case .event(let event)? = try await watcher.nextMessage().notification(),
                    case .throwEnded(let entry) = event.kind
                else {
                    Issue.record("the throw was not reported")
                    return
                }
                #expect(frame.values == given)
                #expect(entry.values == given)
            }
            let page = try await client.call(.history, HistoryQuery(.one(.default), kind: .throw))
            #expect(page.entries.map { $0.thrown?.values } == [nil, values])
        }
    }

    @Test("throws of one group carry it in notifications, results and history")
    func group() async throws {
        try await TestDaemon.with { daemon in
            let client = try await daemon.connect()
            let watcher = try await daemon.connect()
            try await watcher.call(.watch, WatchParams(table: .default))
            let group = try #require(ThrowGroup("Fight-1"))
            for name in ["ann", "bo"] {
                let result = try await client.call(
                    .throw,
                    ThrowParams(
                        table: .default,
                        expression: "2d6",
                        label: name,
                        group: group,
                        animate: false
                    )
                )
                #expect(result.group == group)
                guard case .throw(let frame)? = try await watcher.nextMessage().notification(),
                    case .event(let event)? = try await watcher.nextMessage().notification(),
                    case .throwEnded(let entry) = event.kind
                else {
                    Issue.record("the throw was not reported")
                    return
                }
                #expect(frame.group == group)
                #expect(entry.group == group)
            }
            let page = try await client.call(.history, HistoryQuery(.one(.default), kind: .throw))
            #expect(page.entries.map { $0.thrown?.group } == [group, group])
        }
    }

    @Test(
        "a group of other characters or too many is refused",
        arguments: [
            "", "a b", "a_b", "\u{e9}", String(repeating: "x", count: ThrowGroup.maxLength + 1),
        ]
    )
    func invalidGroup(_ group: String) async throws {
        try await TestDaemon.with { daemon in
            let client = try await daemon.connect()
            try await client.send(
                #"{"jsonrpc":"2.0","id":1,"method":"table.throw","params":{"expression":"d6","group":"\#(group)"}}"#
            )
            guard case .reply(_, let error?) = try await client.nextMessage().kind else {
                Issue.record("it was rolled")
                return
            }
            #expect(error.known == .invalidParams)
            #expect(error.data.param == "group")
        }
    }

    @Test(
        "an invalid throw is refused with its position, and nothing is rolled or stored",
        arguments: [
            (#"{"expression":"4d6d1"}"#, 13, 3),
            (#"{"expression":""}"#, 13, 0),
            (#"{"expression":"1001d6"}"#, 8, 0),
            (#"{"expression":"1d20+{b}"}"#, 13, 5),
            (#"{"expression":"2d6","values":{"b":1}}"#, 13, 0),
        ]
    )
    func refused(_ params: String, _ code: Int, _ offset: Int) async throws {
        let store = TestStore()
        try await TestDaemon.with(store: store) { daemon in
            let client = try await daemon.connect()
            let writes = store.writes
            try await client.send(
                #"{"jsonrpc":"2.0","id":1,"method":"table.throw","params":\#(params)}"#
            )
            guard case .reply(_, let error?) = try await client.nextMessage().kind
            else {
                Issue.record("it was rolled")
                return
            }
            #expect(error.code == code)
            #expect(error.data.offset == offset)
            #expect(error.data.expected?.isEmpty == false)
            #expect(error.data.length != nil)
            #expect(store.writes == writes)
        }
    }

    @Test(
        "a throw needs exactly one of expression and saved roll",
        arguments: [
            "{}", #"{"expression":"1d6","saved":"attack"}"#, #"{"saved":"nowhere"}"#,
            #"{"saved":"4d"}"#,
        ]
    )
    func invalid(_ params: String) async throws {
        try await TestDaemon.with { daemon in
            let client = try await daemon.connect()
            try await client.send(
                #"{"jsonrpc":"2.0","id":1,"method":"table.throw","params":\#(params)}"#
            )
            guard case .reply(_, let error?) = try await client.nextMessage().kind
            else { return }
            #expect(error.known == .invalidParams)
        }
    }

    @Test(
        "a disconnect settles only the client's own throws, on the drawn faces"
    )
    func disconnected() async throws {
        let clock = TestClock()
        let store = TestStore()
        try await TestDaemon.with(store: store, clock: clock) { daemon in
            let ann = try await daemon.connect()
            let bo = try await daemon.connect()
            let watcher = try await daemon.connect()
            try await watcher.call(.watch, WatchParams(table: .default))
            try await ann.send(
                Method.throw(
                    ThrowParams(table: .default, expression: "3d6", by: "ann")
                ),
                id: 5
            )
            try await daemon.waitForAnimating(3)
            try await bo.send(
                Method.throw(ThrowParams(table: .default, expression: "2d6", by: "bo")),
                id: 5
            )
            try await daemon.waitForAnimating(5)
            let drawn = try #require(store.openThrows.first { $0.by == "ann" })
            try await ann.close()
            var settled: ThrowResult?
            while settled == nil {
                if case .throw(let frame)? = try await watcher.nextMessage()
                    .notification()
                {
                    settled = frame.result
                }
            }
            #expect(settled?.by == "ann")
            #expect(settled?.outcome == .cancelled)
            #expect(settled?.reason == .disconnected)
            #expect(settled?.total == drawn.total)
            let status = try await bo.call(.status)
            #expect(status.animating == 2)
            let cancelled = try await bo.call(
                .cancel,
                CancelParams(table: .default, number: 2),
                id: 6
            )
            #expect(cancelled.cancelled == [1, 2])
            #expect(
                try await bo.reply(to: 5).line.result(as: ThrowResult.self).reason
                    == .cancel
            )
        }
    }

    @Test(
        "a watcher that joins in mid-throw gets all its dice and no final face"
    )
    func watchedLater() async throws {
        let clock = TestClock()
        let store = TestStore()
        try await TestDaemon.with(store: store, clock: clock) { daemon in
            let ann = try await daemon.connect()
            let late = try await daemon.connect()
            try await ann.send(
                Method.throw(
                    ThrowParams(table: .default, expression: "4d1000000", by: "ann")
                ),
                id: 5
            )
            try await daemon.waitForAnimating(4)
            let faces = Set(try #require(store.openThrows.first).dice.map(\.value))
            try await late.call(.watch, WatchParams(table: .default))
            try await clock.waitForSleepers(6)
            clock.advance(by: .milliseconds(16))
            guard case .throw(let frame)? = try await late.nextMessage().notification()
            else {
                Issue.record("no throw is told of")
                return
            }
            #expect(frame.rolling)
            #expect(frame.dice.map(\.die) == [1, 2, 3, 4])
            #expect(frame.result == nil)
            #expect(faces.isDisjoint(with: frame.dice.map(\.value)))
        }
    }
}
