import DiceModel
import DiceTable
import DiceTestSupport
import DiceWire
import Listening
import NIOConcurrencyHelpers
import NIOCore
import NIOEmbedded
import Testing

@testable import DiceServer

@Suite("A shared daemon")
@TableActor
struct SharedTests {
    private let rig: Rig
    private let home: TableName
    private let annUID: UInt32 = Peer.ownUID + 1
    private let boUID: UInt32 = Peer.ownUID + 2

    init() async throws {
        rig = try await Rig(isShared: true)
        home = try #require(TableName("home"))
    }

    private func ann() throws -> RigClient {
        try rig.connect(Permit(account: "ann", mayTakeName: false), uid: annUID)
    }
    private func bo() throws -> RigClient {
        try rig.connect(Permit(account: "bo", mayTakeName: false), uid: boUID)
    }
    private func administrator() throws -> RigClient {
        try rig.connect(Permit(account: "diced", mayTakeName: true))
    }

    @Test("every user acts under the name of their account")
    func names() async throws {
        let client = try ann()
        let params = RollParams(table: .default, animate: false)
        #expect(
            try await rig.call(client, Method.roll(params), as: RollResult.self).by
                == "ann"
        )
        let other = RollParams(table: .default, animate: false, by: "bo")
        #expect(try await rig.refusal(client, Method.roll(other))?.known == .notAllowed)
        #expect(
            try await rig.refusal(client, Method.confine(ConfineParams(as: "bo")))?
                .known
                == .notAllowed
        )
        #expect(
            try await rig.call(
                client,
                Method.confine(ConfineParams()),
                as: ConfineParams.self
            ).as
                == "ann"
        )
    }

    @Test("a trusted account speaks for one other name, once and permanently")
    func trusted() async throws {
        let page = try rig.connect(
            Permit(account: "page", mayTakeName: true),
            uid: boUID
        )
        let other = RollParams(table: .default, animate: false, by: "bo")
        #expect(try await rig.refusal(page, Method.roll(other))?.known == .notAllowed)
        _ = try await rig.call(page, Method.confine(ConfineParams(as: "carol")))
        let params = RollParams(table: .default, animate: false)
        #expect(
            try await rig.call(page, Method.roll(params), as: RollResult.self).by
                == "carol"
        )
        #expect(
            try await rig.refusal(page, Method.confine(ConfineParams(as: "dave")))?
                .known
                == .notAllowed
        )
    }

    @Test("a user who may not choose a name keeps the account's name under any confinement")
    func ownName() async throws {
        let client = try ann()
        let held = try await rig.call(
            client,
            Method.confine(ConfineParams(tables: [.default], role: .play)),
            as: ConfineParams.self
        )
        #expect(held == ConfineParams(as: "ann", tables: [.default], role: .play))
        let thrown = ThrowParams(
            table: .default,
            expression: "d20",
            animate: false,
            seenBy: []
        )
        #expect(
            try await rig.call(client, Method.throw(thrown), as: ThrowResult.self).total
                != nil
        )
        _ = try await rig.call(client, Method.confine(ConfineParams(role: .watch)))
        let history = Method.history(HistoryQuery(.one(.default), kind: .all))
        #expect(
            try await rig.call(client, history, as: HistoryPage.self).entries.first?
                .thrown?.total
                != nil
        )
        #expect(
            try await rig.call(try bo(), history, as: HistoryPage.self).entries.first?
                .thrown?
                .hidden == true
        )
    }

    @Test(
        "only the creator and the daemon's own user may delete or configure a table"
    )
    func owners() async throws {
        let ann = try ann()
        let bo = try bo()
        let own = try administrator()
        let made = try await rig.call(
            ann,
            Method.create(CreateParams(table: home, SettingsChange(dice: [6]))),
            as: TableSnapshot.self
        )
        #expect(made.owner == "ann")
        let list = try await rig.call(bo, Method.list(), as: ListResult.self).tables
        #expect(list.map(\.owner) == [nil, "ann"])
        let changes: [Request] = [
            Method.configure(
                ConfigureParams(table: home, SettingsChange(rollsPerTurn: 3))
            ),
            Method.delete(DeleteParams(table: home)),
        ]
        for change in changes {
            let refusal = try await rig.refusal(bo, change)
            #expect(refusal?.known == .notAllowed)
            #expect(refusal?.message.contains("ann") == true)
        }
        for change: Request in [
            Method.configure(
                ConfigureParams(table: .default, SettingsChange(rollsPerTurn: 3))
            ),
            Method.delete(DeleteParams(table: .default)),
        ] {
            #expect(try await rig.refusal(ann, change)?.known == .notAllowed)
            #expect(try await rig.refusal(own, change) == nil)
        }
        for change in changes {
            #expect(try await rig.refusal(ann, change) == nil)
        }
        #expect(
            try await rig.refusal(
                bo,
                Method.create(CreateParams(table: home, SettingsChange(dice: [6])))
            ) == nil
        )
    }

    @Test("saved rolls have owners too, and only the daemon's own user makes backups")
    func savedRolls() async throws {
        let ann = try ann()
        let bo = try bo()
        let own = try administrator()
        let name = try #require(RollName("attack"))
        func save(_ expression: String) -> Request {
            Method.saveRoll(SaveRollParams(name: name, expression: expression))
        }
        #expect(try await rig.refusal(ann, save("d20")) == nil)
        #expect(try await rig.refusal(bo, save("d4"))?.known == .notAllowed)
        #expect(
            try await rig.refusal(bo, Method.deleteRoll(RollNameParams(name: name)))?
                .known
                == .notAllowed
        )
        #expect(
            try await rig.call(bo, Method.listRolls(ListRollsParams()), as: SavedRolls.self).rolls
                .map(
                    \.expression
                )
                == ["d20"]
        )
        #expect(try await rig.refusal(ann, save("d20+1")) == nil)
        #expect(
            try await rig.refusal(own, Method.deleteRoll(RollNameParams(name: name)))
                == nil
        )
        #expect(try await rig.refusal(bo, save("d4")) == nil)
        #expect(try await rig.store.rollSavers() == [SavedRoll.Key(owner: "", name: name): "bo"])
        let backup = Method.backup(BackupParams(.path("/tmp/never")))
        #expect(try await rig.refusal(ann, backup)?.known == .notAllowed)
        #expect(try await rig.refusal(own, backup) == nil)
    }

    @Test(
        "only the daemon's own user sees the store's size, which grows with hidden faces"
    )
    func storeSize() async throws {
        #expect(
            try await rig.call(try ann(), Method.status(), as: StatusResult.self)
                .storeBytes == nil
        )
        #expect(
            try await rig.call(
                try administrator(),
                Method.status(),
                as: StatusResult.self
            )
            .storeBytes == 4_096
        )
    }

    @Test("watchers are listed by name, each once")
    func watching() async throws {
        let first = try ann()
        let second = try ann()
        let bo = try bo()
        let own = try administrator()
        for client in [first, second, bo, own] {
            _ = try await rig.call(client, Method.watch(WatchParams(table: .default)))
        }
        let snapshot = try await rig.call(
            own,
            Method.get(GetParams(table: .default)),
            as: TableSnapshot.self
        )
        #expect(snapshot.watchers == 4)
        #expect(snapshot.watching == ["ann", "bo", "diced"])
        #expect(
            try await rig.call(own, Method.list(), as: ListResult.self).tables[0]
                .watching == [
                    "ann", "bo", "diced",
                ]
        )
        await rig.advance(by: .seconds(1))
        _ = try first.lines()
        _ = try await rig.call(own, Method.confine(ConfineParams(as: "carol")))
        await rig.advance(by: .seconds(1))
        let event = try #require(
            try first.lines().first { $0.contains("watchersChanged") }
        )
        #expect(event.contains(#""watchers":4,"watching":["ann","bo","carol"]"#))
    }

    @Test("a private daemon lists only watchers confined to a name")
    func ownDaemon() async throws {
        let rig = try await Rig()
        let free = try rig.connect()
        let seat = try rig.connect()
        for client in [free, seat] {
            _ = try await rig.call(client, Method.watch(WatchParams(table: .default)))
        }
        #expect(
            try await rig.call(
                free,
                Method.get(GetParams(table: .default)),
                as: TableSnapshot.self
            )
            .watching == nil
        )
        _ = try await rig.call(seat, Method.confine(ConfineParams(as: "bo")))
        let snapshot = try await rig.call(
            free,
            Method.get(GetParams(table: .default)),
            as: TableSnapshot.self
        )
        #expect(snapshot.watching == ["bo"])
        #expect(snapshot.watchers == 2)
        #expect(snapshot.owner == nil)
        let made = try await rig.call(
            free,
            Method.create(CreateParams(table: home, SettingsChange(dice: [6]))),
            as: TableSnapshot.self
        )
        #expect(made.owner == nil)
    }

    // MARK: limits

    @Test("connections are limited per user, and another user still connects")
    func connections() throws {
        let clients = try (0..<Limits.connectionsPerUser).map { _ in try ann() }
        let error = #expect(throws: WireError.self) { try ann() }
        #expect(error?.known == .limitExceeded)
        #expect(error?.data.limit == Limits.connectionsPerUser)
        #expect(error?.data.of == "connections")
        _ = try bo()
        for _ in 0...Limits.connectionsPerUser {
            _ = try administrator()
        }
        clients[0].channel.close(promise: nil)
        rig.loop.run()
        _ = try ann()
        #expect(throws: WireError.self) { try ann() }
    }

    @Test(
        "a user at the connection limit is turned away first, until one connection closes"
    )
    func admission() throws {
        let peer = Peer(pid: 1, uid: annUID)
        #expect(
            rig.state.admit(peer, Rig.logger) == .admitted,
            "nobody knows who that is"
        )
        let clients = try (0..<Limits.connectionsPerUser).map { _ in try ann() }
        for _ in 1...2 {
            guard case .refused(let words) = rig.state.admit(peer, Rig.logger) else {
                Issue.record("one more is admitted")
                return
            }
            let line = try #require(ServerLine(words.dropLast()))
            guard case .reply(_, let error?) = line.kind else {
                Issue.record("no error")
                return
            }
            #expect(error.known == .limitExceeded)
            #expect(error.data.of == "connections")
        }
        #expect(rig.state.admit(Peer(pid: 1, uid: boUID), Rig.logger) == .admitted)
        clients[0].channel.close(promise: nil)
        rig.loop.run()
        #expect(rig.state.admit(peer, Rig.logger) == .admitted)
    }

    @Test(
        "a name is looked up once for all waiting connections of its user, within a limit"
    )
    func lookups() async throws {
        let asked = NIOLockedValueBox(0)
        let gate = ConditionLock(value: false)
        let authorizer = PeerAuthorizer(
            sharing: Sharing { _ in
                asked.withLockedValue { $0 += 1 }
                gate.lock(whenValue: true)
                gate.unlock()
                return "ann"
            },
            loginName: "diced"
        )
        let loop = TableActor.shared.eventLoop
        let peer = Peer(pid: 1, uid: annUID)
        var permits: [EventLoopFuture<Permit?>] = []
        for _ in 1...Limits.connectionsPerUser {
            #expect(rig.state.admit(peer, Rig.logger) == .admitted)
            permits.append(rig.state.permit(for: annUID, from: authorizer, on: loop))
        }
        #expect(rig.state.admit(peer, Rig.logger) == .refused([]))
        #expect(rig.state.admit(Peer(pid: 1, uid: boUID), Rig.logger) == .admitted)
        gate.lock()
        gate.unlock(withValue: true)
        for permit in permits {
            #expect(
                try await permit.get() == Permit(account: "ann", mayTakeName: false)
            )
        }
        #expect(asked.withLockedValue { $0 } == 1)
        #expect(rig.state.admit(peer, Rig.logger) == .admitted)
        await authorizer.close()
    }

    @Test("a name is looked up once while its user is connected")
    func knownNames() async throws {
        #expect(rig.state.permit(for: annUID) == nil)
        let first = try ann()
        let second = try ann()
        let permit = Permit(account: "ann", mayTakeName: false)
        #expect(rig.state.permit(for: annUID) == permit)
        #expect(rig.state.permit(for: boUID) == nil)
        // A connection's confinement does not affect later connections.
        _ = try await rig.call(first, Method.confine(ConfineParams(role: .watch)))
        #expect(rig.state.permit(for: annUID) == permit)
        for client in [first, second] {
            #expect(rig.state.permit(for: annUID) != nil)
            client.channel.close(promise: nil)
            rig.loop.run()
        }
        #expect(rig.state.permit(for: annUID) == nil)
    }

    @Test("a name that others are confined to has a separate connection limit")
    func seats() async throws {
        let own = Permit(account: "page", mayTakeName: true)
        for _ in 0..<Limits.connectionsPerUser {
            let client = try rig.connect(own, uid: boUID)
            _ = try await rig.call(client, Method.confine(ConfineParams(as: "carol")))
        }
        let client = try rig.connect(own, uid: boUID)
        #expect(
            try await rig.refusal(client, Method.confine(ConfineParams(as: "carol")))?
                .known
                == .limitExceeded
        )
        #expect(
            try await rig.refusal(client, Method.confine(ConfineParams(as: "dave")))
                == nil
        )
        // None of the connections of `page` itself remains, and there are two other names.
        #expect(rig.state.accounts.count == 2)
        client.channel.close(promise: nil)
        rig.loop.run()
        #expect(rig.state.accounts.count == 1)
        // The user with that name has a separate account.
        _ = try rig.connect(Permit(account: "carol", mayTakeName: false), uid: annUID)
    }

    @Test("tables and saved rolls are limited per user, and another user still creates one")
    func tablesAndRolls() async throws {
        let ann = try ann()
        let bo = try bo()
        func create(_ number: Int) throws -> Request {
            Method.create(
                CreateParams(
                    table: try #require(TableName("t\(number)")),
                    SettingsChange(dice: [6])
                )
            )
        }
        func save(_ number: Int) throws -> Request {
            Method.saveRoll(
                SaveRollParams(name: try #require(RollName("r\(number)")), expression: "d6")
            )
        }
        for number in 0..<Limits.tablesPerUser {
            #expect(try await rig.refusal(ann, try create(number)) == nil)
            #expect(try await rig.refusal(ann, try save(number)) == nil)
        }
        #expect(
            try await rig.refusal(ann, try create(1_000))?.data.limit
                == Limits.tablesPerUser
        )
        #expect(
            try await rig.refusal(ann, try save(1_000))?.data.limit
                == Limits.savedRollsPerUser
        )
        #expect(try await rig.refusal(ann, try save(1)) == nil)
        #expect(try await rig.refusal(bo, try create(1_000)) == nil)
        #expect(try await rig.refusal(bo, try save(1_000)) == nil)
        _ = try await rig.call(
            ann,
            Method.delete(DeleteParams(table: try #require(TableName("t1"))))
        )
        #expect(try await rig.refusal(ann, try create(1_001)) == nil)
    }

    @Test(
        "saved rolls take at most 64 KiB per user, and another user still saves one"
    )
    func sizeOfSavedRolls() async throws {
        let ann = try ann()
        let bo = try bo()
        let own = try administrator()
        let long = "1d6" + String(repeating: "+1d6", count: 500)
        func save(_ name: String, _ expression: String) throws -> Request {
            Method.saveRoll(
                SaveRollParams(name: try #require(RollName(name)), expression: expression)
            )
        }
        var count = 0
        while try await rig.refusal(ann, try save("r\(count)", long)) == nil,
            count < 100
        {
            count += 1
        }
        #expect(count == 65_536 / (long.utf8.count + 40))
        let refusal = try await rig.refusal(ann, try save("more", long))
        #expect(refusal?.known == .limitExceeded)
        #expect(refusal?.data.limit == 65_536)
        #expect(refusal?.data.of == "savedRollsSize")
        #expect(try await rig.refusal(bo, try save("more", long)) == nil)
        #expect(try await rig.refusal(own, try save("all", long)) == nil)
        _ = try await rig.call(
            ann,
            Method.deleteRoll(RollNameParams(name: try #require(RollName("r0"))))
        )
        #expect(try await rig.refusal(ann, try save("again", long)) == nil)
    }

    @Test("dice and throws in flight are limited per user, and another user still rolls")
    func dice() async throws {
        let again = try ann()
        let ann = try ann()
        let bo = try bo()
        for _ in 1...5 {
            ann.send([Method.throw(ThrowParams(table: .default, expression: "1000d6"))])
        }
        #expect(try await rig.refusal(ann, Method.ping()) == nil)
        try await rig.turn { rig.tables.animatingDice == 5_000 }
        let refusal = try await rig.refusal(
            ann,
            Method.throw(ThrowParams(table: .default, expression: "d6"))
        )
        #expect(refusal?.known == .limitExceeded)
        #expect(refusal?.data.limit == Limits.diceInFlightPerUser)
        #expect(refusal?.data.of == "inFlight")
        #expect(
            try await rig.refusal(
                ann,
                Method.throw(
                    ThrowParams(table: .default, expression: "d6", animate: false)
                )
            )
                == nil
        )
        bo.send([Method.roll(RollParams(table: .default))])
        try await rig.turn { rig.tables.animatingDice == 5_005 }
        // The dice are settled when their client disconnects.
        ann.channel.close(promise: nil)
        rig.loop.run()
        try await rig.turn { rig.tables.animatingDice == 5 }
        for _ in 1...Limits.throwsInFlightPerUser {
            again.send([Method.throw(ThrowParams(table: .default, expression: "d6"))])
        }
        try await rig.turn { rig.tables.animatingDice == 105 }
        let last = try await rig.refusal(
            again,
            Method.throw(ThrowParams(table: .default, expression: "d6"))
        )
        #expect(last?.known == .limitExceeded)
        #expect(last?.data.limit == Limits.throwsInFlightPerUser)
        #expect(last?.data.of == "throwsInFlight")
    }

    @Test(
        "a user has one share of each loop turn over all connections, and others have theirs"
    )
    func turns() throws {
        let first = try ann()
        let second = try ann()
        let bo = try bo()
        first.send(Array(repeating: Method.ping(), count: 100))
        second.send([Method.ping()])
        bo.send(Array(repeating: Method.ping(), count: 30))
        rig.loop.run()
        #expect(
            try first.lines().count == 40 && second.lines().isEmpty
                && bo.lines().count == 30
        )
        var turns: [[Int]] = []
        for _ in 1...4 {
            rig.loop.advanceTime(by: .microseconds(50))
            turns.append([try first.lines().count, try second.lines().count])
        }
        #expect(turns == [[40, 0], [20, 1], [0, 0], [0, 0]])
        // A client that has closed its sending side still gets its replies.
        first.send(Array(repeating: Method.ping(), count: 100))
        first.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        rig.loop.advanceTime(by: .milliseconds(1))
        #expect(try first.lines().count == 100)
        // The daemon's own user, and the user of a private daemon, do not wait for anyone.
        let own = try administrator()
        own.send(Array(repeating: Method.ping(), count: 100))
        rig.loop.run()
        #expect(try own.lines().count == 100)
    }

    @Test("a batch waits for its user's share while it runs, and other users do not wait")
    func batches() async throws {
        let second = try ann()
        let ann = try ann()
        let bo = try bo()
        ann.send(batch: Array(repeating: Method.ping(), count: 1_000))
        // The share is used up until the loop's time advances.
        second.send(Array(repeating: Method.ping(), count: 100))
        rig.loop.run()
        for _ in 1...100 {
            await Task.yield()
        }
        #expect(try ann.lines().isEmpty)
        bo.send([Method.ping()])
        rig.loop.run()
        #expect(try bo.lines().count == 1)
        var replies: [String] = []
        try await rig.turn {
            replies += (try? ann.lines()) ?? []
            return !replies.isEmpty
        }
        #expect(
            replies.count == 1 && replies[0].split(separator: "result").count == 1_001
        )
    }

    // MARK: admission

    @Test("the peer's credentials decide its admission and its name")
    func peerAuthorizer() async throws {
        let names: [UInt32: String] = [
            annUID: "ann", boUID: "page", Peer.ownUID: "daemon",
        ]
        let sharing = Sharing(trusted: ["page"]) { names[$0] }
        let loop = TableActor.shared.eventLoop
        let shared = PeerAuthorizer(sharing: sharing, loginName: "diced")
        #expect(
            try await shared.permit(for: Peer.ownUID, on: loop).get()
                == Permit(account: "diced", mayTakeName: true)
        )
        #expect(
            try await shared.permit(for: annUID, on: loop).get()
                == Permit(account: "ann", mayTakeName: false)
        )
        #expect(
            try await shared.permit(for: boUID, on: loop).get()
                == Permit(account: "page", mayTakeName: true)
        )
        let nameless = try await shared.permit(for: 4_711, on: loop).get()
        #expect(nameless == Permit(account: "uid 4711", mayTakeName: false))
        #expect(
            try await shared.permit(for: 65_534, on: loop).get()
                == Permit(onlooker: "uid 65534")
        )
        await shared.close()
        let own = PeerAuthorizer(loginName: "me")
        #expect(
            try await own.permit(for: Peer.ownUID, on: loop).get()
                == Permit(label: "me")
        )
        #expect(try await own.permit(for: annUID, on: loop).get() == nil)
    }

    @Test("a client that is refused admission gets the reason and is disconnected")
    func refusal() throws {
        let channel = EmbeddedChannel(loop: rig.loop)
        try channel.pipeline.syncOperations.addHandler(
            RefusalHandler(.tooManyConnections("ann"))
        )
        channel.connect(to: try .init(unixDomainSocketPath: "/s"), promise: nil)
        rig.loop.run()
        let line = try #require(
            try channel.readOutbound(as: ByteBuffer.self).map { String(buffer: $0) }
        )
        #expect(line.contains(#""id":null"#))
        #expect(line.contains("limitExceeded"))
        #expect(line.contains(#""limit":64,"of":"connections""#))
        #expect(!channel.isActive)
        _ = try? channel.finish(acceptAlreadyClosed: true)
    }
}
