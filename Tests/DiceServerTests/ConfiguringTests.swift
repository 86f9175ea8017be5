import DiceModel
import DiceTestSupport
import Testing

@testable import DiceWire

@Suite("Configuring tables over the socket")
struct ConfiguringTests {
    private func configure(_ client: TestConnection, _ params: ConfigureParams)
        async throws
        -> TableSnapshot
    {
        try await client.call(Method.configure(params))
    }

    @Test(
        "watchers get new dice in an event instead of a frame, and see them roll"
    )
    func told() async throws {
        let clock = TestClock()
        try await TestDaemon.with(clock: clock) { daemon in
            let one = try await daemon.connect()
            let two = try await daemon.connect()
            try await two.call(.watch, WatchParams(table: .default))
            let answer = try await configure(
                one,
                ConfigureParams(
                    table: .default,
                    SettingsChange(dice: [20], players: ["ann", "bo"], rollsPerTurn: 3)
                )
            )
            #expect(answer.dice.map(\.sides) == [20])
            #expect(answer.players == ["ann", "bo"])
            #expect(answer.up == "ann")
            #expect(answer.rollsPerTurn == 3)
            #expect(answer.watchers == 1)
            let event = TableEvent(
                table: "default",
                revision: answer.revision,
                kind: .tableChanged(answer)
            )
            #expect(try await two.nextMessage().notification() == .event(event))
            try await one.send(
                Method.roll(RollParams(table: .default, animate: false, by: "ann")),
                id: 9
            )
            guard case .frame(let frame) = try await two.nextMessage().notification()
            else {
                Issue.record("no frame before the roll's event")
                return
            }
            #expect(frame.dice.map(\.sides) == [20])
            #expect(frame.revision > answer.revision)
        }
    }

    @Test("a setting that already has its value is neither stored nor announced")
    func unchanged() async throws {
        let store = TestStore()
        try await TestDaemon.with(store: store) { daemon in
            let client = try await daemon.connect()
            let before = try await client.call(.get, GetParams(table: .default))
            let writes = store.writes
            for params in [
                ConfigureParams(table: .default),
                ConfigureParams(
                    table: .default,
                    SettingsChange(dice: [6, 6, 6, 6, 6])
                ),
                ConfigureParams(
                    table: .default,
                    SettingsChange(players: [], rollsPerTurn: 0, pace: 1)
                ),
            ] {
                #expect(try await configure(client, params) == before)
            }
            #expect(store.writes == writes)
        }
    }

    @Test(
        "a change that lets rolls exceed the turn's capacity is refused, on either side"
    )
    func tooManyRolls() async throws {
        try await TestDaemon.with { daemon in
            let client = try await daemon.connect()
            func refusal(_ params: ConfigureParams) async throws -> WireError? {
                try await client.send(Method.configure(params), id: 5)
                guard
                    case .reply(_, let error) = try await client.reply(to: 5).line.kind
                else {
                    return nil
                }
                return error
            }
            let many = [DieShape](repeating: 6, count: 200)
            let tooMany = ConfigureParams(
                table: .default,
                SettingsChange(dice: many, rollsPerTurn: 501)
            )
            #expect(
                try await refusal(tooMany)
                    == WireError(.rollsOfTurn, ["limit": 500, "most": 100_000])
            )
            #expect(
                try await refusal(
                    ConfigureParams(table: .default, SettingsChange(dice: []))
                )
                    == WireError(.diceOfTable, ["count": 0, "limit": 1])
            )
            let maximum = try await configure(
                client,
                ConfigureParams(
                    table: .default,
                    SettingsChange(dice: many, rollsPerTurn: 500)
                )
            )
            #expect(maximum.rollsPerTurn == 500)
            #expect(maximum.dice.count == 200)
            let more = ConfigureParams(
                table: .default,
                SettingsChange(dice: many + [6])
            )
            #expect(
                try await refusal(more)
                    == WireError(.rollsOfTurn, ["limit": 497, "most": 100_000])
            )
            let after = try await client.call(.get, GetParams(table: .default))
            #expect(after == maximum)
        }
    }

    @Test("only the current player settles dice in flight early")
    func cancelling() async throws {
        try await TestDaemon.with { daemon in
            let ann = try await daemon.connect()
            let bo = try await daemon.connect()
            _ = try await configure(
                ann,
                ConfigureParams(
                    table: .default,
                    SettingsChange(players: ["ann", "bo"])
                )
            )
            try await ann.send(
                Method.roll(RollParams(table: .default, by: "ann")),
                id: 5
            )
            try await daemon.waitForAnimating(5)
            try await bo.send(
                Method.cancel(CancelParams(table: .default, by: "bo")),
                id: 6
            )
            guard case .reply(_, let error) = try await bo.reply(to: 6).line.kind else {
                return
            }
            #expect(error == WireError(.notYourTurn, ["up": "ann"]))
            let cancelled = try await bo.call(
                .cancel,
                CancelParams(table: .default, by: "ann"),
                id: 7
            )
            #expect(cancelled.cancelled == [1, 2, 3, 4, 5])
        }
    }
}
