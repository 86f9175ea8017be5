import DiceWire
import Foundation
import ProgramTestSupport
import Testing

/// The JSON in dice-protocol(7) is valid input and output of the daemon.
struct ExampleTests {
    private let page: ManualPage
    private let document: DiscoveredDocument

    init() throws {
        page = try ManualPage("dice-protocol.7")
        document = try DiscoveredDocument()
    }

    @Test(
        "example values match their schema",
        arguments: [
            ("A die", "Die"),
            ("A frame", "Frame"),
            ("A snapshot", "Snapshot"),
            ("An event", "Event"),
            ("A history entry", "HistoryEntry"),
            ("A flight", "Flight"),
            ("Plans", "Event"),
        ]
    )
    func valuesFitTheirSchema(_ heading: String, _ component: String) throws {
        let shown = try #require(try page.part(heading).displays.first)
        let value = try #require(JSON(shown.utf8))
        #expect(
            document.checker.faults(of: value, against: document.schema(component))
                == []
        )
    }

    @Test("example requests can be parsed") func requestsAreUnderstood() throws {
        let lines = page.displays.flatMap { $0.split(separator: "\n") }.filter {
            $0.hasPrefix("{\"jsonrpc\"") && $0.hasSuffix("}")
        }
        #expect(lines.count == 2)
        for line in lines {
            guard
                case .single(let call) = RequestDecoder().decode(
                    Array(line.utf8),
                    Permit(label: "ann")
                )
            else {
                Issue.record("a batch: \(line)")
                continue
            }
            #expect(throws: Never.self) { try call.request.get() }
        }
    }

    @Test("example responses are valid responses") func repliesAreReplies() throws {
        let replies = page.displays.map { $0.replacing("\n", with: " ") }.filter {
            $0.hasPrefix("{\"jsonrpc\"")
                && ($0.contains("\"result\"") || $0.contains("\"error\""))
        }
        #expect(replies.count == 2)
        for reply in replies {
            let line = try #require(ServerLine(Array(reply.utf8)))
            guard case .reply(_, let error) = line.kind else {
                Issue.record("no reply: \(reply)")
                continue
            }
            if let error {
                #expect(error.data.reason == error.known?.reason)
            } else {
                #expect(throws: Never.self) { try line.result(as: RollResult.self) }
            }
        }
    }
}
