import DiceModel
import DiceTable
import DiceWire
import Foundation
import NIOCore
import NIOEmbedded
import Testing

@testable import DiceServer

@Suite("Confined connections")
@TableActor
struct ConfinementTests {
    private let rig: Rig
    private let home: TableName
    private let other: TableName

    init() async throws {
        rig = try await Rig()
        home = try #require(TableName("home"))
        other = try #require(TableName("other"))
        let client = try rig.connect()
        for table in [home, other] {
            _ = try await rig.call(
                client,
                Method.create(CreateParams(table: table, SettingsChange(dice: [6])))
            )
        }
    }

    private func confined(_ params: ConfineParams) async throws -> RigClient {
        let client = try rig.connect()
        _ = try await rig.call(client, Method.confine(params))
        return client
    }

    /// The methods that every connection may call, confined or not.
    private static let reading: Set = [
        "hello", "ping", "rpc.discover", "session.confine", "table.list", "table.get",
        "table.game",
        "table.matches",
        "table.history", "table.stats",
        "table.watch", "table.unwatch", "table.ask", "roll.list", "server.watch", "server.unwatch",
    ]
    private static let playing: Set = [
        "table.roll", "table.throw", "table.cancel", "table.lock", "table.unlock",
        "table.toggleLock", "table.endTurn",
        "table.correct",
        "table.contribute", "table.reveal", "table.newGame", "table.rest", "table.show",
        "roll.save", "roll.delete",
    ]

    private static let hosting: Set = [
        "table.create", "table.configure", "table.delete",
    ]

    /// Returns the methods that the daemon lists.
    private func discovered(_ client: RigClient) async throws -> [String] {
        let document = try #require(
            try await rig.call(client, Method.discover()).resultBytes
        )
        let methods = try JSONDecoder().decode(Discovered.self, from: Data(document))
            .methods.map(
                \.name
            )
        #expect(methods.count == MethodTable.daemon.methods.count)
        return methods
    }

    private struct Discovered: Decodable {
        let methods: [Named]
    }

    private struct Named: Decodable {
        let name: String
    }

    /// Returns the error code with which a method refuses invalid params.
    private func code(_ client: RigClient, _ method: String) async throws -> Int? {
        do {
            let line =
                #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{"nonsense":[]}}"#
            _ = try await rig.answer(client, to: line)
            return nil
        } catch let error as WireError {
            return error.code
        }
    }

    @Test(
        "permission is decided per method, before the params are read"
    )
    func everyMethod() async throws {
        let play = try await confined(ConfineParams(as: "bo", tables: [home]))
        let named = try await confined(ConfineParams(as: "bo"))
        let watch = try await confined(ConfineParams(as: "bo", role: .watch))
        let host = try await confined(ConfineParams(as: "bo", role: .host))
        let nobody = try await confined(ConfineParams(tables: [home]))
        let stranger = try await confined(ConfineParams(role: .watch))
        let onlooker = try rig.connect(Permit(onlooker: "uid 65534"), uid: 65_534)
        for method in try await discovered(watch) {
            for client in [play, named] {
                let allowed =
                    Self.reading.contains(method) || Self.playing.contains(method)
                #expect(
                    try await code(client, method) == (allowed ? -32602 : 14),
                    "\(method)"
                )
            }
            let isAllowed = Self.reading.union(Self.playing).union(Self.hosting)
                .contains(method)
            #expect(
                try await code(host, method) == (isAllowed ? -32602 : 14),
                "\(method)"
            )
            for client in [watch, nobody, stranger, onlooker] {
                #expect(
                    try await code(client, method)
                        == (Self.reading.contains(method) ? -32602 : 14),
                    "\(method)"
                )
            }
        }
    }

    @Test(
        "a batch is checked element by element, and confinement narrows the elements after it"
    )
    func batches() async throws {
        let client = try rig.connect()
        client.send(batch: [
            Method.confine(ConfineParams(as: "bo", tables: [home])),
            Method.delete(DeleteParams(table: other)),
            Method.get(GetParams(table: other)), Method.get(GetParams(table: home)),
        ])
        await rig.advance(by: .zero)
        let reply = try #require(try client.lines().first)
        #expect(reply.contains(#""as":"bo","tables":["home"],"role":"play""#))
        #expect(reply.contains("notAllowed"))
        #expect(reply.contains("tableNotFound"))
        #expect(reply.contains(#""table":"home","revision""#))
        #expect(try rig.tables.loaded(other) != nil)
    }

    @Test("a request without a table uses the only allowed one, or default if there are several")
    func onlyTable() async throws {
        let one = try await confined(ConfineParams(tables: [home]))
        let two = try await confined(ConfineParams(tables: [home, other]))
        let line = #"{"jsonrpc":"2.0","id":1,"method":"table.get"}"#
        let bytes = try #require(try await rig.answer(one, to: line).resultBytes)
        #expect(String(decoding: bytes, as: UTF8.self).contains(#""table":"home""#))
        let error = await #expect(throws: WireError.self) {
            _ = try await rig.answer(two, to: line)
        }
        #expect(error?.known == .tableNotFound)
    }

    @Test("tables outside the confinement appear not to exist in every method")
    func otherTables() async throws {
        let client = try await confined(ConfineParams(as: "bo", tables: [home]))
        let free = try rig.connect()
        let nowhere = try #require(TableName("elsewhere"))
        func requests(_ table: TableName) -> [Request] {
            [
                Method.get(GetParams(table: table)),
                Method.watch(WatchParams(table: table)),
                Method.unwatch(TableParams(table: table)),
                Method.roll(RollParams(table: table)),
                Method.throw(ThrowParams(table: table, expression: "d6")),
                Method.cancel(CancelParams(table: table)),
                Method.lock(LockParams(table: table, dice: [1])),
                Method.unlock(DiceParams(table: table, dice: [1])),
                Method.toggleLock(DiceParams(table: table, dice: [1])),
                Method.endTurn(EndTurnParams(table: table)),
                Method.contribute(
                    ContributeParams(
                        table: table,
                        commitment: String(repeating: "0", count: 64)
                    )
                ),
                Method.reveal(
                    RevealParams(
                        table: table,
                        entropy: String(repeating: "0", count: 32)
                    )
                ),
                Method.history(HistoryQuery(of: table)),
                Method.stats(FaceQuery(table: .one(table))),
            ]
        }
        #expect(
            Set(requests(home).map(\.method.name)).isSubset(
                of: Self.reading.union(Self.playing)
            )
        )
        for (hidden, missing) in zip(requests(other), requests(nowhere)) {
            let refusal = try #require(try await rig.refusal(client, hidden))
            #expect(refusal.known == .tableNotFound, "\(hidden.method.name)")
            #expect(refusal == .tableNotFound(other))
            #expect(try await rig.refusal(free, missing) == .tableNotFound(nowhere))
        }
        let table = try #require(try rig.tables.loaded(other))
        #expect(table.group.rollCount == 0)
        #expect(table.subscribers.isEmpty)
    }

    @Test("lists and histories omit other tables")
    func lists() async throws {
        let free = try rig.connect()
        for table in [home, other] {
            _ = try await rig.call(
                free,
                Method.roll(RollParams(table: table, animate: false))
            )
            _ = try await rig.call(free, Method.endTurn(EndTurnParams(table: table)))
        }
        let client = try await confined(
            ConfineParams(tables: [home, try #require(TableName("later"))])
        )
        #expect(
            try await rig.call(client, Method.list(), as: ListResult.self).tables.map(
                \.table
            ) == [
                "home"
            ]
        )
        let all = HistoryQuery(.all)
        #expect(
            try await rig.call(free, Method.history(all), as: HistoryPage.self).turns
                .map(\.table)
                == ["other", "home"]
        )
        #expect(
            try await rig.call(client, Method.history(all), as: HistoryPage.self).turns
                .map(\.table)
                == ["home"]
        )
    }

    @Test("watches of other tables end and send nothing more")
    func watches() async throws {
        let client = try rig.connect()
        let free = try rig.connect()
        for table in [home, other] {
            _ = try await rig.call(client, Method.watch(WatchParams(table: table)))
        }
        _ = try await rig.call(client, Method.confine(ConfineParams(tables: [home])))
        for table in [home, other] {
            _ = try await rig.call(
                free,
                Method.lock(LockParams(table: table, dice: [1]))
            )
        }
        await rig.advance(by: .seconds(2))
        let lines = try client.lines()
        #expect(lines.contains { $0.contains("lockChanged") })
        #expect(lines.allSatisfy { $0.contains(#""table":"home""#) })
        #expect(try rig.tables.loaded(other)?.subscribers.count == 0)
    }

    @Test("confinement can be narrowed repeatedly and never widened")
    func narrowing() async throws {
        let client = try rig.connect()
        var held = try await rig.call(
            client,
            Method.confine(ConfineParams(as: "bo", tables: [other, home, home])),
            as: ConfineParams.self
        )
        #expect(held == ConfineParams(as: "bo", tables: [home, other], role: .play))
        held = try await rig.call(
            client,
            Method.confine(ConfineParams(tables: [home])),
            as: ConfineParams.self
        )
        #expect(held == ConfineParams(as: "bo", tables: [home], role: .play))
        held = try await rig.call(
            client,
            Method.confine(ConfineParams(role: .watch)),
            as: ConfineParams.self
        )
        let end = ConfineParams(as: "bo", tables: [home], role: .watch)
        #expect(held == end)
        for wider in [
            ConfineParams(as: "ann"), ConfineParams(tables: [other]),
            ConfineParams(tables: [home, other]),
            ConfineParams(role: .play),
            ConfineParams(as: "ann", tables: [], role: .watch),
        ] {
            #expect(
                try await rig.refusal(client, Method.confine(wider))?.known
                    == .notAllowed
            )
            #expect(
                try await rig.call(
                    client,
                    Method.confine(ConfineParams()),
                    as: ConfineParams.self
                )
                    == end
            )
        }
        held = try await rig.call(
            client,
            Method.confine(ConfineParams(as: "bo", tables: [])),
            as: ConfineParams.self
        )
        #expect(held.tables == [])
        #expect(
            try await rig.call(client, Method.list(), as: ListResult.self).tables
                .isEmpty
        )
    }

    @Test("every action is done under the confined name and no other")
    func names() async throws {
        let client = try await confined(ConfineParams(as: "bo"))
        let roll = RollParams(table: home, animate: false)
        #expect(
            try await rig.call(client, Method.roll(roll), as: RollResult.self).by
                == "bo"
        )
        for request: Request in [
            Method.roll(RollParams(table: home, by: "ann")),
            Method.throw(ThrowParams(table: home, expression: "d6", by: "ann")),
            Method.cancel(CancelParams(table: home, by: "ann")),
            Method.lock(LockParams(table: home, dice: [1], by: "ann")),
            Method.unlock(DiceParams(table: home, dice: [1], by: "ann")),
            Method.toggleLock(DiceParams(table: home, dice: [1], by: "ann")),
            Method.endTurn(EndTurnParams(table: home, by: "ann")),
        ] {
            #expect(
                try await rig.refusal(client, request)?.known == .notAllowed,
                "\(request.method)"
            )
        }
        let query = HistoryQuery(.one(home), by: "ann")
        #expect(try await rig.refusal(client, Method.history(query)) == nil)
        #expect(
            try await rig.refusal(
                client,
                Method.endTurn(EndTurnParams(table: home, by: "bo"))
            )
                == nil
        )
    }

    @Test(
        "a connection confined without a name watches as a stranger under any claimed name"
    )
    func nobody() async throws {
        let permits = [
            Permit(label: "tester"), Permit(account: "page", mayTakeName: true),
        ]
        for permit in permits {
            for params in [
                ConfineParams(tables: [home]), ConfineParams(role: .watch),
                ConfineParams(tables: [home], role: .watch),
            ] {
                let client = try rig.connect(permit)
                #expect(
                    try await rig.refusal(
                        client,
                        Method.confine(ConfineParams(role: .play))
                    )?.known
                        == .notAllowed
                )
                _ = try await rig.call(client, Method.confine(ConfineParams()))
                let held = ConfineParams(tables: params.tables, role: .watch)
                #expect(
                    try await rig.call(
                        client,
                        Method.confine(params),
                        as: ConfineParams.self
                    )
                        == held
                )
                for name in ["gm", "tester", "page"] {
                    for request in [
                        Method.confine(ConfineParams(as: .one(name))),
                        Method.confine(ConfineParams(as: .one(name), role: .watch)),
                        Method.confine(ConfineParams(role: .play)),
                        Method.get(GetParams(table: home, viewer: name)),
                        Method.watch(WatchParams(table: home, viewer: name)),
                        Method.history(HistoryQuery(.all, viewer: name)),
                        Method.roll(RollParams(table: home, by: name)),
                        Method.show(ShowParams(table: home, number: 1, by: name)),
                    ] {
                        let refusal = try await rig.refusal(client, request)
                        #expect(refusal?.known == .notAllowed, "\(request)")
                        #expect(refusal?.message.contains(permit.name) == false)
                    }
                }
                #expect(
                    try await rig.call(
                        client,
                        Method.confine(ConfineParams()),
                        as: ConfineParams.self
                    ) == held
                )
            }
        }
        // Neither a batch nor an earlier watch bypasses the confinement.
        let client = try rig.connect()
        _ = try await rig.call(
            client,
            Method.watch(WatchParams(table: home, viewer: "gm"))
        )
        client.send(batch: [
            Method.confine(ConfineParams(tables: [home])),
            Method.confine(ConfineParams(as: "gm")),
            Method.get(GetParams(table: home, viewer: "gm")),
        ])
        await rig.advance(by: .zero)
        #expect(
            try client.lines().first { $0.hasPrefix("[") }?
                .components(separatedBy: "notAllowed").count == 3
        )
        let watch = TableWatch(
            WatchParams(table: home, viewer: "gm"),
            output: client.connection,
            sentRevision: 1
        )
        #expect(!watch.isOne(of: .only(["gm"])))
        #expect(client.connection.watcherNames.isEmpty)
    }

    @Test("confine without params returns the connection's identity and narrows nothing")
    func asking() async throws {
        let client = try rig.connect()
        let held = try await rig.call(
            client,
            Method.confine(ConfineParams()),
            as: ConfineParams.self
        )
        #expect(held == ConfineParams(as: "tester", role: .play))
        for method in try await discovered(client) {
            #expect(try await code(client, method) == -32602, "\(method)")
        }
        #expect(
            try await rig.refusal(
                client,
                Method.roll(RollParams(table: home, animate: false, by: "carol"))
            ) == nil
        )
    }

    @Test("confinement ends with the connection")
    func closing() async throws {
        let client = try await confined(
            ConfineParams(as: "bo", tables: [home], role: .watch)
        )
        #expect(
            rig.state.connections[client.connection.owner]?.account.key.name == "bo"
        )
        client.channel.close(promise: nil)
        rig.loop.run()
        let next = try rig.connect()
        #expect(try await rig.refusal(next, Method.status()) == nil)
    }
}
