import DiceModel
import DiceNotation
import DiceTestSupport
import DiceWire
import Testing

@testable import DiceServer

/// The outcomes of a total, and the label of a roll, over the socket.
struct MeaningTests {
    @Test("the reply and the entry of a throw report the same outcome")
    func theReplyTheFrameAndTheEntrySayAlike() async throws {
        try await TestDaemon.with { daemon in
            let client = try await daemon.connect()
            let thrown = try await client.call(
                .throw,
                ThrowParams(
                    table: .default,
                    expression: "3d1 + {n=4} vs (2*4)",
                    animate: false
                )
            )
            #expect(
                thrown.meaning.check
                    == TargetCheck(target: 8, compare: ">=", made: false, margin: -1)
            )
            #expect(
                thrown.text
                    == "3d1 + 4 vs (2*4): [1 1 1] + 4 = 7 vs 2 * 4 = 8, missed by 1, no dice"
            )
            let page = try await client.call(.history, HistoryQuery(.one(.default), kind: .throw))
            #expect(page.entries.first?.thrown?.meaning == thrown.meaning)
        }
    }

    @Test(
        "a remark is the throw's label, and a label besides it is refused",
        arguments: ["2d1 # dex save", "2d1#dex save"]
    )
    func aRemarkIsTheLabel(_ text: String) async throws {
        try await TestDaemon.with { daemon in
            let client = try await daemon.connect()
            let thrown = try await client.call(
                .throw,
                ThrowParams(table: .default, expression: text, animate: false)
            )
            #expect(thrown.label == "dex save")
            #expect(thrown.expression == "2d1")
            let both = try await client.refusal(
                of: Method.throw(
                    ThrowParams(table: .default, expression: text, label: "arcana")
                )
            )
            #expect(both?.known == .badExpression)
        }
    }

    @Test("an expression of several throws can be saved but not thrown as one")
    func severalThrowsInOneAreSavedAndNotThrownAsOne() async throws {
        try await TestDaemon.with { daemon in
            let client = try await daemon.connect()
            let name = try #require(RollName("combo"))
            try await client.call(
                .saveRoll,
                SaveRollParams(name: name, expression: "1d20+7 # to hit; 1d8+4")
            )
            for params in [
                ThrowParams(table: .default, saved: name),
                ThrowParams(table: .default, expression: "d6; d8"),
                ThrowParams(table: .default, expression: "combo+1"),
            ] {
                #expect(
                    try await client.refusal(of: Method.throw(params))?.known
                        == .badExpression,
                    "\(params)"
                )
            }
            let bad = try await client.refusal(
                of: Method.saveRoll(SaveRollParams(name: name, expression: "d6; d8+"))
            )
            #expect(bad?.data.offset == 7, "in the whole text")
        }
    }

    @Test("the entry of a throw lists the faces of a saved die")
    func aSavedDieStandsInTheEntryWithItsFaces() async throws {
        try await TestDaemon.with { daemon in
            let client = try await daemon.connect()
            let name = try #require(RollName("boost"))
            try await client.call(
                .saveRoll,
                SaveRollParams(name: name, expression: "d{success, success}")
            )
            let thrown = try await client.call(
                .throw,
                ThrowParams(
                    table: .default,
                    expression: "2d[boost]",
                    animate: false
                )
            )
            #expect(thrown.expression == "2d{success,success}")
            #expect(
                thrown.meaning.symbols
                    == SymbolCounts([Symbol(word: "success", count: 2)])
            )
            #expect(thrown.dice.map(\.face) == ["success", "success"])
        }
    }

    /// Each watcher receives the custom faces once, no matter when it joins.
    @Test("the faces of a custom die are sent once to each watcher, with its first state")
    func theFacesOfADieAreToldFirst() async throws {
        let clock = TestClock()
        try await TestDaemon.with(clock: clock) { daemon in
            let ann = try await daemon.connect()
            let bo = try await daemon.connect()
            try await bo.call(.watch, WatchParams(table: .default))
            try await ann.send(
                Method.throw(
                    ThrowParams(table: .default, expression: "d{sword, 2 shield}")
                ),
                id: 5
            )
            try await daemon.settle(1, on: clock)
            let thrown = try await ann.reply(to: 5).line.result(as: ThrowResult.self)
            var frames: [ThrowFrame] = []
            while frames.last?.result == nil {
                if case .throw(let frame)? = try await bo.nextMessage().notification() {
                    frames.append(frame)
                }
            }
            let states = frames.flatMap(\.dice)
            #expect(
                states.map(\.faces) == [["sword", "2 shield"]]
                    + Array(repeating: nil, count: states.count - 1)
            )
            #expect(states.allSatisfy { 1...2 ~= $0.value })
            #expect(states.last?.value == thrown.faces?.first)
        }
    }
}
