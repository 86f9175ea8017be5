import DiceModel
import DiceTable
import DiceTestSupport
import DiceWire
import Testing

/// A daemon that is asked to stop while its store is blocked.
@Suite("Stopping")
struct StoppingTests {
    @Test(
        "a stopping daemon refuses changes with shuttingDown, answers reads, and ends begun work"
    )
    func refusesChanges() async throws {
        let requests = MethodTable.daemon.methods.flatMap(\.examples)
        let store = TestStore()
        try await TestDaemon.with(store: store) { daemon in
            let writer = try await daemon.connect()
            let client = try await daemon.connect()
            try await client.call(.watch, WatchParams(table: .default))
            store.hold()
            try await writer.send(
                Method.lock(LockParams(table: .default, dice: [3])),
                id: 5
            )
            try await store.waitForHeldWrite()
            daemon.stop()
            try await client.event("serverStopping")
            let before = store.stored()
            for request in requests where !request.method.isSafeToRepeat {
                let refusal = try await client.refusal(of: request)
                #expect(
                    refusal?.code == 11 && refusal?.known == .shuttingDown,
                    "\(request.method.name)"
                )
                #expect(
                    refusal?.data.reason == "shuttingDown",
                    "\(request.method.name)"
                )
            }
            for request in requests where request.method.isSafeToRepeat {
                #expect(
                    try await client.refusal(of: request)?.known != .shuttingDown,
                    "\(request.method.name)"
                )
            }
            #expect(store.stored() == before)
            store.goOn()
            #expect(
                try await writer.reply(to: 5).line.result(as: TableSnapshot.self).dice[
                    2
                ].locked
            )
        }
        #expect(
            store.stored()?.dice.map(\.locked) == [false, false, true, false, false]
        )
        #expect(store.stored(try #require(TableName("night"))) == nil)
    }

    @Test(
        "a roll being stored when the daemon stops settles as it starts and is answered"
    )
    func rollBeingStored() async throws {
        let store = TestStore()
        try await TestDaemon.with(store: store) { daemon in
            let roller = try await daemon.connect()
            let watcher = try await daemon.connect()
            try await watcher.call(.watch, WatchParams(table: .default))
            store.hold()
            try await roller.send(Method.roll(RollParams(table: .default)), id: 5)
            try await store.waitForHeldWrite()
            daemon.stop()
            try await watcher.event("serverStopping")
            store.goOn()
            let result = try await roller.reply(to: 5).line.result(as: RollResult.self)
            #expect(result.outcome == .cancelled)
            #expect(result.reason == .serverStopping)
            #expect(store.stored()?.dice.map(\.value) == result.dice.map(\.value))
        }
        #expect(store.openRolls().map(\.outcome) == [.cancelled])
    }

    @Test(
        "a running statistic ends with the daemon, without a partial result"
    )
    func endsStatistic() async throws {
        let store = TestStore()
        try await TestDaemon.with(store: store) { daemon in
            let client = try await daemon.connect()
            store.holdBackups()
            try await client.send(Method.stats(FaceQuery(table: .all)), id: 5)
            try await store.waitForHeldWrite()
            daemon.stop()
            guard case .reply(_, let error?) = try await client.reply(to: 5).line.kind
            else {
                Issue.record("it was told")
                return
            }
            #expect(error.known == .shuttingDown)
        }
    }

    @Test("a running backup ends with the daemon")
    func endsBackup() async throws {
        let store = TestStore()
        try await TestDaemon.with(store: store) { daemon in
            let client = try await daemon.connect()
            store.holdBackups()
            try await client.send(
                Method.backup(BackupParams(.path("/tmp/never"))),
                id: 5
            )
            try await store.waitForHeldWrite()
            daemon.stop()
            guard case .reply(_, let error?) = try await client.reply(to: 5).line.kind
            else {
                Issue.record("it was made")
                return
            }
            #expect(error.known == .storageFailed)
            #expect(error.cause == .backupFailed)
        }
    }

    @Test("an outcome that could not be stored is stored at the stop")
    func storesOutcomes() async throws {
        let store = TestStore()
        let clock = TestClock()
        try await TestDaemon.with(store: store, clock: clock) { daemon in
            let client = try await daemon.connect()
            store.fail(write: 3)
            try await client.send(Method.roll(RollParams(table: .default)), id: 5)
            try await daemon.settle(5, on: clock)
            #expect(
                try await client.reply(to: 5).line.result(as: RollResult.self).outcome
                    == .completed
            )
            #expect(store.openRolls().map(\.outcome) == [.cancelled])
        }
        #expect(store.openRolls().map(\.outcome) == [.completed])
    }

    @Test("a client that connects to a stopping daemon is turned away")
    func noNewcomers() async throws {
        let store = TestStore()
        try await TestDaemon.with(store: store) { daemon in
            let writer = try await daemon.connect()
            let watcher = try await daemon.connect()
            try await watcher.call(.watch, WatchParams(table: .default))
            store.hold()
            try await writer.send(
                Method.lock(LockParams(table: .default, dice: [3])),
                id: 5
            )
            try await store.waitForHeldWrite()
            daemon.stop()
            try await watcher.event("serverStopping")
            // The connection may instead end up in the queue of a socket that is about to close.
            await #expect(throws: (any Error).self) {
                try await daemon.connect().call(Method.ping(), as: EmptyObject.self)
            }
            store.goOn()
        }
    }
}
