import DiceModel
import DiceTable
import DiceTestSupport
import DiceWire
import Testing

@testable import DiceServer

/// Saved rolls of confined connections, through the daemon's methods.
@Suite("Personal saved rolls")
@TableActor
struct OwnRollTests {
    private let rig: Rig
    private let attack: RollName

    init() async throws {
        rig = try await Rig()
        attack = try #require(RollName("attack"))
    }

    private func client(_ names: SeatNames?, role: ConnectionRole? = .play) async throws
        -> RigClient
    {
        let client = try rig.connect()
        if let names {
            let params = ConfineParams(as: names, role: role)
            _ = try await rig.call(client, Method.confine(params))
        }
        return client
    }

    private func save(
        _ client: RigClient,
        _ expression: String,
        by name: String? = nil,
        owner: String? = nil
    ) async throws -> SaveRollResult {
        let params = SaveRollParams(name: attack, expression: expression, by: name, owner: owner)
        return try await rig.call(client, Method.saveRoll(params), as: SaveRollResult.self)
    }

    private func listed(_ client: RigClient, _ params: ListRollsParams = ListRollsParams())
        async throws -> [String]
    {
        let list = try await rig.call(client, Method.listRolls(params), as: SavedRolls.self)
        return list.rolls.map { "\($0.owner):\($0.expression)" }
    }

    private func thrown(_ client: RigClient, by name: String? = nil) async throws -> String {
        let params = ThrowParams(table: .default, saved: attack, animate: false, by: name)
        return try await rig.call(client, Method.throw(params), as: ThrowResult.self).expression
    }

    @Test("a guest saves for the own name, and each name rolls its own")
    func guests() async throws {
        let own = try await client(nil)
        let ann = try await client("ann")
        let bo = try await client("bo", role: .host)
        #expect(try await save(own, "1d20").roll.owner == "")
        #expect(try await save(ann, "1d20+1").roll.owner == "ann")
        #expect(try await save(bo, "1d20+2").replaced == nil)
        #expect(try await save(bo, "1d20+3").replaced == "1d20+2")
        #expect(try await listed(ann) == ["ann:1d20+1"])
        #expect(try await listed(own) == [":1d20"])
        #expect(try await listed(own, ListRollsParams(by: "bo")) == ["bo:1d20+3"])
        #expect(try await thrown(ann) == "1d20+1")
        #expect(try await thrown(bo) == "1d20+3")
        #expect(try await thrown(own) == "1d20")
        #expect(try await thrown(own, by: "ann") == "1d20+1")
        _ = try await rig.call(ann, Method.deleteRoll(RollNameParams(name: attack)))
        #expect(try await thrown(ann) == "1d20")
    }

    @Test("hidden saved rolls are listed on request, those of others only for the own user")
    func all() async throws {
        let own = try await client(nil)
        let ann = try await client("ann")
        let bo = try await client("bo")
        _ = try await save(own, "d4")
        _ = try await save(ann, "d6")
        _ = try await save(bo, "d8")
        let params = ListRollsParams(all: true)
        #expect(try await listed(ann, params) == [":d4", "ann:d6"])
        #expect(try await listed(own, params) == [":d4", "ann:d6", "bo:d8"])
        let others = Method.listRolls(ListRollsParams(by: "bo"))
        #expect(try await rig.refusal(ann, others)?.known == .notAllowed)
    }

    @Test("a screen with several names saves for the name in by")
    func severalNames() async throws {
        let screen = try await client(["ann", "bo"])
        #expect(try await save(screen, "d6").roll.owner == "ann")
        #expect(try await save(screen, "d8", by: "bo").roll.owner == "bo")
        #expect(try await thrown(screen, by: "bo") == "d8")
        let other = SaveRollParams(name: attack, expression: "d4", by: "cy")
        #expect(
            try await rig.refusal(screen, Method.saveRoll(other))?.data.cause
                == Cause.actsOnlyAs.rawValue
        )
    }

    @Test("only the daemon's own user acts on what belongs to others")
    func owners() async throws {
        let own = try await client(nil)
        let ann = try await client("ann")
        #expect(try await save(own, "d20", owner: "bo").roll.owner == "bo")
        let params = SaveRollParams(name: attack, expression: "d6", owner: "bo")
        #expect(
            try await rig.refusal(ann, Method.saveRoll(params))?.data.cause
                == Cause.administratorOnly.rawValue
        )
        #expect(try await save(ann, "d6", owner: "ann").roll.owner == "ann")
        let bos = Method.deleteRoll(RollNameParams(name: attack, owner: "bo"))
        #expect(try await rig.refusal(ann, bos)?.known == .notAllowed)
        #expect(try await rig.refusal(own, bos) == nil)
    }

    @Test("a guest cannot delete everyone's saved roll, and hears how to hide it")
    func everyone() async throws {
        _ = try await save(try await client(nil), "d20")
        for role in [ConnectionRole.play, .host] {
            let ann = try await client("ann", role: role)
            let delete = Method.deleteRoll(RollNameParams(name: attack))
            #expect(
                try await rig.refusal(ann, delete)?.data.cause
                    == Cause.savedRollOfEveryone.rawValue
            )
        }
    }

    @Test("an owner's roll is deleted once, and never everyone's in its place")
    func deletingTwice() async throws {
        let own = try await client(nil)
        _ = try await save(own, "d20")
        _ = try await save(own, "d6", owner: "ann")
        let delete = Method.deleteRoll(RollNameParams(name: attack, owner: "ann"))
        #expect(try await rig.refusal(own, delete) == nil)
        #expect(
            try await rig.refusal(own, delete)?.data.cause == Cause.savedRollOfEveryone.rawValue
        )
        #expect(try await listed(own, ListRollsParams(all: true)) == [":d20"])
    }

    @Test("an anonymous connection lists everyone's rolls only") func anonymous() async throws {
        let login = try await rig.call(
            try await client(nil),
            Method.confine(ConfineParams()),
            as: ConfineParams.self
        )
        let named = try await client(login.as)
        _ = try await save(named, "d6")
        let watcher = try rig.connect()
        _ = try await rig.call(watcher, Method.confine(ConfineParams(role: .watch)))
        #expect(try await listed(watcher) == [])
        #expect(try await listed(watcher, ListRollsParams(all: true)) == [])
        #expect(try await listed(named).count == 1)
    }

    @Test("watchers do not save") func watchers() async throws {
        let watcher = try await client("ann", role: .watch)
        let params = SaveRollParams(name: attack, expression: "d6")
        #expect(
            try await rig.refusal(watcher, Method.saveRoll(params))?.data.cause
                == Cause.watchesOnly.rawValue
        )
        #expect(try await listed(watcher) == [])
    }

    @Test("a name has at most a hundred saved rolls, and others still save")
    func limits() async throws {
        let ann = try await client("ann")
        func refusal(_ number: Int) async throws -> WireError? {
            let name = try #require(RollName("r\(number)"))
            let params = SaveRollParams(name: name, expression: "d6")
            return try await rig.refusal(ann, Method.saveRoll(params))
        }
        for number in 0..<Limits.savedRollsPerUser {
            #expect(try await refusal(number) == nil)
        }
        #expect(try await refusal(100) == WireError(.savedRollsOfUser, ["limit": 100]))
        #expect(try await refusal(7) == nil)
        _ = try await save(try await client("bo"), "d6")
    }
}
