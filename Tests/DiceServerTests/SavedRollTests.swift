import DiceModel
import DiceNotation
import DiceTable
import DiceTestSupport
import Testing

@testable import DiceServer
@testable import DiceWire

@Suite("Saved rolls")
@TableActor
struct SavedRollTests {
    private let store = TestStore()
    private let shelf: RollShelf

    init() {
        shelf = RollShelf(store: store)
    }

    private func roll(_ name: String, _ expression: String = "1d20+7") throws
        -> SavedRoll
    {
        SavedRoll(name: try #require(RollName(name)), expression: expression)
    }

    /// Returns the daemon's refusal to save a roll.
    private func refusal(_ roll: SavedRoll) async throws -> WireError {
        let writes = store.writes
        let error = await #expect(throws: WireError.self) { try await shelf.save(roll) }
        #expect(store.writes == writes)
        return try #require(error)
    }

    @Test("saved rolls are listed by name, replace each other, and survive a restart")
    func kept() async throws {
        for (name, expression) in [
            ("b", "2d6"),
            ("attack", "d20"),
            ("B", "d%"),
            ("b", "1d20+{bonus=7}"),
        ] {
            try await shelf.save(try roll(name, expression))
        }
        let all = [
            try roll("B", "d%"), try roll("attack", "d20"),
            try roll("b", "1d20+{bonus=7}"),
        ]
        #expect(try await shelf.all() == all)
        #expect(try await shelf.roll(all[2].name, for: "", param: "saved") == all[2])
        let next = RollShelf(store: store)
        #expect(try await next.all() == all)
        try await next.delete(all[0].key)
        #expect(try await next.all() == Array(all[1...]))
        #expect(try await store.savedRolls() == Array(all[1...]))
    }

    @Test("an unknown saved roll is named in the error, with its param")
    func missing() async throws {
        let name = try roll("attack").name
        let error = await #expect(throws: WireError.self) {
            try await shelf.delete(SavedRoll.Key(owner: "", name: name))
        }
        #expect(error?.known == .invalidParams)
        #expect(error?.data.param == "name")
        #expect(error?.message.contains("\"attack\"") == true)
        #expect(error?.message.contains("write dice") == true)
        let other = await #expect(throws: WireError.self) {
            _ = try await shelf.roll(name, for: "", param: "saved")
        }
        #expect(other?.data.param == "saved")
        #expect(store.writes == 0)
    }

    @Test(
        "a name that is notation is refused",
        arguments: ["d20", "D6", "adv", "dis", "dF", "d6kh1", "adv-1"]
    )
    func notation(_ name: String) async throws {
        let error = try await refusal(try roll(name))
        #expect(error.known == .invalidParams)
        #expect(error.data.param == "name")
        #expect(error.message.contains(name))
    }

    @Test(
        "names that only look like notation are valid",
        arguments: ["d", "dragon", "adventure", "kh", "floor", "d20x"]
    )
    func nearNames(_ name: String) async throws {
        try await shelf.save(try roll(name))
        #expect(try await shelf.all().map(\.name.description) == [name])
    }

    @Test(
        "an invalid expression is refused with its position, and an overlong one with the limit"
    )
    func expressions() async throws {
        let bad = try await refusal(try roll("a", "2d6+é"))
        #expect(bad.known == .badExpression)
        #expect(bad.data.offset == 4)
        #expect(bad.data.expected?.isEmpty == false)
        let end = try await refusal(try roll("a", "2d6+"))
        #expect(end.data.offset == 4)
        #expect(end.data.length == 0)
        let longest = "1d6" + String(repeating: " ", count: 4_091) + "+1"
        #expect(longest.utf8.count == 4_096)
        try await shelf.save(try roll("a", longest))
        let long = try await refusal(try roll("a", longest + "0"))
        #expect(long.known == .limitExceeded)
        #expect(long.data.limit == 4_096)
        #expect(long.data.of == "length")
        let many = try await refusal(try roll("a", "1001d6"))
        #expect(many.known == .limitExceeded)
        #expect(many.data.limit == 1_000)
        #expect(many.data.of == "dice")
    }

    @Test(
        "a saved roll may name another, and a cycle is refused"
    )
    func names() async throws {
        try await shelf.save(try roll("attack"))
        try await shelf.save(try roll("hit", "attack+{bonus=2}"))
        let params = ThrowParams(
            table: .default,
            expression: "hit*2",
            values: ParameterValues(["bonus": 3])
        )
        #expect(try await params.read(from: shelf, for: "ann").0.text == "((1d20+7)+3)*2")
        #expect(try await refusal(try roll("attack", "1+hit")).known == .badExpression)
        #expect(try await refusal(try roll("new", "atack+1")).data.offset == 0)
        try await shelf.delete(try roll("attack").key)
        let error = await #expect(throws: WireError.self) {
            _ = try await params.read(from: shelf, for: "ann")
        }
        #expect(error?.known == .badExpression)
        #expect(error?.data.offset == 0)
        #expect(error?.data.length == 3)
    }

    @Test("at most a thousand rolls can be saved, and these can still be replaced")
    func maximum() async throws {
        for number in 1..<Limits.savedRolls {
            try await store.save(try roll("r\(number)"), by: nil)
        }
        try await shelf.save(try roll("r\(Limits.savedRolls)"))
        #expect(
            try await refusal(try roll("one-more"))
                == WireError(.savedRollsOfDaemon, ["limit": 1_000])
        )
        try await shelf.save(try roll("r7", "2d8"))
        try await shelf.delete(try roll("r1").key)
        try await shelf.save(try roll("one-more"))
        #expect(try await shelf.all().count == Limits.savedRolls)
    }

    @Test("everyone's saved rolls together have a maximum size")
    func size() async throws {
        let long = "1d6" + String(repeating: " ", count: 1_000)
        var count = 450
        for number in 0..<count {
            try await store.save(try roll("r\(number)", long), by: nil)
        }
        var refused: WireError?
        while refused == nil, count < Limits.savedRolls {
            do {
                try await shelf.save(try roll("r\(count)", long))
            } catch let error as WireError {
                refused = error
            }
            count += 1
        }
        #expect(
            refused == WireError(.savedBytesOfDaemon, ["limit": Limits.savedRollsSize])
        )
        #expect(count > 500)
    }

    @Test(
        "a name's saved rolls have a maximum size, and those of all names together too",
        arguments: [
            (names: 1, WireError(.savedBytesOfUser, ["limit": Limits.savedRollsSizePerUser])),
            (names: 20, WireError(.savedBytesOfDaemon, ["limit": Limits.savedRollsSizeOfNames])),
        ]
    )
    func sizeOfNames(_ names: Int, _ expected: WireError) async throws {
        let long = "1d6" + String(repeating: " ", count: 2_000)
        for number in 0..<(names == 1 ? 28 : 500) {
            var stored = try roll("r\(number)", long)
            stored.owner = "player \(number % names)"
            try await store.save(stored, by: nil)
        }
        let refused = await #expect(throws: WireError.self) {
            for number in 500..<600 {
                var next = try roll("r\(number)", long)
                next.owner = "player \(number % names)"
                try await shelf.save(next)
            }
        }
        #expect(refused == expected)
    }

    @Test("a player's own roll hides everyone's of the same name, for this player alone")
    func own() async throws {
        let common = try roll("attack", "d20")
        var own = try roll("attack", "d20+5")
        own.owner = "ann"
        let hit = try roll("hit", "attack+1")
        for roll in [own, common, hit] {
            try await shelf.save(roll)
        }
        #expect(try await shelf.all() == [common, hit])
        #expect(try await shelf.all(for: "ann") == [own, hit])
        #expect(try await shelf.all(for: "bo") == [common, hit])
        #expect(try await shelf.all(of: ["bo"]) == [common, hit])
        #expect(try await shelf.all(of: nil) == [common, own, hit])
        let params = ThrowParams(table: .default, expression: "hit")
        #expect(try await params.read(from: shelf, for: "ann").0.text == "(d20+5)+1")
        #expect(try await params.read(from: shelf, for: "bo").0.text == "(d20)+1")
        try await shelf.delete(own.key)
        #expect(try await shelf.all(for: "ann") == [common, hit])
    }

    @Test("saving over a roll returns the expression that it replaces")
    func replaced() async throws {
        #expect(try await shelf.save(try roll("attack", "d20")) == nil)
        #expect(try await shelf.save(try roll("attack", "d20+1")) == "d20")
        var own = try roll("attack", "d20+5")
        own.owner = "ann"
        #expect(try await shelf.save(own) == nil)
        #expect(try await shelf.save(own) == "d20+5")
    }

    @Test("all names together have a maximum number of rolls, apart from everyone's")
    func maximumOfNames() async throws {
        for number in 0..<Limits.savedRolls {
            var own = try roll("r\(number % 50)")
            own.owner = "p\(number / 50)"
            try await store.save(own, by: nil)
        }
        var more = try roll("more")
        more.owner = "p0"
        #expect(
            try await refusal(more) == WireError(.savedRollsOfDaemon, ["limit": 1_000])
        )
        try await shelf.save(try roll("more"))
    }

    @Test("a roll is not saved if storage fails")
    func storageFails() async throws {
        let roll = try roll("attack")
        try await shelf.save(roll)
        store.fail(true)
        await #expect(throws: StoreError.self) {
            try await shelf.save(try self.roll("attack", "d6"))
        }
        await #expect(throws: StoreError.self) { try await shelf.delete(roll.key) }
        store.fail(false)
        #expect(try await shelf.all() == [roll])
    }
}
