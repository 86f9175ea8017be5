import DiceModel
import DiceTable
import DiceWire
import Listening
import Testing

@testable import DiceServer

/// A connection that is confined as a host: one name, and full rights at the tables.
@Suite("Hosts")
@TableActor
struct HostTests {
    private let home: TableName

    init() throws {
        home = try #require(TableName("home"))
    }

    private func create(_ name: TableName) -> Request {
        Method.create(CreateParams(table: name, SettingsChange(dice: [6])))
    }

    private func host(_ rig: Rig, _ name: String = "ann") async throws -> RigClient {
        let client =
            rig.state.isShared
            ? try rig.connect(
                Permit(account: "page", mayTakeName: true),
                uid: Peer.ownUID + 1
            )
            : try rig.connect()
        let params = ConfineParams(as: .one(name), role: .host)
        #expect(
            try await rig.call(client, Method.confine(params), as: ConfineParams.self)
                == params
        )
        return client
    }

    @Test("a host has exactly one name, on a connection that was not confined before")
    func becoming() async throws {
        let rig = try await Rig()
        for names: SeatNames? in [nil, ["ann"], ["ann", "bo"]] {
            let client = try rig.connect()
            let refusal = try await rig.refusal(
                client,
                Method.confine(ConfineParams(as: names, role: .host))
            )
            #expect(refusal?.known == .invalidParams)
            #expect(refusal?.data.param == "as")
            #expect(
                try await rig.refusal(client, Method.status()) == nil,
                "nothing has changed"
            )
        }
        for before in [
            ConfineParams(as: "ann"), ConfineParams(tables: [.default]),
            ConfineParams(as: "ann", role: .watch),
        ] {
            let client = try rig.connect()
            _ = try await rig.call(client, Method.confine(before))
            let host = Method.confine(ConfineParams(as: "ann", role: .host))
            #expect(try await rig.refusal(client, host)?.known == .notAllowed)
        }
        let client = try await host(rig)
        for same in [
            ConfineParams(as: "ann", role: .host), ConfineParams(role: .host),
            ConfineParams(as: "ann"),
        ] {
            let held = try await rig.call(
                client,
                Method.confine(same),
                as: ConfineParams.self
            )
            #expect(held == ConfineParams(as: "ann", role: .host))
        }
        let other = try await rig.refusal(
            client,
            Method.confine(ConfineParams(as: "bo"))
        )
        #expect(other?.known == .notAllowed)
        _ = try await rig.call(client, Method.confine(ConfineParams(role: .play)))
        #expect(
            try await rig.refusal(client, Method.confine(ConfineParams(role: .host)))?
                .known
                == .notAllowed
        )
        #expect(try await rig.refusal(client, create(home))?.known == .notAllowed)
    }

    @Test(
        "a host creates, sees, configures and deletes tables and saved rolls under its name only"
    )
    func everythingAtTables() async throws {
        let rig = try await Rig()
        let client = try await host(rig)
        #expect(
            try await rig.call(client, create(home), as: TableSnapshot.self).owner
                == "ann"
        )
        _ = try await rig.call(client, Method.watch(WatchParams(table: home)))
        #expect(
            try await rig.call(client, Method.list(), as: ListResult.self).tables.map(
                \.owner
            ) == [
                nil, "ann",
            ]
        )
        let watched = try await rig.call(
            client,
            Method.watchList(),
            as: ListResult.self
        )
        #expect(watched.tables.map(\.table) == ["default", "home"])
        let roll = SaveRollParams(name: try #require(RollName("attack")), expression: "d20")
        for request: Request in [
            // On a private daemon, tables without an owner belong to everyone.
            Method.configure(
                ConfigureParams(
                    table: .default,
                    SettingsChange(players: ["ann", "bo"])
                )
            ),
            Method.configure(
                ConfigureParams(
                    table: home,
                    SettingsChange(),
                    game: GameChoice("yahtzee")
                )
            ),
            Method.roll(RollParams(table: home, animate: false)),
            Method.newGame(PlayerParams(table: home)),
            Method.saveRoll(roll), Method.deleteRoll(RollNameParams(name: roll.name)),
            Method.delete(DeleteParams(table: home)),
            Method.delete(DeleteParams(table: .default)),
        ] {
            #expect(try await rig.refusal(client, request) == nil, "\(request.method)")
        }
        for request: Request in [
            Method.status(), Method.backup(BackupParams(.path("/tmp/never"))),
            Method.history(HistoryQuery(.all, viewer: "bo")),
        ] {
            #expect(
                try await rig.refusal(client, request)?.known == .notAllowed,
                "\(request.method)"
            )
        }
    }

    @Test(
        "a host cannot change the tables, matches and saved rolls of another host",
        arguments: [true, false]
    )
    func owners(isShared: Bool) async throws {
        let rig = try await Rig(isShared: isShared)
        let ann = try await host(rig)
        let bo = try await host(rig, "bo")
        let name = try #require(RollName("attack"))
        let params = CreateParams(table: home, game: GameChoice("yahtzee"))
        _ = try await rig.call(ann, Method.create(params))
        _ = try await rig.call(
            ann,
            Method.saveRoll(SaveRollParams(name: name, expression: "d20"))
        )
        _ = try await rig.call(
            ann,
            Method.roll(RollParams(table: home, animate: false))
        )
        let changes: [Request] = [
            Method.newGame(PlayerParams(table: home)),
            Method.delete(DeleteParams(table: home)),
            Method.configure(ConfigureParams(table: home, SettingsChange(pace: 2))),
        ]
        for change in changes {
            #expect(
                try await rig.refusal(bo, change)?.known == .notAllowed,
                "\(change.method)"
            )
        }
        // The host's own saved roll of that name.
        let save = Method.saveRoll(SaveRollParams(name: name, expression: "d6"))
        let saved = try await rig.call(bo, save, as: SaveRollResult.self)
        #expect(saved.roll.owner == "bo")
        #expect(saved.replaced == nil)
        let configure = Method.configure(
            ConfigureParams(table: .default, SettingsChange(pace: 2))
        )
        #expect(
            try await rig.refusal(bo, configure)?.known
                == (isShared ? .notAllowed : nil)
        )
        #expect(try await rig.refusal(ann, changes[0]) == nil)
        // The daemon's own user has more rights than the hosts.
        let own = try rig.connect(
            isShared
                ? Permit(account: "diced", mayTakeName: true) : Permit(label: "tester")
        )
        #expect(try await rig.refusal(own, changes[1]) == nil)
    }

    @Test("a host has the quota of one user, even the daemon's own user once confined")
    func limits() async throws {
        let rig = try await Rig()
        let client = try await host(rig)
        for number in 1...Limits.tablesPerUser {
            _ = try await rig.call(
                client,
                create(try #require(TableName("t\(number)")))
            )
        }
        #expect(
            try await rig.refusal(client, create(home))?.data.limit
                == Limits.tablesPerUser
        )
        #expect(client.connection.account.key.isGuest)
        let shared = try await Rig(isShared: true)
        let own = try shared.connect(Permit(account: "diced", mayTakeName: true))
        _ = try await shared.call(
            own,
            Method.confine(ConfineParams(as: "ann", role: .host))
        )
        #expect(
            try await shared.refusal(own, Method.delete(DeleteParams(table: .default)))?
                .known
                == .notAllowed
        )
    }

    @Test("a host confined to chosen tables can create no other")
    func tables() async throws {
        let rig = try await Rig()
        let client = try rig.connect()
        _ = try await rig.call(
            client,
            Method.confine(ConfineParams(as: "ann", tables: [home], role: .host))
        )
        #expect(
            try await rig.refusal(client, create(try #require(TableName("other"))))?
                .known
                == .notAllowed
        )
        #expect(try await rig.refusal(client, create(home)) == nil)
        #expect(
            try await rig.refusal(client, Method.delete(DeleteParams(table: .default)))?
                .known
                == .tableNotFound
        )
    }
}
