import DiceModel
import DiceNotation
import DiceProof
import DiceVerifying
import DiceWire
import Foundation
import NIOConcurrencyHelpers
import Testing

@testable import DiceStore
@testable import DiceTable

@Suite struct BackupTests {
    private let table = StoredTable(new: .default, sides: [6, 6])

    private func withTurn(_ body: (SQLiteStore, String, Turn) async throws -> Void)
        async throws
    {
        try await withFolder { folder in
            let store = try SQLiteStore(directory: folder + "/state")
            try await store.create(table)
            try await store.saveRoll(of: table)
            let turn = try await store.endTurn(of: table)
            try await store.save(table.next.rolled(1), adding: table.roll(1))
            try FileManager.default.createDirectory(
                atPath: folder + "/copy",
                withIntermediateDirectories: true
            )
            try await body(store, folder + "/copy/diced.sqlite", turn)
            try await store.close()
        }
    }

    @Test("a backup is a valid store") func aCopyIsAStore() async throws {
        try await withTurn { store, path, turn in
            let size = try await store.backup(to: path, replacing: false)
            #expect(FileManager.default.contents(atPath: path)?.count == size)
            var info = stat()
            #expect(stat(path, &info) == 0)
            #expect(info.st_mode & 0o7777 == 0o600)
            let folder = String(path.dropLast("/diced.sqlite".count))
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder) == [
                    "diced.sqlite"
                ]
            )
            #expect(try StoreCheck.problems(directory: folder) == [])
            let copy = try SQLiteStore(directory: folder)
            #expect(!copy.isNew)
            let restored = try #require(try await copy.tables().first)
            #expect(
                restored.seeded(as: table) == table.next.rolled(1).seeded(as: table)
            )
            // The backup has the commitment of the open turn but not its seed, and a different seed
            // for the next throw.
            let next = try #require(table.next.seed)
            let told = try #require(restored.seed)
            #expect(told.commitment == next.commitment)
            #expect(told.seed == nil)
            #expect(told.isDerived)
            #expect(restored.throwSeed?.seed != nil)
            #expect(restored.throwSeed != table.next.throwSeed)
            let secrets = [next.seed?.hex, table.next.throwSeed?.seed?.hex].compactMap(
                \.self
            )
            let bytes = try #require(FileManager.default.contents(atPath: path))
            #expect(secrets.count == 2)
            #expect(secrets.allSatisfy { bytes.firstRange(of: Data($0.utf8)) == nil })
            #expect(
                try await copy.history(
                    HistoryQuery(of: .default, limit: 9, before: nil)
                ).turns == [
                    turn
                ]
            )
            let ended = try await copy.endTurn(of: table.next)
            #expect(ended.rolls == [table.roll(1)])
            try await copy.close()
        }
    }

    /// The backup omits later commits, however long the copying takes, and does not delay any
    /// write.
    @Test("a backup is a snapshot of one moment") func aCopyIsOfOneMoment() async throws {
        try await withTurn { store, path, _ in
            let names = try (0..<200).map { try TableName(valid: "t\($0)") }
            for name in names {
                try await store.create(
                    StoredTable(new: name, sides: Array(repeating: 6, count: 900))
                )
            }
            let isDone = NIOLockedValueBox(false)
            let copying = Task {
                defer {
                    isDone.withLockedValue { $0 = true }
                }
                _ = try await store.backup(to: path, replacing: false)
            }
            var rolls = 0
            while !isDone.withLockedValue({ $0 }) {
                rolls += 1
                // The first and the last table in the file, which change together.
                for name in [names[0], names[199]] {
                    var table = StoredTable(
                        new: name,
                        sides: Array(repeating: 6, count: 900)
                    )
                    table.turn = rolls
                    try await store.save(table, adding: nil)
                }
            }
            try await copying.value
            let copy = try SQLiteStore(
                directory: String(path.dropLast("/diced.sqlite".count))
            )
            let turns = [
                try await copy.table(names[0])?.turn,
                try await copy.table(names[199])?.turn,
            ]
            // Between the two saves the first table is ahead by one turn.
            let first = try #require(turns[0])
            let last = try #require(turns[1])
            #expect(abs(first - last) <= 1, "\(turns)")
            try await copy.close()
        }
    }

    @Test("a backup does not overwrite an existing file") func aFileThatIsThereIsKept() async throws
    {
        try await withTurn { store, path, _ in
            #expect(
                FileManager.default.createFile(
                    atPath: path,
                    contents: Data("mine".utf8)
                )
            )
            let error = try await failure {
                _ = try await store.backup(to: path, replacing: false)
            }
            #expect(error.description.hasPrefix(path + " exists"))
            #expect(FileManager.default.contents(atPath: path) == Data("mine".utf8))
            try FileManager.default.removeItem(atPath: path)
            for isThere in [false, true] {
                _ = try await store.backup(to: path, replacing: isThere)
            }
            #expect(
                try StoreCheck.problems(
                    directory: String(path.dropLast("/diced.sqlite".count))
                )
                    == []
            )
        }
    }

    /// A link is never followed; an empty file may be a lock.
    @Test(
        "a backup replaces only another backup",
        arguments: ["pipe", "link", "hard link", "lock", "text", "database"]
    )
    func onlyABackupIsReplaced(_ kind: String) async throws {
        try await withTurn { store, path, _ in
            let other = path + ".other"
            _ = try await store.backup(to: other, replacing: false)
            switch kind {
            case "pipe": #expect(mkfifo(path, 0o600) == 0)
            case "link": #expect(symlink(other, path) == 0)
            case "hard link": #expect(link(store.file, path) == 0)
            case "database": try raw(path, "CREATE TABLE mine (text TEXT)")
            default:
                let text = Data(
                    (kind == "lock" ? "" : String(repeating: "mine ", count: 100)).utf8
                )
                #expect(FileManager.default.createFile(atPath: path, contents: text))
            }
            var before = stat()
            var after = stat()
            #expect(lstat(path, &before) == 0)
            let error = try await failure {
                _ = try await store.backup(to: path, replacing: true)
            }
            #expect(error.description.contains("is not a backup"), "\(error)")
            #expect(lstat(path, &after) == 0)
            #expect(before.st_ino == after.st_ino)
            #expect(before.st_size == after.st_size)
            // SQLite's locks on the store still hold: no other program can write to the store in
            // the middle of a change.
            try await store.save(table.next.rolled(2), adding: table.roll(2))
        }
    }

    /// The backup does not contain the faces of a throw in flight. The throw stays in its history,
    /// so that there is no gap.
    @Test("a backup does not contain the faces of a throw in flight")
    func aCopyKnowsNoFaceOfAThrowInFlight() async throws {
        try await withTurn { store, path, _ in
            let seed = SeedSource.derived(from: 3).seed(table: "default", throw: 1)
            let secret = "4d6: 6 5 4 3 = 18"
            let result = ThrowResult(
                table: "default",
                number: 1,
                expression: "4d6",
                by: "ann",
                values: ParameterValues(["bonus": 2]),
                group: ThrowGroup("fight-1"),
                outcome: .completed,
                total: 18,
                dice: [
                    ThrowDie(die: 1, sides: 6, value: 6, kept: true, flags: ["hidden"])
                ],
                text: secret,
                faces: [6, 5, 4, 1_234],
                chance: .nothing,
                proof: EntryProof(commitment: seed.commitment, edition: Edition.current)
            )
            try await store.begin(
                StoredThrow(
                    result: result,
                    sides: [6, 6, 6, 4_321],
                    seed: seed,
                    nextSeed: SeedSource.derived(from: 3).seed(
                        table: "default",
                        throw: 2
                    )
                ),
                at: Timestamp(millisecondsSinceEpoch: 1)
            )
            _ = try await store.backup(to: path, replacing: false)
            let bytes = try #require(FileManager.default.contents(atPath: path))
            for text in [
                try #require(seed.seed).hex, secret, "hidden", "4321,1234",
                "[6,5,4,1234]",
            ] {
                #expect(bytes.firstRange(of: Data(text.utf8)) == nil, "\(text)")
            }
            let folder = String(path.dropLast("/diced.sqlite".count))
            #expect(try StoreCheck.problems(directory: folder) == [])
            let copy = try SQLiteStore(directory: folder)
            try await copy.endLeftThrows(at: Timestamp(millisecondsSinceEpoch: 2))
            let page = try await copy.history(HistoryQuery(.all, kind: .throw))
            guard case .thrown(let left) = page.entries.first else {
                Issue.record("\(page)")
                return
            }
            #expect(left.number == 1)
            #expect(left.expression == "4d6")
            #expect(left.group == result.group)
            #expect(left.values == result.values)
            #expect(left.commitment == seed.commitment)
            #expect(left.outcome == .cancelled)
            #expect(left.total == nil)
            #expect(left.chain != nil)
            #expect(left.dice == [])
            #expect(left.faces == nil)
            #expect(left.seed == nil)
            #expect(left.edition == Edition.current)
            #expect(left == left.withoutFaces)
            var verifier = HistoryVerifier(.daemon)
            var alone = left
            alone.proof.take(Chain.link(left, after: Chain.start))
            try verifier.check(.thrown(alone))
            #expect(verifier.reports[0].thrown.restored == 1)
            try await copy.close()
            // The daemon's own store has the complete throw.
            _ = try await store.end(
                SealedThrow(result),
                at: Timestamp(millisecondsSinceEpoch: 3)
            )
        }
    }

    /// The backup contains nothing derived from the faces: the bytes do not differ.
    @Test(
        "a backup of a throw in flight does not depend on its faces",
        arguments: [
            "2d6 + 3 vs 9", "2d6 + 3 => 9..: hit, else: miss", "2x1d6 vs 4",
            "3d{hit,2 hit,miss}",
            "1d6!",
            "1d6/(1d6-2)",
        ]
    )
    func aCopyOfAThrowInFlightIsTheSameWhateverItsFaces(_ text: String) async throws {
        let expression = try Expression(parsing: text)
        let seed = SeedSource.derived(from: 3).seed(table: "default", throw: 1)
        let table = StoredTable(new: .default, sides: [6])
        for recipients in [nil, ["gm"]] as [[String]?] {
            var copies: [Data] = []
            var outcomes: Set<ThrowOutcome> = []
            for face in [1, 2, 3] {
                var drawn = face - 1
                let evaluation = try Edition.evaluate(expression, of: Edition.current) { sides in
                    drawn += 1
                    return min(drawn, sides)
                }
                var result = ThrowResult(
                    evaluation,
                    table: "default",
                    number: 1,
                    expression: text,
                    by: "ann",
                    outcome: .cancelled
                )
                outcomes.insert(result.outcome)
                result.faces = evaluation.draws.map(\.face)
                result.chance = .nothing
                result.proof = EntryProof(
                    commitment: seed.commitment,
                    edition: Edition.current
                )
                result.seenBy = recipients
                var hidden: ThrowResult?
                if recipients != nil {
                    hidden = result.withoutFaces
                    hidden?.seenBy = nil
                    hidden?.hidden = true
                }
                let thrown = StoredThrow(
                    result: result,
                    hidden: hidden,
                    sides: evaluation.draws.map(\.sides),
                    seed: seed,
                    nextSeed: SeedSource.derived(from: 3).seed(
                        table: "default",
                        throw: 2
                    )
                )
                try await withFolder { folder in
                    let store = try SQLiteStore(directory: folder + "/state")
                    try await store.create(table)
                    try await store.begin(
                        thrown,
                        at: Timestamp(millisecondsSinceEpoch: 1)
                    )
                    try FileManager.default.createDirectory(
                        atPath: folder + "/copy",
                        withIntermediateDirectories: true
                    )
                    let path = folder + "/copy/diced.sqlite"
                    _ = try await store.backup(to: path, replacing: false)
                    try await store.close()
                    copies.append(
                        try #require(FileManager.default.contents(atPath: path))
                    )
                    let copy = try SQLiteStore(directory: folder + "/copy")
                    try await copy.endLeftThrows(
                        at: Timestamp(millisecondsSinceEpoch: 2)
                    )
                    let query = HistoryQuery(.all, kind: .throw, viewer: "gm")
                    let entry = try #require(
                        try await copy.history(query, among: nil).entries.first?.thrown
                    )
                    #expect(entry == entry.withoutFaces)
                    #expect(entry.outcome == .cancelled)
                    var verifier = HistoryVerifier(.daemon)
                    try verifier.check(.thrown(entry))
                    #expect(verifier.reports[0].thrown.restored == 1)
                    try await copy.close()
                }
            }
            #expect(Set(copies).count == 1)
            // One of the expressions fails, and the backup does not reveal which.
            #expect(outcomes.count == (text.contains("/") ? 2 : 1))
        }
    }

    /// The table is in its state before the roll; changes made after the copy have no effect.
    @Test("a backup does not contain the faces of a roll in flight", arguments: [1, 2])
    func aCopyKnowsNoFaceOfARollInFlight(_ number: Int)
        async throws
    {
        try await withTurn { store, path, _ in
            // A turn with a roll that is replaced or followed by roll `number`.
            var before = table.next.rolled(number - 1)
            before.dice = [
                TurnDie(die: 1, sides: 6, value: 2, locked: false),
                TurnDie(die: 2, sides: 6, value: 3, locked: true),
            ]
            var moving = before.rolled(number)
            var roll = table.roll(number)
            moving.dice[0] = TurnDie(die: 1, sides: 987, value: 654, locked: false)
            roll.rolled = [1]
            roll.values = [654, 3]
            roll.outcome = .cancelled
            before.dice[0].sides = 987
            try await store.save(moving, adding: roll)
            let elsewhere = try TableName(valid: "elsewhere")
            let untold = WithheldData(tables: [
                before, StoredTable(new: elsewhere, sides: [6]),
            ])
            _ = try await store.backup(to: path, replacing: false) { untold }
            let bytes = try #require(FileManager.default.contents(atPath: path))
            for text in [":654", "[654"] {
                #expect(bytes.firstRange(of: Data(text.utf8)) == nil, "\(text)")
            }
            let folder = String(path.dropLast("/diced.sqlite".count))
            #expect(try StoreCheck.problems(directory: folder) == [])
            let copy = try SQLiteStore(directory: folder)
            #expect(
                try await copy.tables().map { $0.seeded(as: table) } == [
                    before.seeded(as: table)
                ]
            )
            // The restored turn continues.
            try await copy.save(before.rolled(number), adding: table.roll(number))
            let ended = try await copy.endTurn(
                before.rolled(number).ending,
                leaving: before.next
            )
            #expect(ended.rolls.map(\.roll) == Array(1...number))
            try await copy.close()

            var later = before
            var another = before
            later.rollCount = number
            another.seed = SeedSource.kernel.seed(table: "default", turn: before.turn)
            for others in [later, another, before.next] {
                _ = try await store.backup(to: path + "2", replacing: true) {
                    WithheldData(tables: [others])
                }
                let bytes = try #require(
                    FileManager.default.contents(atPath: path + "2")
                )
                #expect(bytes.firstRange(of: Data("[654".utf8)) != nil)
            }
        }
    }

    /// A roll that is waiting for contributors is not in the backup. If the daemon has died in the
    /// meantime, the roll is void.
    @Test("a backup does not contain a roll that waits for contributors")
    func aCopyKnowsNothingOfARollThatWaits()
        async throws
    {
        try await withTurn { store, path, _ in
            let before = table.next.rolled(1)
            var void = table.roll(2)
            void.outcome = .void
            void.rolled = []
            void.reason = .serverStopping
            try await store.ask(before.rolled(2), for: void)
            _ = try await store.backup(to: path, replacing: false)
            let folder = String(path.dropLast("/diced.sqlite".count))
            let copy = try SQLiteStore(directory: folder)
            #expect(
                try await copy.tables().map { $0.seeded(as: table) } == [
                    before.seeded(as: table)
                ]
            )
            let ended = try await copy.endTurn(of: before)
            #expect(ended.rolls == [table.roll(1)])
            try await copy.close()

            _ = try copyRunning(store.file, into: folder + "/killed")
            let next = try SQLiteStore(directory: folder + "/killed")
            _ = try await next.backup(to: folder + "/last", replacing: false)
            try await next.close()
            try FileManager.default.createDirectory(
                atPath: folder + "/again",
                withIntermediateDirectories: true
            )
            try FileManager.default.moveItem(
                atPath: folder + "/last",
                toPath: folder + "/again/diced.sqlite"
            )
            let again = try SQLiteStore(directory: folder + "/again")
            let turn = try await again.endTurn(
                before.rolled(2).ending,
                leaving: before.next
            )
            #expect(
                turn.rolls.map(\.outcome) == [.completed, .void]
                    && turn.rolls[1].reason == .serverStopping
            )
            try await again.close()
        }
    }

    @Test("a backup that cannot be written is reported") func whatCannotBeWrittenIsSaid()
        async throws
    {
        try await withTurn { store, path, _ in
            let folder = String(path.dropLast("/diced.sqlite".count))
            for (place, words) in [
                (folder + "/none/b", "No such file or directory"),
                (folder + "/\(String(repeating: "x", count: 300))", "too long"),
                (store.file, "state folder"),
                (folder + "/../state/copy", "state folder"),
            ] {
                let error = try await failure {
                    _ = try await store.backup(to: place, replacing: true)
                }
                #expect(error.description.contains(words), "\(error)")
            }
            let error = try await failure {
                _ = try await store.backup(to: folder, replacing: true)
            }
            #expect(error.description.contains("is not a backup"), "\(error)")
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder) == [],
                "nothing is left behind"
            )
        }
    }

    @Test("a cancelled backup leaves no file") func aCancelledCopyLeavesNothing() async throws {
        try await withTurn { store, path, _ in
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                _ = try await store.backup(to: path, replacing: false)
            }
            await #expect(throws: StoreError.self) { try await task.value }
            let folder = String(path.dropLast("/diced.sqlite".count))
            let left = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(left == [])
        }
    }

    // MARK: other targets

    @Test("a backup that is streamed has no file name and is a valid store")
    func aCopyThatIsReadHasNoNameAndIsAStore() async throws {
        try await withTurn { store, path, turn in
            let folder = String(store.file.dropLast("/diced.sqlite".count))
            let before = try Set(
                FileManager.default.contentsOfDirectory(atPath: folder)
            )
            let progress = WorkProgress()
            let made = try await store.backup(.reader, progress) { WithheldData() }
            #expect(
                try Set(FileManager.default.contentsOfDirectory(atPath: folder))
                    .subtracting(before)
                    .isEmpty
            )
            let reader = try #require(made.reader)
            var bytes: [UInt8] = []
            while case let part = try await reader.next(10_000), !part.isEmpty {
                bytes += try #require(Base64.bytes(of: part))
            }
            #expect(bytes.count == made.bytes)
            #expect(made.path == nil)
            #expect(try await reader.next(1) == "")
            #expect(progress.current.total > 0)
            #expect(progress.current.done <= progress.current.total)
            #expect(FileManager.default.createFile(atPath: path, contents: Data(bytes)))
            let copy = try SQLiteStore(
                directory: String(path.dropLast("/diced.sqlite".count))
            )
            #expect(
                try await copy.history(
                    HistoryQuery(of: .default, limit: 9, before: nil)
                ).turns == [
                    turn
                ]
            )
            try await copy.close()
        }
    }

    @Test("rotated backups are in a folder that only the store's user can access")
    func aRowIsInAFolderOfTheStoresUserAlone() async throws {
        try await withTurn { store, _, _ in
            let folder = String(store.file.dropLast("diced.sqlite".count)) + "backups"
            func names() throws -> [String] {
                try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            }
            let instant = Timestamp(millisecondsSinceEpoch: 1_795_611_855_000)
            func add(_ count: Int) async throws -> String? {
                try await store.backup(
                    .row(keeping: count, at: instant),
                    WorkProgress()
                ) {
                    WithheldData()
                }.path
            }
            #expect(try await add(3) == folder + "/diced-20261125T130415Z.sqlite")
            #expect(try await add(3) == folder + "/diced-20261125T130415Z.2.sqlite")
            var status = stat()
            #expect(stat(folder, &status) == 0)
            #expect(status.st_mode & 0o7777 == 0o700)
            chmod(folder, 0o755)
            for name in ["diced-20200101T000000Z.sqlite", "notes"] {
                #expect(
                    FileManager.default.createFile(
                        atPath: folder + "/" + name,
                        contents: Data()
                    )
                )
            }
            _ = try await add(3)
            #expect(stat(folder, &status) == 0)
            #expect(status.st_mode & 0o7777 == 0o700)
            let copies = [
                "diced-20261125T130415Z.2.sqlite", "diced-20261125T130415Z.3.sqlite",
            ]
            #expect(try names() == copies + ["diced-20261125T130415Z.sqlite", "notes"])
        }
    }

    @Test("an unusable folder for rotated backups is named in the error")
    func aFolderOfARowThatCannotBeUsedIsNamed() async throws {
        try await withTurn { store, _, _ in
            let folder = String(store.file.dropLast("diced.sqlite".count)) + "backups"
            #expect(
                FileManager.default.createFile(
                    atPath: folder,
                    contents: Data("mine".utf8)
                )
            )
            let instant = Timestamp(millisecondsSinceEpoch: 0)
            let error = try await failure {
                _ = try await store.backup(
                    .row(keeping: 1, at: instant),
                    WorkProgress()
                ) {
                    WithheldData()
                }
            }
            #expect(
                error.description.contains("the folder \(folder) cannot be used"),
                "\(error)"
            )
            #expect(FileManager.default.contents(atPath: folder) == Data("mine".utf8))
        }
    }

    /// The files in the state in which a crash in the middle of a backup leaves them.
    @Test("the next start removes the parts of an unfinished backup")
    func theNextStartRemovesThePartsOfACopy() async throws {
        try await withTurn { store, path, _ in
            let state = String(store.file.dropLast("/diced.sqlite".count))
            let target = String(path.dropLast("/diced.sqlite".count))
            for kind in [BackupTarget.file(path, replacing: false), .reader] {
                let (parts, notes) = try await partsAndNotes(
                    of: store,
                    kind,
                    state,
                    target
                )
                #expect(parts.count == 2)
                #expect(notes.count == 2)
                for (name, contents) in parts {
                    try contents.write(to: URL(filePath: name))
                }
                for (name, leads) in notes {
                    #expect(symlink(leads, name) == 0)
                }
                // This is not one of our files, whatever link or path leads to it.
                try Data("mine".utf8).write(to: URL(filePath: target + "/mine"))
                #expect(symlink(target + "/mine", state + "/diced.backup.abcdef") == 0)
                _ = try copyRunning(store.file, into: target + "/next")
                for name in notes.keys {
                    #expect(
                        symlink(notes[name] ?? "", target + "/next/" + fileName(name))
                            == 0
                    )
                }
                let next = try SQLiteStore(directory: target + "/next")
                try await next.close()
                for name in parts.keys {
                    #expect(!FileManager.default.fileExists(atPath: name), "\(name)")
                }
                let left = try FileManager.default.contentsOfDirectory(
                    atPath: target + "/next"
                )
                #expect(!left.contains { $0.hasPrefix("diced.backup.") })
                #expect(
                    FileManager.default.contents(atPath: target + "/mine")
                        == Data("mine".utf8)
                )
                try FileManager.default.removeItem(atPath: target + "/next")
                for name in notes.keys + [state + "/diced.backup.abcdef"] {
                    unlink(name)
                }
            }
        }
    }

    private func fileName(_ path: String) -> String {
        String(path.split(separator: "/").last ?? "")
    }

    /// Returns the state in the middle of a copy: the files by path, and the targets of the links
    /// in the state folder.
    private func partsAndNotes(
        of store: SQLiteStore,
        _ target: BackupTarget,
        _ state: String,
        _ folder: String
    ) async throws -> (parts: [String: Data], notes: [String: String]) {
        let found = NIOLockedValueBox(
            (parts: [String: Data](), notes: [String: String]())
        )
        let task = Task {
            try await store.backup(target, WorkProgress()) {
                let names =
                    (try? FileManager.default.contentsOfDirectory(atPath: state)) ?? []
                for name in names where name.hasPrefix("diced.backup.") {
                    let note = state + "/" + name
                    let leads =
                        (try? FileManager.default.destinationOfSymbolicLink(
                            atPath: note
                        )) ?? ""
                    found.withLockedValue {
                        $0.notes[note] = leads
                        $0.parts[leads] = FileManager.default.contents(atPath: leads)
                    }
                }
                withUnsafeCurrentTask { $0?.cancel() }
                return WithheldData()
            }
        }
        await #expect(throws: StoreError.self) { try await task.value }
        return found.withLockedValue { $0 }
    }
}
