import DiceModel
import DiceProof
import DiceTestSupport
import DiceWire
import Testing

@testable import DiceServer

@Suite("Real dice over the socket")
struct RealDiceTests {
    private func with(
        _ body:
            @escaping @Sendable (TestConnection, TestConnection) async throws -> Void
    ) async throws {
        try await TestDaemon.with { daemon in
            let ann = try await daemon.connect()
            let bo = try await daemon.connect()
            let made = try await ann.call(
                .configure,
                ConfigureParams(
                    table: .default,
                    SettingsChange(dice: [6, 6], hand: true)
                )
            )
            #expect(made.hand == true)
            try await body(ann, bo)
        }
    }

    private func refusal(_ request: Request, _ connection: TestConnection) async throws
        -> WireError
    {
        let error = await #expect(throws: WireError.self) {
            let _: RollResult = try await connection.call(request)
        }
        return try #require(error)
    }

    @Test("replaced faces are those of the turn, in the same roll") func replaced() async throws {
        try await with { ann, _ in
            func enter(_ faces: [Int], replaces: Bool = false) -> Request {
                Method.roll(
                    RollParams(table: .default, by: "ann", faces: faces, replaces: replaces)
                )
            }
            let _: RollResult = try await ann.call(enter([3, 5]))
            let roll: RollResult = try await ann.call(enter([3, 6], replaces: true))
            #expect(roll.roll == 1 && roll.total == 9 && roll.entered == true)
            let turn: Turn = try await ann.call(
                Method.endTurn(EndTurnParams(table: .default, by: "ann"))
            )
            #expect(turn.rolls.map(\.values) == [[3, 6]])
            #expect(
                try await refusal(enter([1, 1], replaces: true), ann).data.cause
                    == Cause.nothingToReplace.rawValue
            )
        }
    }

    @Test("entered dice are announced to everyone, and no one is asked to contribute")
    func told() async throws {
        try await with { ann, bo in
            let promise = ContributeParams(
                table: .default,
                commitment: Entropy.commitment(Entropy.fresh()) ?? "",
                by: "bo"
            )
            try await bo.call(.contribute, promise)
            try await bo.call(.watch, WatchParams(table: .default))
            let roll = try await ann.call(
                .roll,
                RollParams(
                    table: .default,
                    by: "ann",
                    entropy: Entropy.fresh(),
                    faces: [3, 5]
                )
            )
            #expect(roll.entered == true)
            #expect(roll.entropy == nil)
            #expect(roll.total == 8)
            #expect(roll.outcome == .completed)
            var told: Bool?
            while told == nil {
                guard
                    case .event(let event)? = try await bo.nextMessage().notification(),
                    case .rollSettled(_, _, _, _, _, _, _, let entered) = event.kind
                else { continue }
                told = entered
            }
            #expect(told == true)
            let entry = try await ann.call(.endTurn, EndTurnParams(table: .default, by: "ann"))
            #expect(
                entry.entered == true && entry.rolls[0].entered == true
                    && entry.rolls[0].reveals == nil
            )
        }
    }

    @Test("an invalid entry is refused with the expected dice")
    func refused() async throws {
        try await with { ann, _ in
            let none = try await refusal(Method.roll(RollParams(table: .default)), ann)
            #expect(none.known == .wrongFaces)
            #expect(none.data.expected == ["1 to 6", "1 to 6"])
            let many = try await refusal(
                Method.throw(
                    ThrowParams(table: .default, expression: "d20", faces: [3, 4])
                ),
                ann
            )
            #expect(many.known == .wrongFaces)
            #expect(many.data.expected == ["1 to 20"])
            let endless = try await refusal(
                Method.throw(
                    ThrowParams(
                        table: .default,
                        expression: "d20+d6!",
                        faces: [3] + [Int](repeating: 6, count: 1_100)
                    )
                ),
                ann
            )
            #expect(endless.known == .wrongFaces)
            #expect(endless.data.expected?.count == 2)
            #expect(endless.data.expected?.first == "1 to 20")
            #expect(endless.data.expected?.last?.hasSuffix(" x 1 to 6") == true)
            try await ann.call(
                .configure,
                ConfigureParams(table: .default, SettingsChange(hand: false))
            )
            let drawn = try await refusal(
                Method.roll(RollParams(table: .default, faces: [1, 2])),
                ann
            )
            #expect(drawn.known == .wrongFaces)
            #expect(drawn.data.expected == [])
        }
    }

    @Test(
        "statistics list entered dice in separate rows, also by period and for all tables"
    )
    func counted() async throws {
        try await with { ann, _ in
            try await ann.call(.roll, RollParams(table: .default, by: "ann", faces: [3, 5]))
            try await ann.call(.endTurn, EndTurnParams(table: .default, by: "ann"))
            try await ann.call(
                .throw,
                ThrowParams(
                    table: .default,
                    expression: "d6+d20",
                    by: "ann",
                    faces: [3, 20]
                )
            )
            try await ann.call(
                .throw,
                ThrowParams(
                    table: .default,
                    expression: "d6",
                    animate: false,
                    by: "ann"
                )
            )
            try await ann.call(
                .throw,
                ThrowParams(
                    table: .default,
                    expression: "d6",
                    by: "bo",
                    seenBy: ["bo"],
                    faces: [1]
                )
            )
            let start = Timestamp(millisecondsSinceEpoch: 0)
            let all = try await ann.call(.stats, FaceQuery(table: .all, since: start))
            #expect(all.table == "*")
            #expect(all.faces.map(\.sides) == [6, 6, 20])
            #expect(all.faces.map(\.entered) == [nil, true, true])
            let counts = all.faces.map(\.counts)
            #expect(counts.dropFirst().first == [0, 0, 2, 0, 1, 0])
            #expect(counts.last?.last == 1)
            let none = try await ann.call(.stats, FaceQuery(table: .one(.default), until: start))
            #expect(none.faces.isEmpty)
        }
    }
}
