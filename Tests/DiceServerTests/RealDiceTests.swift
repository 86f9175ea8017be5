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
            let made: TableSnapshot = try await ann.call(
                Method.configure(
                    ConfigureParams(
                        table: .default,
                        SettingsChange(dice: [6, 6], hand: true)
                    )
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

    @Test("entered dice are announced to everyone, and no one is asked to contribute")
    func told() async throws {
        try await with { ann, bo in
            let promise = ContributeParams(
                table: .default,
                commitment: Entropy.commitment(Entropy.fresh()) ?? "",
                by: "bo"
            )
            let _: ContributeResult = try await bo.call(Method.contribute(promise))
            let _: TableSnapshot = try await bo.call(
                Method.watch(WatchParams(table: .default))
            )
            let roll: RollResult = try await ann.call(
                Method.roll(
                    RollParams(
                        table: .default,
                        by: "ann",
                        entropy: Entropy.fresh(),
                        faces: [3, 5]
                    )
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
            let entry: Turn = try await ann.call(
                Method.endTurn(EndTurnParams(table: .default, by: "ann"))
            )
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
            let _: TableSnapshot = try await ann.call(
                Method.configure(
                    ConfigureParams(table: .default, SettingsChange(hand: false))
                )
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
            let _: RollResult = try await ann.call(
                Method.roll(RollParams(table: .default, by: "ann", faces: [3, 5]))
            )
            let _: Turn = try await ann.call(
                Method.endTurn(EndTurnParams(table: .default, by: "ann"))
            )
            let _: ThrowResult = try await ann.call(
                Method.throw(
                    ThrowParams(
                        table: .default,
                        expression: "d6+d20",
                        by: "ann",
                        faces: [3, 20]
                    )
                )
            )
            let _: ThrowResult = try await ann.call(
                Method.throw(
                    ThrowParams(
                        table: .default,
                        expression: "d6",
                        animate: false,
                        by: "ann"
                    )
                )
            )
            let _: ThrowResult = try await ann.call(
                Method.throw(
                    ThrowParams(
                        table: .default,
                        expression: "d6",
                        by: "bo",
                        seenBy: ["bo"],
                        faces: [1]
                    )
                )
            )
            let start = Timestamp(millisecondsSinceEpoch: 0)
            let all: FaceStatistics = try await ann.call(
                Method.stats(FaceQuery(table: .all, since: start))
            )
            #expect(all.table == "*")
            #expect(all.faces.map(\.sides) == [6, 6, 20])
            #expect(all.faces.map(\.entered) == [nil, true, true])
            let counts = all.faces.map(\.counts)
            #expect(counts.dropFirst().first == [0, 0, 2, 0, 1, 0])
            #expect(counts.last?.last == 1)
            let none: FaceStatistics = try await ann.call(
                Method.stats(FaceQuery(table: .one(.default), until: start))
            )
            #expect(none.faces.isEmpty)
        }
    }
}
