import DiceModel
import Testing

@testable import DiceMQTT

/// Tests the topics.
struct TopicsTests {
    @Test(
        "a valid prefix is accepted",
        arguments: [
            "dice", "dice/club", "dice/club of ann/é", String(repeating: "x", count: 255),
        ]
    )
    func theseArePrefixes(_ text: String) throws {
        let topics = try #require(Topics(prefix: text))
        #expect(topics.status == text + "/status")
        #expect(topics.state(of: .default) == text + "/default/state")
        #expect(topics.event(of: .default) == text + "/default/event")
        #expect(topics.history(of: .default) == text + "/default/history")
    }

    @Test(
        "an invalid prefix is refused",
        arguments: [
            "", "/", "/dice", "dice/", "dice//club", "dice/+", "+", "dice/#", "#", "a+b",
            "a#b",
            "$SYS/dice", "dice\u{0}",
            "dice\nclub", "dice\u{7F}", "dice\u{9F}", String(repeating: "x", count: 256),
        ]
    )
    func theseAreNone(_ text: String) {
        #expect(Topics(prefix: text) == nil)
    }

    /// The rules for table names exclude all characters with a meaning in topics.
    @Test("table names never contain special characters of topics")
    func noTableNameHoldsWhatMeansSomethingInATopic() {
        for byte in UInt8.min...UInt8.max {
            let name = "a" + String(Unicode.Scalar(byte))
            if TableName(name) != nil {
                #expect(!name.contains { "+#/$\u{0}".contains($0) }, "\(name)")
            }
        }
    }

    @Test("the client name is the same at each start and fits every broker")
    func theClientsNameIsTheSameAtEachStartAndFitsEveryBroker() throws {
        let one = try #require(Topics(prefix: "dice/a"))
        let other = try #require(Topics(prefix: "dice/b"))
        #expect(one.clientName == "dicedae0497c85a19a2ee")
        #expect(one.clientName != other.clientName)
        #expect(one.clientName.allSatisfy { $0.isLetter || $0.isNumber })
        #expect(one.clientName.utf8.count <= 23)
    }
}
