import DiceModel
import DiceNotation
import DiceTestSupport
import DiceWire
import Testing

/// What a throw is rejected for, or noted, because it may be taken for something else.
@Suite struct NoticedThrowTests {
    private static func thrown(_ expression: String, label: String? = nil) async throws
        -> ThrowResult
    {
        try await TestDaemon.with { daemon in
            try await daemon.connect().call(
                .throw,
                ThrowParams(table: .default, expression: expression, label: label, animate: false)
            )
        }
    }

    private static func refusal(of expression: String, label: String? = nil) async throws
        -> WireError?
    {
        try await TestDaemon.with { daemon in
            try await daemon.connect().refusal(
                of: Method.throw(
                    ThrowParams(table: .default, expression: expression, label: label)
                )
            )
        }
    }

    @Test(
        "an expression without dice cannot have dice as its remark or label",
        arguments: [
            ("3#d20", nil, .otherForm), ("20", "d20", .otherForm), ("20+1", "ｄ２０", .badExpression),
            ("d1", "2d6", .badExpression), ("d{s=1} # d20", nil, .badExpression),
            ("{n=0}d6 # 3d6", nil, .badExpression), ("{n=0}d6", "3d6", .badExpression),
        ] as [(String, String?, Cause)]
    )
    func dicelessLabels(_ expression: String, _ label: String?, _ cause: Cause) async throws {
        let error = try await Self.refusal(of: expression, label: label)
        #expect(error?.cause == cause)
    }

    @Test(
        "other labels are kept",
        arguments: [("20", "twenty"), ("d20", "2d6"), ("20", "d20 damage")]
    )
    func labels(_ expression: String, _ label: String) async throws {
        #expect(try await Self.thrown(expression, label: label).label == label)
    }

    @Test("a form of another program is rejected with the same in this notation")
    func otherForm() async throws {
        let error = try await Self.refusal(of: "4d6 keep 3")
        #expect(error?.cause == .otherForm)
        #expect(error?.data.expected == ["4d6kh3"])
    }

    @Test("the entry has plain forms, but a remark stays as it was typed")
    func plainForms() async throws {
        let thrown = try await Self.thrown("２ｄ６–1 # ｈｉｔ")
        #expect(thrown.expression == "2d6-1")
        #expect(thrown.label == "ｈｉｔ")
    }

    @Test("values that leave no die are noticed, and notes are located in what was sent")
    func values() async throws {
        let error = try await TestDaemon.with { daemon in
            try await daemon.connect().refusal(
                of: Method.throw(
                    ThrowParams(
                        table: .default,
                        expression: "{n=2}d6 # 3d6",
                        values: ParameterValues(["n": 0])
                    )
                )
            )
        }
        #expect(error?.cause == .badExpression)
        let note = try await Self.thrown("ｄ６６").notes?.first
        #expect(note?.at == 0 && note?.length == "ｄ６６".utf8.count)
    }

    @Test("the response has notes, and the entry has none") func notes() async throws {
        try await TestDaemon.with { daemon in
            let client = try await daemon.connect()
            let thrown = try await client.call(
                .throw,
                ThrowParams(table: .default, expression: "2d6!>6", animate: false)
            )
            #expect(thrown.notes?.map(\.known) == [.neverMet])
            let page = try await client.call(.history, HistoryQuery(.one(.default), kind: .throw))
            #expect(page.entries.map { $0.thrown?.notes } == [nil])
        }
        #expect(try await Self.thrown("2d6!").notes == nil)
    }
}
