import DiceModel
import DiceProof
import DiceTable
import DiceTestSupport
import DiceWire
import Foundation
import Listening
import Logging
import NIOCore
import ProgramTestSupport
import Testing

@testable import DiceServer

/// Objects that belong to a table or a connection do not outlive it.
@Suite("Retention")
@TableActor
struct RetentionTests {
    private static let cycles =
        ProcessInfo.processInfo.environment["DICED_SOAK"] == "1" ? 10_000 : 500

    @Test("dice, tables and connections are freed after clients join, roll and leave")
    func nothingIsLeft() async throws {
        let server = try await WatchedServer()
        let admin = try await server.connect()
        for cycle in 1...Self.cycles {
            let name = try #require(TableName("t\(cycle)"))
            let client = try await server.connect()
            try await client.call(
                .create,
                CreateParams(table: name, SettingsChange(dice: [6, 20]))
            )
            try server.keepInSight(name)
            try await client.call(.watch, WatchParams(table: name))
            try await client.send(Method.roll(RollParams(table: name)), id: 2)
            if cycle.isMultiple(of: 2) {
                try await client.call(
                    .cancel,
                    CancelParams(table: name),
                    id: 3
                )
                try await client.call(
                    .delete,
                    DeleteParams(table: name),
                    id: 4
                )
                try await client.close()
            } else {
                try await client.event("rollStarted")
                try await client.close()
                try await admin.call(.delete, DeleteParams(table: name))
            }
        }
        // The daemon detects a disconnected client at its next read.
        let end = ContinuousClock.now + Wait.patience
        while server.inSight != [:], .now < end {
            try await admin.call(.ping)
        }
        #expect(server.inSight == [:])
        #expect(
            server.seen == [
                "ClientConnection": Self.cycles, "Table": Self.cycles,
                "DiceGroup": Self.cycles,
                "Die": 2 * Self.cycles,
            ]
        )
        try await admin.close()
        try await server.close()
    }
}

/// The parts of a server on a real socket, assembled so that the test can track their objects.
@TableActor
private final class WatchedServer {
    private struct Weak {
        weak var object: AnyObject?
        var kind: String
    }

    private let folder: TemporaryFolder
    private let path: String
    private let tables: Tables
    private let socket: ServerSocket
    private var objects: [Weak] = []
    /// True until the first client connects, which stays connected and is not tracked.
    private var isFirst = true

    init() async throws {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        folder = try TemporaryFolder()
        path = folder.path + "/s"
        let now: @Sendable () -> Timestamp = { Timestamp(millisecondsSinceEpoch: 0) }
        tables = Tables(
            store: TestStore(),
            clock: LoopClock(),
            randomness: DiceRandomness(
                seeds: .derived(from: 1),
                animation: SeededGenerator(seed: 2)
            ),
            now: now,
            logger: logger
        )
        let info = ServerInfo(
            version: "test",
            pid: 1,
            isSeeded: true,
            loginName: "tester"
        )
        let handler = RequestHandler(
            tables: tables,
            info: info,
            server: ServerState(),
            rolls: RollShelf(store: TestStore())
        )
        socket = ServerSocket(
            try ListeningSocket(of: "diced", path: path),
            Logger(label: "test")
        )
        try await socket.listen { channel in
            channel.eventLoop.makeCompletedFuture {
                try TableActor.assumeIsolated {
                    try self.accept(channel, handler, logger)
                }
            }
        }
    }

    private func accept(
        _ channel: any Channel,
        _ handler: RequestHandler,
        _ logger: Logger
    ) throws {
        let permit = Permit(label: "tester")
        let connection = ClientConnection(
            owner: handler.server.nextOwner(),
            peer: Peer(pid: 1, uid: Peer.ownUID),
            permit: permit,
            account: try handler.server.accounts.enter(permit, uid: Peer.ownUID),
            channel: channel,
            handler: handler,
            logger: logger
        )
        try channel.pipeline.syncOperations.addHandler(connection)
        handler.server.opened(connection)
        if !isFirst {
            objects.append(Weak(object: connection, kind: "ClientConnection"))
        }
        isFirst = false
    }

    func connect() async throws -> TestConnection {
        try await TestConnection.connect(to: path)
    }

    func keepInSight(_ name: TableName) throws {
        let table = try #require(try tables.loaded(name))
        objects.append(Weak(object: table, kind: "Table"))
        objects.append(Weak(object: table.group, kind: "DiceGroup"))
        for die in table.group.dice {
            objects.append(Weak(object: die, kind: "Die"))
        }
    }

    /// The number of objects of each kind so far.
    var seen: [String: Int] {
        Dictionary(grouping: objects, by: \.kind).mapValues(\.count)
    }

    /// The number of remaining objects of each kind.
    var inSight: [String: Int] {
        Dictionary(grouping: objects.filter { $0.object != nil }, by: \.kind).mapValues(
            \.count
        )
    }

    func close() async throws {
        await socket.close()
    }
}
