import DiceModel
import DiceTable
import DiceTestSupport
import Listening
import NIOCore
import NIOEmbedded
import Testing

@testable import DiceServer
@testable import DiceWire

/// The permission to cancel a throw, which the thrower, the table's owner and the host have.
@Suite("Cancelling a throw")
@TableActor
struct CancellingTests {
    private let home: TableName

    init() throws {
        home = try #require(TableName("home"))
    }

    /// A client at a table of ann's, on a private or a shared daemon.
    enum Who: String, CaseIterable {
        case thrower, otherConnectionOfThrower, sharedScreen, owner, host, unconfined
        case guest, viewer, watcher, hostOfNothing, account
    }

    private nonisolated static let allowed: [(Bool, Who)] = [
        (false, .thrower),
        (false, .otherConnectionOfThrower),
        (false, .sharedScreen),
        (false, .owner),
        (false, .host),
        (false, .unconfined),
        (true, .thrower),
        (true, .otherConnectionOfThrower),
        (true, .owner),
        (true, .unconfined),
    ]
    private nonisolated static let refused: [(Bool, Who)] = [
        (false, .guest),
        (false, .viewer),
        (false, .watcher),
        (true, .account),
        (true, .viewer),
        (true, .hostOfNothing),
    ]

    private func confined(_ rig: Rig, _ params: ConfineParams) async throws -> RigClient {
        let client =
            rig.state.isShared
            ? try rig.connect(
                Permit(account: "page", mayTakeName: true),
                uid: Peer.ownUID + 9
            )
            : try rig.connect()
        _ = try await rig.call(client, Method.confine(params))
        return client
    }

    private func connect(_ who: Who, to rig: Rig) async throws -> (
        client: RigClient, name: String
    ) {
        switch who {
        case .thrower, .otherConnectionOfThrower:
            (try await confined(rig, ConfineParams(as: "cy")), "cy")
        case .sharedScreen:
            (try await confined(rig, ConfineParams(as: ["bo", "cy"])), "bo")
        case .owner:
            (try await confined(rig, ConfineParams(as: "ann", role: .host)), "ann")
        case .host, .hostOfNothing:
            (try await confined(rig, ConfineParams(as: "dee", role: .host)), "dee")
        case .unconfined where rig.state.isShared:
            (try rig.connect(Permit(account: "diced", mayTakeName: true)), "diced")
        case .unconfined: (try rig.connect(), "tester")
        case .guest: (try await confined(rig, ConfineParams(as: "bo")), "bo")
        case .viewer: (try await confined(rig, ConfineParams(as: "gm")), "gm")
        case .watcher:
            (try await confined(rig, ConfineParams(as: "cy", role: .watch)), "cy")
        case .account:
            (
                try rig.connect(
                    Permit(account: "bo", mayTakeName: false),
                    uid: Peer.ownUID + 5
                ), "bo"
            )
        }
    }

    /// Starts a daemon with ann's table, where one of cy's throws is in flight.
    private func play(isShared: Bool, seenBy: [String]?) async throws -> (
        rig: Rig, thrower: RigClient
    ) {
        let rig = try await Rig(isShared: isShared)
        let ann = try await confined(rig, ConfineParams(as: "ann", role: .host))
        _ = try await rig.call(
            ann,
            Method.create(CreateParams(table: home, SettingsChange(dice: [6])))
        )
        let thrower = try await confined(rig, ConfineParams(as: "cy"))
        thrower.send([
            Method.throw(ThrowParams(table: home, expression: "3d6", seenBy: seenBy))
        ])
        try await rig.turn { rig.tables.animatingDice == 3 }
        return (rig, thrower)
    }

    private func entry(_ rig: Rig) async throws -> ThrowResult? {
        try await rig.turn { rig.store.openThrows.isEmpty }
        let query = HistoryQuery(.one(home), kind: .throw, viewer: "cy")
        var asked = query
        asked.viewers = ["cy"]
        return try await rig.store.history(asked).entries.first?.thrown
    }

    @Test(
        "thrower, owner and host may cancel, and the entry names anyone but the thrower",
        arguments: allowed
    )
    func allowed(_ isShared: Bool, _ who: Who) async throws {
        for seenBy in [nil, ["cy"]] as [[String]?] {
            let (rig, thrower) = try await play(isShared: isShared, seenBy: seenBy)
            let (client, name) =
                who == .thrower ? (thrower, "cy") : try await connect(who, to: rig)
            let watcher = try await confined(rig, ConfineParams(as: "bo"))
            _ = try await rig.call(watcher, Method.watch(WatchParams(table: home)))
            client.send([Method.cancel(CancelParams(table: home, number: 1))])
            try await rig.turn { rig.tables.animatingDice == 0 }
            let entry = try #require(try await entry(rig))
            #expect(entry.outcome == .cancelled)
            #expect(entry.reason == .cancel)
            #expect(entry.cancelledBy == (name == "cy" ? nil : name))
            let read = try ThrowResult(json: try JSONParser.parse(entry.jsonBytes()))
            #expect(read == entry)
            // Everyone is notified, except those who are strangers to a secret throw.
            try await rig.turn { rig.table(home)?.ledger.isStored == true }
            rig.loop.run()
            let told = try watcher.lines().last { $0.contains("throwEnded") }
            let isTold = told?.contains(#""cancelledBy":"\#(name)""#)
            #expect(isTold == (name != "cy" && seenBy == nil))
        }
    }

    @Test(
        "no one else may cancel a throw, even if they see its faces, and the dice keep rolling",
        arguments: refused
    )
    func refused(_ isShared: Bool, _ who: Who) async throws {
        for seenBy in [nil, ["cy", "gm"]] as [[String]?] {
            let (rig, _) = try await play(isShared: isShared, seenBy: seenBy)
            let (client, _) = try await connect(who, to: rig)
            let cancel = Method.cancel(CancelParams(table: home, number: 1))
            #expect(try await rig.refusal(client, cancel)?.known == .notAllowed)
            #expect(rig.tables.animatingDice == 3)
            // A refusal reveals nothing about a throw that does not exist.
            let none = Method.cancel(CancelParams(table: home, number: 2))
            guard who != .watcher else { continue }
            #expect(
                try await rig.call(client, none, as: CancelResult.self).cancelled == []
            )
        }
    }

    @Test("a throw that ends by the thrower's disconnect names no one as its canceller")
    func disconnected() async throws {
        let (rig, thrower) = try await play(isShared: false, seenBy: nil)
        thrower.channel.close(promise: nil)
        rig.loop.run()
        let entry = try #require(try await entry(rig))
        #expect(entry.reason == .disconnected)
        #expect(entry.cancelledBy == nil)
    }
}

extension Rig {
    fileprivate func table(_ name: TableName) -> Table? {
        try? tables.loaded(name)
    }
}
