import DiceModel
import DiceWire
import ProgramTestSupport
import Testing

/// The daemon's messages match the document.
struct SchemaTests {
    private let document: DiscoveredDocument

    init() throws {
        document = try DiscoveredDocument()
    }

    @Test(
        "results match their schema",
        arguments: MethodTable.daemon.methods.filter { $0 != Method.discover.any }
    )
    func resultsFitTheirSchema(_ method: AnyMethod) throws {
        let schema = try #require(document.method(method))["result"]["schema"]
        let results = Samples.results(of: method)
        #expect(!results.isEmpty)
        for result in results {
            #expect(
                document.checker.faults(of: try json(result), against: schema) == []
            )
        }
    }

    @Test("frames match their schema") func framesFitTheirSchema() throws {
        let faults = document.checker.faults(
            of: try params(.frame(Samples.frame)),
            against: document.schema("Frame")
        )
        #expect(faults == [])
    }

    @Test("throws match their schema") func throwsFitTheirSchema() throws {
        let faults = document.checker.faults(
            of: try params(.throw(Samples.flying)),
            against: document.schema("Throw")
        )
        #expect(faults == [])
    }

    @Test("events match their schema", arguments: Samples.events)
    func eventsFitTheirSchema(_ kind: TableEvent.Kind) throws {
        let by: String? =
            switch kind {
            case .rollStarted, .rollSettled, .rollAsked, .lockChanged, .turnEnded,
                .corrected,
                .playerRests,
                .throwEnded,
                .throwShown:
                "ann"
            case .gameOver, .tableChanged, .watchersChanged, .contributorsChanged,
                .mayChanged,
                .tableDeleted,
                .serverStopping:
                nil
            }
        let may = May(roll: .possible, correct: .refused("nothingToCorrect"))
        let event = TableEvent(
            table: "night",
            revision: 2,
            by: by,
            may: kind.changesMay ? may : nil,
            kind: kind
        )
        #expect(
            document.checker.faults(
                of: try params(.event(event)),
                against: document.schema("Event")
            ) == []
        )
    }

    @Test("every event has a sample") func everyEventHasASample() {
        #expect(Set(Samples.events.map(\.name)) == Set(TableEvent.names))
    }

    @Test("the schema checker finds faults") func theCheckerFindsFaults() throws {
        let die = try json(
            DieState(die: 0, sides: 1_001, value: 1, locked: false, animating: false)
        )
        #expect(
            document.checker.faults(of: die, against: document.schema("Die")).count == 2
        )
        #expect(
            document.checker.faults(of: .object([:]), against: document.schema("Die"))
                .count == 5
        )
        #expect(
            document.checker.faults(
                of: .object(["x": .null]),
                against: document.schema("Empty")
            )
            .count == 1
        )
        #expect(
            document.checker.faults(of: .string(""), against: document.schema("Label"))
                .count == 1
        )
        #expect(
            document.checker.faults(
                of: .string("-"),
                against: document.schema("TableName")
            ).count
                == 1
        )
    }

    private func params(_ notification: Notification) throws -> JSON {
        try json(notification)["params"]
    }

    private func json(_ value: any JSONWritable) throws -> JSON {
        try #require(JSON(value.jsonBytes()))
    }
}
