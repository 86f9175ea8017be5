import DiceModel
import DiceTable
import DiceTestSupport
import DiceWire
import Testing

/// A daemon that is asked to stop while its store keeps it waiting.
@Suite("Stopping")
struct StoppingTests {
    private static let new = TableName("new") ?? .default

    private static let roll = RollName("attack").map { SavedRoll(name: $0, expression: "d20") }

    private static let changes: [Request] =
        (roll.map { [.saveRoll($0), .deleteRoll(RollNameParams(name: $0.name))] } ?? []) + [
            .create(CreateParams(table: new, dice: [6])), .configure(ConfigureParams(table: .default, rollsPerTurn: 3)),
            .delete(DeleteParams(table: .default)),
            .roll(RollParams(table: .default)), .roll(RollParams(table: .default, animate: false)),
            .throw(ThrowParams(table: .default, expression: "2d6")), .cancel(CancelParams(table: .default)),
            .lock(DiceParams(table: .default, dice: [1])),
            .unlock(DiceParams(table: .default, dice: [1])), .toggleLock(DiceParams(table: .default, dice: [1])),
            .endTurn(PlayerParams(table: .default)),
            .contribute(ContributeParams(table: .default, commitment: String(repeating: "0", count: 64))),
            .reveal(RevealParams(table: .default, entropy: String(repeating: "0", count: 32))),
            .backup(BackupParams(path: "/tmp/never")),
        ]
    private static let reads: [Request] = [
        .hello(HelloParams()), .ping, .discover, .status, .list, .get(TableParams(table: .default)),
        .history(HistoryQuery(of: .default)), .stats(FaceQuery(table: .default)), .listRolls, .watchList, .unwatchList,
        .watch(WatchParams(table: .default)),
        .unwatch(TableParams(table: .default)), .confine(ConfineParams(role: .play)),
    ]

    @Test("every change is refused as shuttingDown, reads are answered, and what was begun before is done")
    func refusesChanges() async throws {
        #expect(Set((Self.changes + Self.reads).map(\.method)) == Set(Method.allCases))
        let store = TestStore()
        try await TestDaemon.with(store: store) { daemon in
            let (writer, client) = (try await daemon.connect(), try await daemon.connect())
            let _: TableSnapshot = try await client.call(.watch(WatchParams(table: .default)))
            store.hold()
            try await writer.send(.lock(DiceParams(table: .default, dice: [3])), id: 5)
            try await store.waitForHeldWrite()
            daemon.stop()
            try await client.event("serverStopping")
            let before = store.stored()
            for request in Self.changes {
                let refusal = try await client.refusal(of: request)
                #expect(refusal?.code == 11 && refusal?.known == .shuttingDown, "\(request.method)")
                #expect(refusal?.data.reason == "shuttingDown", "\(request.method)")
            }
            for request in Self.reads {
                #expect(try await client.refusal(of: request) == nil, "\(request.method)")
            }
            #expect(store.stored() == before)
            store.goOn()
            #expect(try await writer.reply(to: 5).line.result(as: TableSnapshot.self).dice[2].locked)
        }
        #expect(store.stored()?.dice.map(\.locked) == [false, false, true, false, false])
        #expect(store.stored(Self.new) == nil)
    }

    @Test("a roll that is being stored when the daemon stops is settled as it starts, and its roller told")
    func rollBeingStored() async throws {
        let store = TestStore()
        try await TestDaemon.with(store: store) { daemon in
            let (roller, watcher) = (try await daemon.connect(), try await daemon.connect())
            let _: TableSnapshot = try await watcher.call(.watch(WatchParams(table: .default)))
            store.hold()
            try await roller.send(.roll(RollParams(table: .default)), id: 5)
            try await store.waitForHeldWrite()
            daemon.stop()
            try await watcher.event("serverStopping")
            store.goOn()
            let result = try await roller.reply(to: 5).line.result(as: RollResult.self)
            #expect(result.outcome == .cancelled && result.reason == .serverStopping)
            #expect(store.stored()?.dice.map(\.value) == result.dice.map(\.value))
        }
        #expect(store.openRolls().map(\.outcome) == [.cancelled])
    }

    @Test("an outcome that could not be stored is stored at the stop")
    func storesOutcomes() async throws {
        let (store, clock) = (TestStore(), TestClock())
        try await TestDaemon.with(store: store, clock: clock) { daemon in
            let client = try await daemon.connect()
            store.fail(write: 3)
            try await client.send(.roll(RollParams(table: .default)), id: 5)
            try await daemon.settle(5, on: clock)
            #expect(try await client.reply(to: 5).line.result(as: RollResult.self).outcome == .completed)
            #expect(store.openRolls().map(\.outcome) == [.cancelled])
        }
        #expect(store.openRolls().map(\.outcome) == [.completed])
    }

    @Test("a client that connects when the daemon stops is turned away at the door")
    func noNewcomers() async throws {
        let store = TestStore()
        try await TestDaemon.with(store: store) { daemon in
            let (writer, watcher) = (try await daemon.connect(), try await daemon.connect())
            let _: TableSnapshot = try await watcher.call(.watch(WatchParams(table: .default)))
            store.hold()
            try await writer.send(.lock(DiceParams(table: .default, dice: [3])), id: 5)
            try await store.waitForHeldWrite()
            daemon.stop()
            try await watcher.event("serverStopping")
            // Or into the queue of a socket that is about to close.
            await #expect(throws: (any Error).self) {
                try await daemon.connect().call(.ping, as: EmptyObject.self)
            }
            store.goOn()
        }
    }
}
