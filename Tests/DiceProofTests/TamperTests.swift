import DiceModel
import DiceProof
import Testing

/// Whatever the chain covers is found where it is altered.
struct TamperTests {
    /// Of the third turn of `home` and of its throw 6, with entries before and behind them.
    private static let places = (turn: 8, thrown: 10)

    @Test("a history that nobody has touched is right")
    func untouched() throws {
        let entries = try SampleHistory.entries()
        let reports = try HistoryVerifier.reports(entries)
        #expect(reports.map(\.table) == ["away", "home"])
        let home = reports[1]
        #expect(home.turns.numbers == 1...4 && home.turns.chained == 4 && home.turns.right == 8 && home.turns.void == 4)
        #expect(home.thrown.numbers == 1...8 && home.thrown.right == 8 && home.open == [] && home.checkedFrom == nil)
        #expect(try #require(entries[Self.places.turn].turn).turn == 3)
        #expect(try #require(entries[Self.places.thrown].thrown).number == 6)
    }

    /// Faces and what follows from them. Here the chain is made anew, as a daemon's owner would.
    private static let faces: [Change<Turn>] = [
        Change("a face of the first roll") { $0.rolls[0].values[2] = $0.rolls[0].values[2] % 20 + 1 },
        Change("a face of the last roll") { turn in
            let value = turn.rolls[2].values[0] % 6 + 1
            turn.rolls[2].values[0] = value
            turn.total += value - turn.dice[0].value
            turn.dice[0].value = value
        },
        Change("a die that was kept") { turn in
            let value = turn.rolls[2].values[1] % 6 + 1
            turn.rolls[2].values[1] = value
            turn.total += value - turn.dice[1].value
            turn.dice[1].value = value
        },
        Change("a value of the void roll") { $0.rolls[1].values[0] = $0.rolls[1].values[0] % 6 + 1 },
        Change("a die at the end") { turn in
            let value = turn.dice[3].value % 2 + 1
            turn.total += value - turn.dice[3].value
            turn.dice[3].value = value
        },
        Change("the total") { $0.total += 1 },
        Change("another die's sides") { turn in
            turn.dice[2].sides = 1_000
        },
        Change("another seed") { $0.seed = SampleHistory.hex("other", 64) },
        Change("another seed and its commitment") { turn in
            turn.seed = SampleHistory.hex("other", 64)
            turn.commitment = turn.seed.flatMap { Seed(hex: $0)?.commitment }
        },
        Change("another commitment") { $0.commitment = SampleHistory.hex("other", 64) },
        Change("other entropy") { $0.rolls[0].entropy = SampleHistory.hex("other", 32) },
        Change("no entropy") { $0.rolls[0].entropy = "" },
        Change("another reveal") { $0.rolls[0].reveals?[1] = SampleHistory.hex("other", 32) },
        Change("reveals in another order") { $0.rolls[0].reveals?.reverse() },
        Change("a reveal less") { $0.rolls[0].reveals?.removeLast() },
        Change("a die that was not rolled") { $0.rolls[2].rolled = [1, 2, 3, 4] },
        Change("a die that was rolled") { $0.rolls[2].rolled = [3, 4] },
        Change("dice rolled in another order") { $0.rolls[0].rolled.swapAt(0, 1) },
        Change("a void roll that rolled") { $0.rolls[1].outcome = .completed },
        Change("a roll that is void") { $0.rolls[2].outcome = .void },
        Change("a roll's number") { $0.rolls[2].roll = 4 },
        Change("a roll less") { $0.rolls.remove(at: 1) },
        Change("a roll more") { $0.rolls.append($0.rolls[2]) },
        Change("no roll") { $0.rolls = [] },
        Change("a value less") { $0.rolls[0].values.removeLast() },
        Change("a die less") { $0.dice.removeLast() },
        Change("a die's number") { $0.dice[1].die = 9 },
        Change("the turn's number") { $0.turn = 30 },
        Change("no commitment") { ($0.commitment, $0.seed) = (nil, nil) },
        Change("a name that takes another field's place") { $0.rolls[0].by = "ann\n2|x" },
        Change("an outcome that takes another field's place") { $0.rolls[0].outcome = .other("completed|1") },
    ]

    @Test("of a turn whose links are made anew, the faces and what they follow from", arguments: faces)
    func forgedTurn(_ change: Change<Turn>) throws {
        var entries = try SampleHistory.entries()
        entries[Self.places.turn] = .turn(change.applied(to: try #require(entries[Self.places.turn].turn)))
        #expect(HistoryVerifier.finding(SampleHistory.chained(entries))?.entry.table == "home")
    }

    /// What nothing but the chain tells.
    private static let covered: [Change<Turn>] = [
        Change("the instant of its end") { $0.endedAt = SampleHistory.instant(1) },
        Change("who ended it") { $0.by = "bo" },
        Change("the instant of a roll") { $0.rolls[0].at = SampleHistory.instant(1) },
        Change("who rolled") { $0.rolls[2].by = "bo" },
        Change("an outcome") { $0.rolls[0].outcome = .cancelled },
        Change("a lock") { $0.dice[0].locked.toggle() },
        Change("a lock less") { $0.dice[4].locked.toggle() },
        Change("entropy of the void roll") { $0.rolls[1].entropy = SampleHistory.hex("other", 32) },
        Change("the link") { $0.chain = SampleHistory.hex("other", 64) },
        Change("no link") { $0.chain = nil },
        Change("no seed, as if a backup had left it out") { $0.seed = nil },
        Change("sides of a die that is not rolled again") { $0.dice[1].sides = 7 },
    ]

    @Test("of a turn, by the chain, each field", arguments: faces + covered)
    func turn(_ change: Change<Turn>) throws {
        var entries = try SampleHistory.entries()
        let before = try #require(entries[Self.places.turn].turn)
        let changed = change.applied(to: before)
        entries[Self.places.turn] = .turn(changed)
        let finding = try #require(HistoryVerifier.finding(entries))
        #expect(finding.entry.table == "home" && finding.entry.kind == .turn)
        #expect([before.turn, changed.turn].contains(finding.entry.number), "\(finding)")
        #expect(HistoryVerifier.finding(entries, .export) != nil)
        // The last one has nothing behind it that could tell.
        let last = Array(entries[...Self.places.turn])
        #expect(HistoryVerifier.finding(last) != nil)
    }

    private static let thrown: [Change<ThrowResult>] = [
        Change("a face") { $0.faces = [1] + ($0.faces ?? []).dropFirst() },
        Change("a face less") { $0.faces?.removeLast() },
        Change("a face more") { $0.faces?.append(1) },
        Change("no faces") { $0.faces = nil },
        Change("the total") { $0.total = ($0.total ?? 0) + 1 },
        Change("a die's value") { $0.dice[0].value += 1 },
        Change("a die's sides") { $0.dice[1].sides = 8 },
        Change("a die that does not count") { $0.dice[1].kept.toggle() },
        Change("what became of a die") { $0.dice[1].flags = ["exploded"] },
        Change("a die less") { $0.dice.removeLast() },
        Change("another seed") { $0.seed = SampleHistory.hex("other", 64) },
        Change("another seed and its commitment") { result in
            result.seed = SampleHistory.hex("other", 64)
            result.commitment = result.seed.flatMap { Seed(hex: $0)?.commitment }
        },
        Change("other entropy") { $0.entropy = SampleHistory.hex("other", 32) },
        Change("another reveal") { $0.reveals = [SampleHistory.hex("other", 32)] },
        Change("no reveal") { $0.reveals = [] },
        Change("another expression") { $0.expression = "4d6kh3+1" },
        Change("a failure") { $0.outcome = .failed },
        Change("a void one") { $0.outcome = .void },
        Change("its number") { $0.number = 5 },
        Change("no commitment") { ($0.commitment, $0.seed) = (nil, nil) },
        Change("no id") { $0.id = nil },
        Change("no instant") { $0.endedAt = nil },
    ]

    private static let coveredOfThrows: [Change<ThrowResult>] = [
        Change("the instant of its end") { $0.endedAt = SampleHistory.instant(1) },
        Change("who threw") { $0.by = "ann" },
        Change("an outcome") { $0.outcome = .cancelled },
        Change("the expression's spelling") { $0.expression = "4d6kh3 + 2" },
        Change("the link") { $0.chain = SampleHistory.hex("other", 64) },
        Change("no link") { $0.chain = nil },
        Change("no seed") { $0.seed = nil },
    ]

    @Test("of a throw, each field", arguments: thrown + coveredOfThrows)
    func throwing(_ change: Change<ThrowResult>) throws {
        var entries = try SampleHistory.entries()
        let changed = change.applied(to: try #require(entries[Self.places.thrown].thrown))
        entries[Self.places.thrown] = .thrown(changed)
        let finding = try #require(HistoryVerifier.finding(entries))
        #expect(finding.entry.table == "home" && finding.entry.kind == .throw)
        #expect(HistoryVerifier.finding(entries, .export) != nil)
    }

    @Test("of a throw whose links are made anew, the faces and what they follow from", arguments: thrown.dropLast(2))
    func forgedThrow(_ change: Change<ThrowResult>) throws {
        var entries = try SampleHistory.entries()
        entries[Self.places.thrown] = .thrown(change.applied(to: try #require(entries[Self.places.thrown].thrown)))
        #expect(HistoryVerifier.finding(SampleHistory.chained(entries))?.entry.table == "home")
    }

    @Test("a turn or a throw that is left out", arguments: [0, 1, 2, 5, 8, 9, 10, 11])
    func leftOut(_ index: Int) throws {
        var entries = try SampleHistory.entries()
        entries.remove(at: index)
        #expect(HistoryVerifier.finding(entries) != nil)
        #expect(HistoryVerifier.finding(SampleHistory.renumbered(entries)) != nil)
    }

    @Test("a turn that is left out is named")
    func named() throws {
        var entries = SampleHistory.chained((1...4).map { .turn(SampleHistory.turn($0)) })
        entries.remove(at: 2)
        let finding = try #require(HistoryVerifier.finding(entries))
        #expect("\(finding)" == "turn 3 of home: it is missing: turn 4 stands in its place")
    }

    @Test("an entry that is repeated", arguments: 0..<16)
    func repeated(_ index: Int) throws {
        var entries = try SampleHistory.entries()
        let again = entries[index]
        entries.insert(again, at: index + 1)
        #expect(HistoryVerifier.finding(entries) != nil)
        #expect(HistoryVerifier.finding(SampleHistory.renumbered(entries)) != nil)
        entries.remove(at: index + 1)
        entries.append(again)
        #expect(HistoryVerifier.finding(SampleHistory.renumbered(entries)) != nil)
    }

    /// Of the same table; those of two tables may stand in any order.
    @Test("entries in another order", arguments: [(0, 2), (0, 3), (2, 3), (0, 4), (4, 8), (10, 11), (1, 5), (3, 12)])
    func reordered(_ one: Int, _ other: Int) throws {
        var entries = try SampleHistory.entries()
        entries.swapAt(one, other)
        #expect(HistoryVerifier.finding(entries) != nil)
        #expect(HistoryVerifier.finding(SampleHistory.renumbered(entries)) != nil)
    }

    @Test("another name, of one entry and of all")
    func renamed() throws {
        let entries = try SampleHistory.entries()
        func renamed(_ entry: HistoryEntry) -> HistoryEntry {
            switch entry {
            case .turn(var turn):
                if turn.table == "home" { turn.table = "Home" }
                return .turn(turn)
            case .thrown(var result):
                result.table = "Home"
                return .thrown(result)
            }
        }
        for index in entries.indices where index % 4 != 1 {
            var changed = entries
            changed[index] = renamed(entries[index])
            #expect(HistoryVerifier.finding(changed) != nil, "\(index)")
        }
        #expect(HistoryVerifier.finding(entries.map(renamed)) != nil)
        // With links of their own the faces still tell: they follow from the name.
        #expect(HistoryVerifier.finding(SampleHistory.chained(entries.map(renamed))) != nil)
    }

    @Test("a turn that is moved to another table, in the place of its own")
    func moved() throws {
        var entries = try SampleHistory.entries()
        var turn = try #require(entries[Self.places.turn].turn)
        turn.table = "away"
        entries[9] = .turn(turn)
        #expect(HistoryVerifier.finding(entries) != nil)
        #expect(HistoryVerifier.finding(SampleHistory.chained(entries)) != nil)
    }
}
