import DiceModel
import DiceTable
import DiceTestSupport
import DiceWire
import Testing

@testable import DiceServer

/// Each connection is told what it may do under its own names. The referee compares this with the
/// requests themselves.
@Suite("What a connection is told that it may do")
@TableActor
struct MayTests {
    private let rig: Rig
    private let home: TableName

    init() async throws {
        rig = try await Rig()
        home = try #require(TableName("home"))
        let params = CreateParams(
            table: home,
            SettingsChange(players: ["ann", "bo"]),
            game: GameChoice("yahtzee")
        )
        _ = try await rig.call(try rig.connect(), Method.create(params))
    }

    /// Returns a watcher and what its snapshot says.
    private func watcher(_ confinement: ConfineParams? = nil) async throws -> (RigClient, May) {
        let client = try rig.connect()
        if let confinement {
            _ = try await rig.call(client, Method.confine(confinement))
        }
        let snapshot = try await rig.call(
            client,
            Method.watch(WatchParams(table: home)),
            as: TableSnapshot.self
        )
        return (client, try #require(snapshot.may))
    }

    /// Returns the notifications that a client has received.
    private func news(_ client: RigClient) throws -> [Notification] {
        try client.lines().compactMap { try ServerLine(Array($0.utf8))?.notification() }
    }

    private func roll(_ client: RigClient, animate: Bool) -> Request {
        Method.roll(RollParams(table: home, animate: animate, by: "ann"))
    }

    @Test("a snapshot tells a connection what it may do under any of its names")
    func names() async throws {
        let first = May(
            roll: .possible,
            lock: .refused("nothingRolled"),
            endTurn: .refused("nothingRolled"),
            correct: .refused("noTurnToCorrect"),
            newGame: .possible,
            rest: .possible,
            endAbsent: .refused("absenceOfAnother"),
            join: .refused("confined")
        )
        var everyone = first
        everyone.join = .possible
        everyone.endAbsent = .refused("notAway")
        let other = May(
            roll: .refused("notYourTurn"),
            lock: .refused("notYourTurn"),
            endTurn: .refused("notYourTurn"),
            correct: .refused("noTurnToCorrect"),
            newGame: .possible,
            rest: .refused("restOfAnother"),
            endAbsent: .refused("absenceOfAnother"),
            join: .refused("confined")
        )
        let denied = May.Verdict.refused("watchesOnly")
        let none = May(
            roll: denied,
            lock: denied,
            endTurn: denied,
            correct: denied,
            newGame: denied,
            rest: denied,
            endAbsent: denied,
            join: .refused("confined")
        )
        #expect(try await watcher().1 == everyone, "every name")
        #expect(try await watcher(ConfineParams(as: "ann")).1 == first)
        #expect(try await watcher(ConfineParams(as: "bo")).1 == other)
        #expect(try await watcher(ConfineParams(as: ["bo", "ann"])).1 == first)
        #expect(try await watcher(ConfineParams(as: "ann", role: .watch)).1 == none)
        #expect(try await watcher(ConfineParams(tables: [home])).1 == none)
    }

    @Test("events tell it after each change, frames do not, and equal answers are equal lines")
    func events() async throws {
        let ann = try await watcher(ConfineParams(as: "ann")).0
        let bo = try await watcher(ConfineParams(as: "bo")).0
        let other = try await watcher(ConfineParams(as: "bo")).0
        let client = try rig.connect()
        client.send([roll(client, animate: true)])
        await rig.advance(by: .seconds(2))
        _ = try await rig.call(
            client,
            Method.lock(LockParams(table: home, dice: [1], by: "ann"))
        )
        _ = try await rig.call(
            client,
            Method.endTurn(EndTurnParams(table: home, by: "ann", box: "chance"))
        )
        let lines = try bo.lines()
        #expect(try other.lines() == lines)
        #expect(lines.allSatisfy { !$0.contains(#""method":"frame""#) || !$0.contains("may") })
        var told: [String: May] = [:]
        for case .event(let event) in try news(ann) {
            told[event.kind.name] = event.may
        }
        #expect(told["rollStarted"]?.roll == .refused("busy"))
        #expect(told["rollStarted"]?.endTurn == .refused("busy"))
        #expect(told["rollStarted"]?.correct == .refused("busy"))
        #expect(told["rollSettled"]?.endTurn == .possible)
        #expect(told["lockChanged"]?.newGame == .refused("matchOfOwner"))
        #expect(told["turnEnded"]?.roll == .refused("notYourTurn"))
        #expect(told["turnEnded"]?.correct == .possible)
    }

    @Test("a watcher that is confined is told what it still may do")
    func confined() async throws {
        let client = try await watcher().0
        _ = try client.lines()
        client.send([Method.confine(ConfineParams(as: "bo"))])
        await rig.advance(by: .zero)
        let events = try news(client)
        guard case .event(let event)? = events.first else {
            Issue.record("no event arrived")
            return
        }
        #expect(event.kind == .mayChanged)
        #expect(event.may?.roll == .refused("notYourTurn"))
    }
}
