import DiceGames
import DiceModel
import DiceProof
import DiceStore
import DiceTable
import DiceTestSupport
import DiceVerifying
import DiceWire
import ProgramTestSupport
import Testing

@testable import DiceServer

/// A daemon that starts from a backup continues the game, and its history verifies, whatever
/// happens while the backup is being made.
@Suite("A backup in the middle of a turn")
@TableActor
struct BackupInPlayTests {
    @Test(
        "a backup made at any moment of any game matches the table's state",
        arguments: Game.all.map(\.name)
    )
    func everyMoment(_ game: String) async throws {
        let play = try await Play(of: game, seed: 1)
        for _ in 1...(try play.table.group.match?.game.bank == nil ? 3 : 8) {
            try await play.step(withBackups: true)
        }
        try await play.verify()
        try await play.close()
    }

    @Test(
        "a backup keeps the end of a turn that was full before the roll, and its locks"
    )
    func fullTurn() async throws {
        let play = try await Play(of: nil, seed: 1)
        try await play.table.changeLocks(.lock, dice: [7], by: "ann")
        for _ in 1...100 {
            _ = try await play.table.roll(
                RollParams(table: play.name, animate: false),
                from: play.ann
            )
        }
        let flight = try #require(
            try await play.table.roll(RollParams(table: play.name), from: play.ann)
                .flight
        )
        let copy = try await play.backup { try await play.tables.backup($0) }
        let group = try copy.table.group
        #expect(group.turn == 2)
        #expect(group.rollCount == 0)
        #expect(group.dice.map(\.value) == flight.before?.dice.map(\.value))
        #expect(group.dice.filter(\.locked).map(\.number) == [7])
        flight.stop(.cancel)
        try await copy.close()
        try await play.close()
    }
}

/// A daemon's tables on their own store, with a player who makes legal moves.
@TableActor
private final class Play {
    let name: TableName
    let tables: Tables
    private let folder: TemporaryFolder
    private let store: SQLiteStore
    private let clock = TestClock()
    private var random: RandomCase

    static let ann = Roller(by: "ann", owner: RollOwner(1))
    private static let secret = String(repeating: "b0", count: 16)

    var table: Table {
        get throws { try #require(try tables.loaded(name)) }
    }
    var ann: Roller { Self.ann }

    /// - Parameter game: the game; `nil` for a thousand dice.
    convenience init(of game: String?, seed: Int) async throws {
        try await self.init(TemporaryFolder(), RandomCase(seed))
        let choice = game.map { GameChoice($0) }
        let dice = game == nil ? [DieShape](repeating: 6, count: 1_000) : nil
        _ = try await tables.create(
            CreateParams(table: name, SettingsChange(dice: dice), game: choice)
        )
    }

    private init(_ folder: TemporaryFolder, _ random: RandomCase) async throws {
        self.folder = folder
        self.random = random
        name = try #require(TableName("night"))
        store = try SQLiteStore(directory: folder.path + "/state")
        tables = Tables(
            store: store,
            clock: clock,
            randomness: DiceRandomness(
                seeds: .derived(from: UInt64(random.number)),
                animation: SeededGenerator(seed: UInt64(random.number))
            ),
            now: { Timestamp(millisecondsSinceEpoch: 1_800_000_000_000) },
            logger: Rig.logger
        )
        try await tables.load(isNew: false)
    }

    func close() async throws {
        try table.stopAnimation(.serverStopping)
        await tables.stop {}
        try await store.close()
    }

    /// Returns a daemon that starts from the copy that `make` writes.
    func backup(_ make: (BackupParams) async throws -> BackupResult) async throws
        -> Play
    {
        let copy = try TemporaryFolder()
        _ = try await make(BackupParams(.path(copy.path + "/copy")))
        _ = try StoreRestore.restore(
            copy.path + "/copy",
            into: copy.path + "/state",
            now: Timestamp(millisecondsSinceEpoch: 0)
        )
        let play = try await Play(copy, random)
        _ = try await play.tables.table(name)
        try await play.table.outcomeStored()
        return play
    }

    // MARK: the player

    /// Makes the next legal move.
    ///
    /// - Parameter withBackups: true to back up, restore, continue and verify at each moment of the
    ///   move.
    func step(withBackups: Bool = false) async throws {
        let group = try table.group
        if group.match?.isOver == true {
            return try await table.beginNewGame(by: "ann", standing: .owner)
        }
        if withBackups {
            try await check(group.stored) { try await self.tables.backup($0) }
        }
        if group.rollCount > 0, random.int(0...2) == 0, try await end() {
            return
        }
        if try await !roll(withBackups) {
            _ = try await end()
        }
        try await lock()
    }

    private func end() async throws -> Bool {
        let options = try table.group.game?.options?.map(\.box) ?? []
        let box = options.isEmpty ? nil : options[random.int(0...options.count - 1)]
        do {
            _ = try await table.endTurn(by: "ann", box: box)
            return true
        } catch is DiceError { return false }
    }

    /// Returns false if the rules do not allow a roll.
    private func roll(_ withBackups: Bool) async throws -> Bool {
        let group = try table.group
        let before = group.stored
        var flight: RollFlight
        if random.bool() {
            do {
                flight = try #require(
                    try await table.roll(RollParams(table: name), from: ann).flight
                )
            } catch is DiceError { return false }
        } else {
            let asked: Task<RollFlight, any Error>
            do { asked = try await ask() } catch is DiceError {
                try table.contributorLeft(RollOwner(9))
                return false
            }
            if withBackups {
                try await check(before) { try await self.tables.backup($0) }
            }
            if random.int(0...3) == 0 {
                try table.contributorLeft(RollOwner(9))
            } else {
                try table.reveal(Self.secret, from: RollOwner(9))
            }
            flight = try await asked.value
        }
        guard flight.outcome == nil else { return true }
        if withBackups {
            try await check(before) { try await self.tables.backup($0) }
        }
        if random.int(0...3) == 0 {
            let settled = { (flight: RollFlight) in try #require(flight.before) }
            if let next = try? await table.roll(
                RollParams(table: name, restart: true),
                from: ann
            )
            .flight {
                flight = next
                if withBackups {
                    try await check(settled(next)) { try await self.tables.backup($0) }
                }
            }
        }
        // The end of the flight is announced, but cannot be stored while the table's lock is held.
        try await table.lock.whileHolding {
            await Rig.advance(clock, by: .seconds(2))
            #expect(flight.outcome == .completed)
            if withBackups {
                try await check(group.stored) { params in
                    let path = params.path ?? ""
                    let made = try await self.store.backup(
                        .file(path, replacing: false),
                        WorkProgress()
                    ) { WithheldData() }
                    return BackupResult(path: path, bytes: made.bytes)
                }
            }
        }
        try await table.lock.whileHolding {}
        try await table.outcomeStored()
        return true
    }

    /// Requests a roll with a contributor.
    func ask() async throws -> Task<RollFlight, any Error> {
        let commitment = try #require(Entropy.commitment(Self.secret))
        // A contributor that was absent from a roll is not asked by the next one.
        _ = try table.contribute(
            commitment,
            by: "bo\(table.group.rollCount)",
            owner: RollOwner(9)
        )
        return try #require(
            try await table.roll(RollParams(table: name), from: ann).task
        )
    }

    private func lock() async throws {
        let group = try table.group
        guard let match = group.match, group.rollsMade > 0, !match.isOver else {
            return
        }
        let loose = group.dice.filter { !$0.locked }
        guard let rules = match.game.bank else {
            let some = loose.map(\.number).filter { _ in random.bool() }
            return try await table.changeLocks(.toggle, dice: some, by: "ann")
        }
        let best = rules.best(of: loose.map(\.value)).map { loose[$0].number }
        if !best.isEmpty {
            try await table.changeLocks(.lock, dice: best, by: "ann")
        }
    }

    // MARK: checks

    /// Makes a backup of the table, whose state is `expected`, and continues from it.
    private func check(
        _ expected: StoredTable,
        _ make: (BackupParams) async throws -> BackupResult
    ) async throws {
        let copy = try await backup(make)
        let found = try copy.table.group.stored
        // A lost turn ends when the daemon starts.
        if found.turn == expected.turn {
            #expect(
                found.dice == expected.dice && found.match == expected.match,
                "\(found) \(expected)"
            )
            #expect(found.rollCount == expected.rollCount)
            #expect(found.settings == expected.settings)
        } else {
            #expect(found.turn == expected.turn + 1)
            #expect(expected.match?.game.bank != nil)
        }
        for _ in 1...3 {
            try await copy.step()
        }
        try await copy.verify()
        try await copy.close()
    }

    /// Ends the open turn and verifies the whole history.
    func verify() async throws {
        let group = try table.group
        for _ in 1...50 where group.rollCount > 0 {
            if try await !end() {
                try await step()
            }
        }
        let page = try await store.history(
            HistoryQuery(.all, limit: 1_000, kind: .all),
            among: nil
        )
        #expect(!page.entries.isEmpty)
        #expect(!page.more)
        var verifier = HistoryVerifier(.daemon)
        do {
            for entry in page.entries.reversed() {
                try verifier.check(entry)
            }
            try verifier.finish()
        } catch { Issue.record("\(error)") }
    }
}
