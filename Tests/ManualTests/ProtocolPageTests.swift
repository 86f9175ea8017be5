import DiceModel
import DiceNotation
import ProgramTestSupport
import Testing

@testable import DiceWire

/// dice-protocol(7) documents exactly what the code implements.
struct ProtocolPageTests {
    private let page: ManualPage

    init() throws {
        page = try ManualPage("dice-protocol.7")
    }

    @Test("every method is documented with its parameters") func methodsWithTheirParams() throws {
        let documented = try page.part("METHODS").items("Ic").map { words in
            (name: words[0], params: Self.params(Array(words.dropFirst())))
        }
        #expect(
            documented.map(\.name).sorted()
                == MethodTable.daemon.methods.map(\.name).sorted()
        )
        for (name, params) in documented {
            let known = MethodTable.daemon[name]?.params.map {
                DocumentedParam(name: $0.name, isRequired: $0.isRequired)
            }
            #expect(params == known, "\(name)")
        }
    }

    @Test("every notification is documented") func notifications() throws {
        #expect(
            try page.part("NOTIFICATIONS").items("Ic")
                == Notification.methods.map { [$0] }
        )
    }

    @Test("every event is documented") func events() throws {
        #expect(try page.part("Events").items("Cm") == TableEvent.names.map { [$0] })
    }

    @Test("all outcomes and reasons are documented") func outcomesAndReasons() throws {
        let part = try page.part("Outcomes")
        #expect(part.items("Cm") == CancelReason.allCases.map { [$0.rawValue] })
        for outcome in RollOutcome.allCases {
            #expect(part.lines.contains { $0.hasPrefix(".Cm \(outcome.rawValue)") })
        }
    }

    @Test("every error code is documented") func errors() throws {
        let documented = try page.part("ERROR CODES").words(after: ".It")
        let known = ErrorCode.allCases.map { code in
            [
                code.rawValue < 0 ? "\\\(code.rawValue)" : "\(code.rawValue)", "Cm",
                code.reason,
            ]
                + (code.detail.map { ["Va", $0] } ?? [])
        }
        #expect(documented == known)
    }

    @Test("every cause is documented with its error and its sentence")
    func causes() throws {
        let part = try page.part("CAUSES")
        #expect(part.items("Cm") == Cause.allCases.map { [$0.rawValue] })
        for cause in Cause.allCases {
            let text = try part.body(of: "Cm", cause.rawValue).lines.joined(separator: " ")
            let sentence = "\(cause.row.what); \(cause.row.advice)"
            #expect(text == "\(cause.reason): \(sentence)")
        }
    }

    private let limits = ExceededLimit.allCases.map(\.rawValue)

    @Test("each limit has a documented name") func eachLimitHasItsWord() throws {
        #expect(try page.part("ERROR CODES").arguments(of: "Cm").isSuperset(of: limits))
    }

    @Test("the page has only words that the code knows")
    func noWordStandsThereThatTheCodeDoesNotKnow() throws {
        let events = TableEvent.names
        let outcomes =
            CancelReason.allCases.map(\.rawValue) + RollOutcome.allCases.map(\.rawValue)
            + ThrowOutcome.allCases.map(\.rawValue)
        let errors =
            ErrorCode.allCases.map(\.reason) + [WireError.lineTooLong.data.reason]
            + limits
        #expect(
            page.arguments(of: "Cm").subtracting(
                events + outcomes + errors + Cause.allCases.map(\.rawValue)
                    + NotationNote.Reason.allCases.map(\.rawValue) + ["default"]
            ) == []
        )
        let methods = MethodTable.daemon.methods.map(\.name) + Notification.methods
        #expect(page.arguments(of: "Ic").subtracting(methods) == [])
        let params = MethodTable.daemon.methods.flatMap(\.params).map(\.name)
        #expect(page.arguments(of: "Fa").subtracting(params) == [])
    }

    @Test("exactly the members of each message are documented")
    func everyMemberOfAMessageIsThereAndNoOther() throws {
        let known = try DiscoveredDocument().memberNames
        let ofTheEnvelope: Set = [
            "code", "message", "data", "params", "x-notifications",
        ]
        #expect(page.arguments(of: "Va").subtracting(known.union(ofTheEnvelope)) == [])
        let words = Set(
            page.lines.flatMap { $0.split { !$0.isLetter && !$0.isNumber } }.map(
                String.init
            )
        )
        #expect(known.subtracting(words) == [])
    }

    /// Except for those of snapshots, entries and lists, which have sections of their own.
    @Test(
        "members of results are documented",
        arguments: MethodTable.daemon.methods.filter { $0 != Method.watchList.any }
    )
    func membersOfResults(_ method: AnyMethod) throws {
        let document = try DiscoveredDocument()
        let result = try #require(document.method(method)?["result"])
        if ["snapshot", "entry", "document"].contains(result["name"].string) {
            return
        }
        let schema = result["schema"]
        let named = try page.part("METHODS").body(of: "Ic", method.name).arguments(
            of: "Va"
        )
        #expect(document.members(of: schema).subtracting(named) == [])
        let ofErrors = document.members(of: document.schema("ErrorData"))
        #expect(
            named.subtracting(document.allMembers(of: schema)).subtracting(ofErrors)
                == []
        )
    }

    @Test("members of events are documented", arguments: TableEvent.names)
    func membersOfEvents(_ name: String) throws {
        let document = try DiscoveredDocument()
        let schema = try #require(document.event(name))
        let named = try page.part("Events").body(of: "Cm", name).arguments(of: "Va")
        #expect(
            named
                == document.members(of: schema).subtracting([
                    "table", "revision", "event", "by", "bot", "may",
                ])
        )
    }

    /// Returns the params of `Fa protocol Op Fa client` and `Oo Fa table Oc Fa dice`.
    private static func params(_ words: [String]) -> [DocumentedParam] {
        words.indices.filter { words[$0] == "Fa" }.map { index in
            DocumentedParam(
                name: words[index + 1],
                isRequired: index == 0 || !["Op", "Oo"].contains(words[index - 1])
            )
        }
    }
}

private struct DocumentedParam: Equatable {
    var name: String
    var isRequired: Bool
}
