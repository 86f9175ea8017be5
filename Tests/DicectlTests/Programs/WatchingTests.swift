import DiceWire
import Foundation
import ProgramTestSupport
import Testing

@testable import dicectl

/// The built `dicectl watch` in a pipe, with a scripted daemon.
@Suite("dicectl watch in a pipe", .room)
struct WatchingTests {
    private static let lock =
        #"{"jsonrpc":"2.0","method":"event","params":{"table":"default","revision":2,"event":"lockChanged","by":"ann","dice":"#
        + #"[{"die":1,"sides":6,"value":4,"locked":true,"animating":false}]}}"#

    /// Accepts the protocol, and answers each watch with a table whose die shows the connection's
    /// number plus one.
    private static func table(_ number: Int, _ request: JSON) -> ScriptedDaemon.Answer {
        request["method"] == "hello"
            ? .result(ScriptedDaemon.hello)
            : .result(
                ScriptedDaemon.snapshot.replacing(
                    #""value":4"#,
                    with: "\"value\":\(number + 1)"
                )
                .replacing(
                    #""table":"default""#,
                    with: "\"table\":\(request["params"]["table"].text)"
                )
            )
    }

    private static func frame(_ value: Int, rolling: Bool, revision: Int) -> String {
        #"{"jsonrpc":"2.0","method":"frame","params":{"table":"default","revision":\#(revision),"turn":1,"roll":1,"#
            + #""rolling":\#(rolling),"dice":[{"die":1,"sides":6,"value":\#(value),"locked":false,"#
            + #""animating":\#(rolling)}]}}"#
    }

    @Test(
        "a lost connection is reported once, and the new state is shown after reconnecting"
    )
    func reconnecting() async throws {
        let room = try Room.here
        let daemon = try ScriptedDaemon(room) { Self.table($0, $1) }
        let watch = try room.startDicectl("watch")
        try await watch.output.first { $0 == "default turn 1 roll 0: 1 = 1" }
        daemon.hangUp(0)
        try await watch.output.first { $0 == "default turn 1 roll 0: 2 = 2" }
        daemon.say(Self.lock, on: 1)
        try await watch.output.first { $0 == "default ann locked 1" }
        daemon.hangUp(1)
        try await watch.output.first { $0 == "default turn 1 roll 0: 3 = 3" }
        watch.signal(SIGINT)
        let outcome = try await watch.outcome()
        #expect(outcome.ending == .exited(130))
        #expect(outcome.output.count == 4)
        let gone = "dicectl: the daemon disconnected; waiting for it"
        let back = "dicectl: the daemon is back"
        #expect(outcome.complaint == [gone, back, gone, back].joined(separator: "\n"))
    }

    @Test(
        "the roller is known from the first line through the turn's end; locking is not rolling"
    )
    func rollers() async throws {
        let room = try Room.here
        let daemon = try ScriptedDaemon(room) { number, request in
            request["method"] == "hello"
                ? .result(ScriptedDaemon.hello)
                : .result(
                    ScriptedDaemon.snapshot.replacing(
                        #""turn":1"#,
                        with: #""turn":1,"by":"ann""#
                    )
                )
        }
        #expect(
            try await room.did("watch", "--once", "--format", "<{{by}}>") == ["<ann>"]
        )
        let watch = try room.startDicectl("watch", "--format", "{{by}} {{locked}}")
        try await watch.output.first { $0 == "ann " }
        daemon.say(
            Self.lock.replacing(#""event":"#, with: #""by":"bo","event":"#),
            on: 1
        )
        try await watch.output.first { $0 == "ann 1" }
        daemon.say(Answers.turnEnded, on: 1)
        daemon.say(Self.frame(3, rolling: false, revision: 11), on: 1)
        try await watch.output.until { $0.count == 3 }
        watch.signal(SIGINT)
        #expect(try await watch.outcome().output == ["ann ", "ann 1", "ann "])
    }

    @Test(
        "a stopping daemon is awaited like a lost one, and another refusal ends the watch"
    )
    func refusals() async throws {
        let room = try Room.here
        let daemon = try ScriptedDaemon(room) { number, request in
            guard request["method"] != "hello" else {
                return .result(ScriptedDaemon.hello)
            }
            return switch number {
            case 0: .error(WireError(example: .shuttingDown))
            case 1: Self.table(number, request)
            default:
                .error(WireError(.storeFailed, ["problem": "the disk is full"]))
            }
        }
        let watch = try room.startDicectl("watch")
        try await watch.output.first { $0 == "default turn 1 roll 0: 2 = 2" }
        daemon.hangUp(1)
        let outcome = try await watch.outcome()
        #expect(outcome.ending == .exited(1))
        #expect(outcome.output.count == 1)
        #expect(
            outcome.complaint.contains("the disk is full; ")
        )
    }

    @Test("a daemon that does not support plans is watched by its frames")
    func olderDaemon() async throws {
        let room = try Room.here
        let refusal =
            #"{"jsonrpc":"2.0","id":ID,"error":{"code":-32602,"message":"unknown param \"frames\"","#
            + #""data":{"reason":"invalidParams","param":"frames"}}}"#
        let daemon = try ScriptedDaemon(room) { number, request in
            request["params"]["frames"] == "plan"
                ? .lines([refusal]) : Self.table(number, request)
        }
        let watch = try room.startDicectl("watch", "a", "b")
        try await watch.output.until { $0.count == 2 }
        #expect(
            Set(watch.output.all) == [
                "a turn 1 roll 0: 1 = 1", "b turn 1 roll 0: 1 = 1",
            ]
        )
        watch.signal(SIGINT)
        let outcome = try await watch.outcome()
        #expect(outcome.ending == .exited(130))
        #expect(outcome.complaint == "")
        let asked = daemon.requests.all.map { $0["params"] }
        #expect(
            asked.filter { $0["frames"] == .null }
                == [["sheets": false, "table": "a"], ["sheets": false, "table": "b"]]
        )
    }

    @Test("`--json` prints every line as received, including those of a newer daemon")
    func json() async throws {
        let room = try Room.here
        let daemon = try ScriptedDaemon(room) { Self.table($0, $1) }
        let watch = try room.startDicectl("watch", "--json")
        try await watch.output.first { _ in true }
        let lines = [
            #"{"jsonrpc":"2.0", "method":"event","params":{"table":"default","revision":2,"event":"newKind"}}"#,
            #"{"method":"weather","jsonrpc":"2.0","params":[ 1 ]}"#,
            Self.frame(6, rolling: false, revision: 3),
        ]
        daemon.say(lines.joined(separator: "\n"))
        try await watch.output.until { $0.count == 4 }
        #expect(Array(watch.output.all.dropFirst()) == lines)
        watch.signal(SIGINT)
        #expect(try await watch.ending() == .exited(130))
    }

    @Test(
        "a format prints a line only for each state that reads differently"
    )
    func format() async throws {
        let room = try Room.here
        let daemon = try ScriptedDaemon(room) { Self.table($0, $1) }
        let watch = try room.startDicectl(
            "watch",
            "--format",
            "{{state}} {{dice}} {{total}}"
        )
        try await watch.output.first { $0 == "settled 1 1" }
        for (index, value) in [3, 5, 2].enumerated() {
            daemon.say(Self.frame(value, rolling: true, revision: index + 2))
        }
        daemon.say(Self.frame(6, rolling: false, revision: 5))
        try await watch.output.first { $0 == "settled 6 6" }
        daemon.hangUp()
        try await watch.output.first { $0 == "settled 2 2" }
        #expect(
            watch.output.all == [
                "settled 1 1", "rolling ? ?", "settled 6 6", "gone 6 6", "settled 2 2",
            ]
        )
    }

    @Test(
        "a deleted table is requested again, also after a lost connection"
    )
    func deleted() async throws {
        let room = try Room.here
        let daemon = try ScriptedDaemon(room) { Self.table($0, $1) }
        let watch = try room.startDicectl("watch", "a", "b")
        try await watch.output.until { $0.count == 2 }
        func delete(_ table: String, on connection: Int) {
            let event = #"{"table":"\#(table)","revision":2,"event":"tableDeleted"}"#
            daemon.say(
                #"{"jsonrpc":"2.0","method":"event","params":\#(event)}"#,
                on: connection
            )
        }
        delete("a", on: 0)
        try await watch.output.until {
            $0.count(where: { $0 == "a turn 1 roll 0: 1 = 1" }) == 2
        }
        #expect(watch.output.all.contains("a deleted"))
        delete("b", on: 0)
        try await watch.output.first { $0 == "b deleted" }
        daemon.hangUp()
        try await watch.output.first { $0 == "b turn 1 roll 0: 2 = 2" }
        #expect(watch.isAlive)
        watch.signal(SIGINT)
        #expect(try await watch.ending() == .exited(130))
    }
}
