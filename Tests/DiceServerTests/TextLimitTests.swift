import DiceModel
import DiceProof
import DiceTable
import DiceTestSupport
import DiceWire
import Testing

@testable import DiceServer

@Suite("Text limits in every request")
@TableActor
struct TextLimitTests {
    private let rig: Rig
    private let client: RigClient

    /// 64 characters of 5 scalars, which version 2.0.0 accepted but could not read back.
    private nonisolated static let marked = String(
        repeating: "e\u{301}\u{301}\u{301}\u{301}",
        count: 64
    )
    private nonisolated static let long = String(repeating: "x", count: 65)
    private nonisolated static let crowded =
        "e" + String(repeating: "\u{301}", count: 10)

    init() async throws {
        rig = try await Rig()
        client = try rig.connect()
    }

    /// Each request that can carry a name, a label or a remark.
    private nonisolated static let doors: [@Sendable (String) -> Request?] = [
        {
            Method.throw(
                ThrowParams(
                    table: .default,
                    expression: "d6",
                    label: $0,
                    animate: false
                )
            )
        },
        {
            Method.throw(
                ThrowParams(table: .default, expression: "d6 # \($0)", animate: false)
            )
        },
        {
            Method.throw(
                ThrowParams(table: .default, expression: "d6", animate: false, by: $0)
            )
        },
        {
            Method.throw(
                ThrowParams(
                    table: .default,
                    expression: "d6",
                    animate: false,
                    seenBy: ["ann", $0]
                )
            )
        },
        { text in
            RollName("fire").map {
                Method.saveRoll(SaveRollParams(name: $0, expression: "d6 # \(text)"))
            }
        },
        { Method.roll(RollParams(table: .default, animate: false, by: $0)) },
        { Method.endTurn(EndTurnParams(table: .default, by: $0)) },
        { Method.toggleLock(DiceParams(table: .default, dice: [1], by: $0)) },
        {
            Method.configure(
                ConfigureParams(table: .default, SettingsChange(players: ["ann", $0]))
            )
        },
        { Method.confine(ConfineParams(as: .one($0))) },
        { Method.confine(ConfineParams(as: .list(["ann", $0]))) },
        { Method.hello(HelloParams(client: $0)) },
    ]

    @Test(
        "names, labels and remarks have the same limits in every method",
        arguments: doors.indices
    )
    nonisolated func names(_ door: Int) async throws {
        try await checkNames(door)
    }

    private func checkNames(_ door: Int) async throws {
        let request = Self.doors[door]
        for (text, unit, limit, actual) in [
            (Self.long, "scalars", 64, 65),
            (Self.marked, "scalars", 64, 256),
            (Self.crowded, "marks", 8, 9),
        ] {
            let asked = try #require(request(text))
            let error = try #require(try await rig.refusal(client, asked), "\(door)")
            #expect(
                error.known == .limitExceeded && error.data.of == "length",
                "\(error)"
            )
            #expect(
                error.data.unit == unit && error.data.limit == limit
                    && error.data.actual == actual,
                "\(error)"
            )
        }
        for text in [
            String(repeating: "e\u{301}", count: 64), String(repeating: "🎲", count: 64),
        ] {
            let asked = try #require(request(text))
            let error = try await rig.refusal(client, asked)
            #expect(
                error?.known != .limitExceeded && error?.known != .invalidParams,
                "\(door): \(String(describing: error))"
            )
        }
    }

    @Test(
        "expressions have the same text limits when thrown and when saved"
    )
    func expressions() async throws {
        let name = try #require(RollName("fire"))
        for (text, unit, limit, actual) in [
            ("d6[" + String(repeating: "é", count: 65) + "]", "bytes", 128, 130),
            ("d6 => 1: " + String(repeating: "x", count: 481), "bytes", 480, 481),
            ("d{" + String(repeating: "x", count: 129) + ",}", "bytes", 128, 129),
            ("1" + String(repeating: " ", count: 4_094) + "+1", "bytes", 4_096, 4_097),
            ("d6[" + Self.crowded + "]", "marks", 8, 9),
            (
                "d6 => " + String(repeating: "1: a, ", count: 2_730), "bytes", 16_384,
                16_385
            ),
        ] {
            for request in [
                Method.throw(
                    ThrowParams(table: .default, expression: text, animate: false)
                ),
                Method.saveRoll(SaveRollParams(name: name, expression: text)),
            ] {
                let error = try #require(try await rig.refusal(client, request))
                #expect(
                    error.known == .limitExceeded && error.data.of == "length",
                    "\(error)"
                )
                #expect(
                    error.data.unit == unit && error.data.limit == limit
                        && error.data.actual == actual,
                    "\(error)"
                )
                #expect(error.data.offset != nil)
                #expect(error.data.length != nil)
            }
        }
    }

    @Test("an existing table name stays valid, and a link's name on its connection")
    func existing() async throws {
        let store = TestStore()
        var table = StoredTable(new: .default, sides: [6], seeds: .derived(from: 1))
        table.settings.players = [Self.marked]
        table.settings.up = Self.marked
        try await store.create(table)
        let rig = try await Rig(store: store)
        let client = try rig.connect()
        let roll = Method.roll(
            RollParams(table: table.name, animate: false, by: Self.marked)
        )
        #expect(try await rig.refusal(client, roll) == nil)
        let confined = try rig.connect()
        #expect(
            try await rig.refusal(
                confined,
                Method.confine(ConfineParams(as: .one(Self.marked)))
            )
                == nil
        )
        #expect(
            try await rig.refusal(
                confined,
                Method.endTurn(EndTurnParams(table: table.name))
            ) == nil
        )

        let other = "e" + Self.marked
        let linked = try rig.connect()
        #expect(
            try await rig.refusal(
                linked,
                Method.confine(ConfineParams(as: .one(other)))
            )?.data.of
                == "length"
        )
        #expect(
            try await rig.refusal(
                linked,
                Method.confine(ConfineParams(as: .one(other), issued: true))
            ) == nil
        )
        let throwing = Method.throw(
            ThrowParams(table: .default, expression: "d6", animate: false, by: other)
        )
        #expect(try await rig.refusal(linked, throwing) == nil)
        #expect(try await rig.refusal(client, throwing)?.data.of == "length")
    }

    @Test(
        "an older saved roll still rolls, with as much of its remark as fits"
    )
    func saved() async throws {
        let store = TestStore()
        let name = try #require(RollName("fire"))
        let text = "d6[" + String(repeating: "é", count: 100) + "] # " + Self.marked
        try await store.save(SavedRoll(name: name, expression: text), by: nil)
        let rig = try await Rig(store: store)
        let client = try rig.connect()
        let request = Method.throw(
            ThrowParams(table: .default, saved: name, animate: false)
        )
        let thrown = try await rig.call(client, request, as: ThrowResult.self)
        #expect(thrown.label?.unicodeScalars.count == 64)
        #expect(thrown.expression.hasPrefix("d6[é"))
        let within = Method.throw(
            ThrowParams(table: .default, expression: "fire+1", animate: false)
        )
        #expect(try await rig.refusal(client, within) == nil)
        #expect(
            try await rig.refusal(
                client,
                Method.saveRoll(SaveRollParams(name: name, expression: text))
            )?
            .data.of == "length"
        )
    }

    @Test(
        "text is stored in NFC, and errors refer to the text as received"
    )
    func normalized() async throws {
        let text = "d6[e\u{301}] => 1..3: A\u{30A} # o\u{308}"
        let request = Method.throw(
            ThrowParams(table: .default, expression: text, animate: false)
        )
        let thrown = try await rig.call(client, request, as: ThrowResult.self)
        #expect(thrown.expression.utf8.elementsEqual("d6[\u{E9}] => 1..3: \u{C5}".utf8))
        #expect(thrown.label?.utf8.elementsEqual("\u{F6}".utf8) == true)
        let wrong = "d6[e\u{301}]+"
        let error = try await rig.refusal(
            client,
            Method.throw(ThrowParams(table: .default, expression: wrong))
        )
        #expect(error?.data.offset == 0)
        #expect(error?.data.length == wrong.utf8.count)
    }
}
