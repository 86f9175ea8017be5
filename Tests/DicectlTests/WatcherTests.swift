import ArgumentParser
import DiceClient
import DiceModel
import DiceWire
import FoundationEssentials
import Glibc
import ProgramTestSupport
import Testing
import Unix

@testable import dicectl

struct WatcherTests {
    /// Plays the daemon from inside the watcher's own wait, so that nothing here runs at the same time as anything else.
    private final class Stage: WatchDisplay {
        let socket: String
        var acts: [(Stage) throws -> Void]
        private(set) var shown: [String] = []
        private var listener: Int32 = -1
        private var peer: Int32 = -1
        private(set) var isClosed = false
        /// How often the table was asked for on the last connection.
        private(set) var asked = 0
        /// Whether the process has just been stopped for a while.
        var hasResumed = false

        init(socket: String, acts: [(Stage) throws -> Void]) throws {
            self.socket = socket
            self.acts = acts
            try start()
        }

        deinit { stop() }

        func start() throws {
            unlink(socket)
            listener = try Descriptor.socket(.stream, socket, binding: true).release()
            try #require(listen(listener, 4) == 0)
        }

        func stop() {
            close(peer)
            close(listener)
        }

        func say(_ lines: String...) {
            var bytes = lines.flatMap { Array(($0 + "\n").utf8) }
            #expect(write(peer, &bytes, bytes.count) == bytes.count)
        }

        /// Answers `hello` and `table.watch` of a new connection.
        func greet(value: Int) { greet(answer: Self.table(value)) }

        func greet(answer: String) {
            peer = accept(listener, nil, nil)
            say(#"{"jsonrpc":"2.0","id":1,"result":\#(ScriptedDaemon.hello)}"#, #"{"jsonrpc":"2.0","id":2,\#(answer)}"#)
        }

        func sayTable(value: Int, id: Int) { say(#"{"jsonrpc":"2.0","id":\#(id),\#(Self.table(value))}"#) }

        private static func table(_ value: Int) -> String {
            #""result":{"table":"default","revision":1,"turn":1,"roll":1,"rolling":false,"watchers":1,"#
                + #""dice":[{"die":1,"sides":6,"value":\#(value),"locked":false,"animating":false}]}"#
        }

        func show(_ snapshot: TableSnapshot, _ line: ServerLine) { shown.append(PlainLine.state(snapshot)) }

        func show(_ notification: Notification?, _ line: ServerLine) {
            if case .event(let event) = notification { shown.append(event.kind.name) }
        }

        func showGone() { shown.append("gone") }

        func next(from client: DiceClient.Client?, by deadline: Deadline) throws(Failure) -> ServerLine? {
            do {
                if let line = try client?.next(by: .now, of: .watch) { return line }
                guard !acts.isEmpty else { throw Failure.interrupted }
                try acts.removeFirst()(self)
                guard let client else {
                    _ = Poll.wait(for: [], until: deadline)
                    return nil
                }
                return try client.next(by: min(deadline, .after(.seconds(Patience.seconds))), of: .watch)
            } catch {
                throw Failure(error)
            }
        }

        func close() {
            isClosed = true
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = recv(peer, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            let lines = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "\n")
            asked = lines.count { $0.contains("table.watch") }
        }

        func takeResumption() -> Bool {
            defer { hasResumed = false }
            return hasResumed
        }

        private func close(_ descriptor: Int32) { if descriptor >= 0 { Glibc.close(descriptor) } }
    }

    private func watch(_ acts: [(Stage) throws -> Void]) throws -> (stage: Stage, end: Failure?) {
        let (stage, end, _) = try watchWithPauses(acts)
        return (stage, end)
    }

    private func watchWithPauses(
        _ acts: [(Stage) throws -> Void]
    ) throws -> (stage: Stage, end: Failure?, pauses: Backoff) {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let stage = try Stage(socket: folder.path + "/diced.sock", acts: acts)
        let session = Session(socket: stage.socket, startsDaemon: false)
        var watcher = Watcher(session, tables: [.default], display: stage, pause: .zero)
        var end: Failure?
        do {
            try watcher.run(try session.connect())
        } catch {
            end = error
        }
        return (stage, end, watcher.backoff)
    }

    private static let stopping =
        #"{"jsonrpc":"2.0","method":"event","params":{"table":"default","revision":2,"event":"serverStopping"}}"#
    private static let deleted =
        #"{"jsonrpc":"2.0","method":"event","params":{"table":"default","revision":2,"event":"tableDeleted"}}"#

    @Test func aRestartIsSurvivedAndTheNewStateShown() throws {
        let (stage, end, pauses) = try watchWithPauses([
            { $0.greet(value: 3) },
            {
                $0.say(Self.stopping)
                $0.stop()
            },
            { _ in },
            { try $0.start() },
            { $0.greet(value: 5) },
        ])
        #expect(
            stage.shown == [
                "default turn 1 roll 1: 3 = 3", "serverStopping", "gone", "default turn 1 roll 1: 5 = 5",
            ])
        #expect(end == .interrupted && pauses == Backoff(), "the pauses begin anew")
        #expect(stage.isClosed)
    }

    @Test func aDeletedTableIsShownAgainOnceItIsMadeAnew() throws {
        let missing = #"{"code":1,"message":"no table","data":{"reason":"tableNotFound"}}"#
        let (stage, end) = try watch([
            { $0.greet(value: 3) },
            { $0.say(Self.deleted) },
            { _ in },
            { $0.say(#"{"jsonrpc":"2.0","id":3,"error":\#(missing)}"#) },
            { _ in },
            { $0.sayTable(value: 6, id: 4) },
        ])
        #expect(stage.shown == ["default turn 1 roll 1: 3 = 3", "tableDeleted", "default turn 1 roll 1: 6 = 6"])
        #expect(end == .interrupted && stage.asked == 3, "once after each pause")
    }

    @Test func afterAStopTheTableIsAskedForAnew() throws {
        let locked =
            #"{"jsonrpc":"2.0","method":"event","params":{"table":"default","revision":2,"event":"lockChanged","dice":[]}}"#
        let (stage, end) = try watch([
            { $0.greet(value: 3) },
            {
                $0.hasResumed = true
                $0.say(locked)
            },
            { $0.sayTable(value: 5, id: 3) },
            { $0.say(locked) },
            { $0.sayTable(value: 6, id: 4) },
        ])
        let before = ["default turn 1 roll 1: 3 = 3", "lockChanged", "default turn 1 roll 1: 5 = 5", "lockChanged"]
        #expect(stage.shown == before, "and once alone")
        #expect(end == .interrupted)
    }

    @Test func aTableThatWasNeverThereEndsTheWatch() throws {
        let missing = #"{"code":1,"message":"no table","data":{"reason":"tableNotFound"}}"#
        let (stage, end) = try watch([{ $0.greet(answer: #""error":\#(missing)"#) }])
        #expect(stage.shown == [] && end?.status == 1)
    }

    @Test func anotherProtocolEndsTheWatch() throws {
        let (stage, end) = try watch([
            {
                $0.greet(value: 3)
                $0.say("no JSON")
            }
        ])
        #expect(stage.shown.count == 1)
        #expect(end?.status == 76)
    }
}
