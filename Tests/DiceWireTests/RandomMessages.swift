import DiceGames
import DiceModel
import DiceNotation
import DiceTestSupport

@testable import DiceWire

/// A protocol value that can be generated at random, as the daemon or a client would send it.
protocol RandomMessage: JSONWritable, Equatable {
    init(_ random: inout RandomCase)
}

extension RandomCase {
    /// Every type whose written form can be read back unchanged.
    static let messages: [any (RandomMessage & JSONReadable).Type] = [
        DieState.self, DiePlan.self, FlightPlan.self, TableSnapshot.self, Frame.self,
        TurnDie.self,
        RollRecord.self,
        Turn.self, HistoryPage.self,
        ThrowDie.self, FlyingDie.self, TargetCheck.self, ThrowResult.self,
        ThrowFrame.self,
        HistoryEntry.self,
        FaceCounts.self, FaceStatistics.self, SavedRoll.self, SavedRolls.self,
        EmptyObject.self, HelloResult.self, StatusResult.self, TableSummary.self,
        ListResult.self,
        RollResult.self,
        CancelResult.self, BackupResult.self, Archived.self, PruneResult.self,
        TableEvent.self,
        Notification.self,
        WireError.Details.self,
        WireError.self,
        RequestID.self, Correction.self, Rest.self,
    ]

    mutating func maybe<Value>(_ value: (inout RandomCase) -> Value) -> Value? {
        bool() ? value(&self) : nil
    }

    mutating func many<Value>(
        _ count: ClosedRange<Int>,
        _ value: (inout RandomCase) -> Value
    )
        -> [Value]
    {
        (0..<int(count)).map { _ in value(&self) }
    }

    mutating func messages<Message: RandomMessage>(_ count: ClosedRange<Int>)
        -> [Message]
    {
        many(count) { Message(&$0) }
    }

    /// Returns a number, small more often than large.
    mutating func number() -> Int {
        int(1...9) > 2 ? int(1...1_000) : int(1...(1 << 53) - 1)
    }
    mutating func real() -> Double {
        Double(int(-9_999...9_999)) / 4
    }
    mutating func count() -> Int {
        number() - 1
    }
    mutating func dieNumbers() -> [Int] {
        Set(many(0...4) { $0.int(1...1_000) }).sorted()
    }
    /// Returns a face for every die of a table.
    mutating func faces() -> [Int] {
        many(1...4) { $0.int(1...1_000) }
    }
    /// Returns every die of a table, in order.
    mutating func dice<Die: RandomMessage>(_ number: WritableKeyPath<Die, Int>) -> [Die] {
        (1...int(1...4)).map { die in
            var state = Die(&self)
            state[keyPath: number] = die
            return state
        }
    }
    /// Returns some of a table's dice.
    mutating func someDice() -> [DieState] {
        dice(\.die).filter { _ in bool() }
    }
    mutating func element<Value>(_ values: [Value]) -> Value {
        values[int(0...(values.count - 1))]
    }

    mutating func tableName() -> TableName {
        element(
            ["default", "t1", "A", "a.b_c-9", String(repeating: "x", count: 64)]
                .compactMap {
                    TableName($0)
                }
        )
    }

    mutating func rollName() -> RollName {
        element(
            ["attack", "A", "a_b-9", String(repeating: "x", count: 64)].compactMap {
                RollName($0)
            }
        )
    }

    mutating func label() -> String {
        element([
            "ann", "bo \"b\" \\", "é🎲", "👩‍👩‍👧", "/", "a'b", "名前",
            String(repeating: "l", count: 64),
        ])
    }

    mutating func hex(_ digits: Int) -> String {
        (1...digits).map { _ in String(int(0...15), radix: 16) }.joined()
    }
    mutating func digest() -> String {
        hex(64)
    }
    mutating func entropy() -> String {
        hex(32)
    }
    mutating func reveals() -> [String] {
        many(0...2) { $0.entropy() }
    }
    mutating func labels() -> [String] {
        Set(many(1...3) { $0.label() }).sorted()
    }
    mutating func timestamp() -> Timestamp {
        Timestamp(millisecondsSinceEpoch: Int64(int(0...4_000_000_000_000)))
    }
}

extension DieState: RandomMessage {
    init(_ random: inout RandomCase) {
        let sides = random.int(2...1_000)
        self.init(
            die: random.int(1...1_000),
            sides: sides,
            value: random.int(1...sides),
            locked: random.bool(),
            animating: random.bool(),
            faces: random.maybe { $0.ownFaces(sides) }
        )
    }
}

extension SettingsInTurn {
    init(_ random: inout RandomCase) {
        var settings = TableSettings(
            players: random.maybe { Set($0.many(0...3) { $0.label() }).sorted() },
            up: random.maybe { $0.label() },
            rollsPerTurn: random.maybe { $0.int(1...1_000) }
        )
        let rollsLeft = random.maybe { $0.count() }
        settings.pace = random.maybe { Double($0.int(1...16)) / 4 }
        settings.hand = random.maybe { $0.bool() }
        self.init(settings: settings, rollsLeft: rollsLeft)
    }
}

extension TableSnapshot: RandomMessage {
    init(_ random: inout RandomCase) {
        let table = random.tableName().description
        let revision = random.number()
        let turn = random.number()
        let roll = random.count()
        let rolling = random.bool()
        let by = random.maybe { $0.label() }
        let settings = SettingsInTurn(&random)
        self.init(
            table: table,
            revision: revision,
            turn: turn,
            roll: roll,
            rolling: rolling,
            by: by,
            settings: settings.settings,
            rollsLeft: settings.rollsLeft,
            owner: random.maybe { $0.label() },
            watchers: random.count(),
            watching: random.maybe { $0.labels() },
            total: random.maybe { $0.count() },
            commitment: random.maybe { $0.digest() },
            throwCommitment: random.maybe { $0.digest() },
            contributors: random.maybe { $0.messages(1...2) },
            archived: random.maybe { Archived(&$0) },
            dice: random.dice(\.die),
            game: random.maybe { GameState(&$0) },
            flight: random.maybe { FlightPlan(&$0) }
        )
    }
}

extension Archived: RandomMessage {
    init(_ random: inout RandomCase) {
        self.init(
            entries: random.count(),
            last: random.number(),
            chain: random.digest(),
            at: random.timestamp()
        )
    }
}

extension PruneResult: RandomMessage {
    init(_ random: inout RandomCase) {
        self.init(pruned: random.count(), archived: random.maybe { Archived(&$0) })
    }
}

extension DiePlan: RandomMessage {
    init(_ random: inout RandomCase) {
        var time = 0.0
        let times = random.many(11...11) { random in
            time += Double(random.int(1...9_999)) / 10
            return time
        }
        self.init(
            die: random.int(1...1_000),
            values: random.many(10...10) { $0.int(-1...1_000) },
            times: times
        )
    }
}

extension FlightPlan: RandomMessage {
    init(_ random: inout RandomCase) {
        self.init(
            elapsed: Double(random.int(0...99_999)) / 10,
            plan: random.dice(\.die)
        )
    }
}

extension Frame: RandomMessage {
    init(_ random: inout RandomCase) {
        self.init(
            table: random.tableName().description,
            revision: random.number(),
            turn: random.number(),
            roll: random.count(),
            rolling: random.bool(),
            dice: random.someDice()
        )
    }
}

extension TurnDie: RandomMessage {
    init(_ random: inout RandomCase) {
        let sides = random.int(2...1_000)
        self.init(
            die: random.int(1...1_000),
            sides: sides,
            value: random.int(1...sides),
            locked: random.bool(),
            faces: random.maybe { $0.ownFaces(sides) }
        )
    }
}

extension RollChance {
    init(_ random: inout RandomCase) {
        self.init(
            entropy: random.maybe { $0.bool() ? "" : $0.entropy() },
            reveals: random.maybe { $0.reveals() },
            entered: random.maybe { _ in true }
        )
    }
}

extension RollRecord: RandomMessage {
    init(_ random: inout RandomCase) {
        self.init(
            roll: random.number(),
            by: random.label(),
            at: random.timestamp(),
            outcome: random.element(RollOutcome.allCases),
            rolled: random.dieNumbers(),
            values: random.faces(),
            chance: RollChance(&random),
            reason: random.maybe { $0.element(CancelReason.allCases) },
            absent: random.maybe { $0.labels() },
            bot: random.maybe { _ in true }
        )
    }
}

extension Contributor: RandomMessage {
    init(_ random: inout RandomCase) {
        self.init(
            by: random.label(),
            commitment: random.digest(),
            nextTurn: random.maybe { $0.bool() }
        )
    }
}

extension ContributeResult: RandomMessage {
    init(_ random: inout RandomCase) {
        self.init(contributors: random.messages(0...2))
    }
}

extension Turn: RandomMessage {
    init(_ random: inout RandomCase) {
        self.init(
            id: random.number(),
            table: random.tableName().description,
            turn: random.number(),
            endedAt: random.timestamp(),
            by: random.label(),
            rolls: random.messages(0...2),
            dice: random.dice(\.die),
            total: random.count(),
            absent: random.maybe { _ in true },
            bot: random.maybe { _ in true },
            proof: EntryProof(
                commitment: random.maybe { $0.digest() },
                seed: random.maybe { $0.digest() },
                digest: random.maybe { $0.digest() },
                chain: random.maybe { $0.digest() },
                seeded: random.maybe { _ in true },
                edition: random.maybe { $0.int(0...4) }
            ),
            match: TurnMatch(
                score: random.maybe { Match.Score(&$0) },
                game: random.maybe { $0.element(Game.all) },
                players: random.maybe { $0.labels() },
                winners: random.maybe { $0.labels() },
                hand: random.maybe { _ in true }
            ),
            nextCommitment: random.maybe { $0.digest() },
            up: random.maybe { $0.label() }
        )
    }
}

extension Sheet: RandomMessage {
    init(_ random: inout RandomCase) {
        self.init(
            player: random.maybe { $0.label() },
            boxes: random.maybe { [NamedPoints("ones", $0.count())] } ?? [],
            bonuses: random.maybe { [NamedPoints("upper", $0.count())] } ?? [],
            total: random.count()
        )
    }
}

extension BoxOption: RandomMessage {
    init(_ random: inout RandomCase) {
        self.init("chance", random.count(), isJoker: random.bool())
    }
}

extension GameState: RandomMessage {
    init(_ random: inout RandomCase) {
        self.init(
            name: random.label(),
            match: random.number(),
            round: random.number(),
            rounds: random.maybe { $0.number() },
            over: random.bool(),
            winners: random.maybe { $0.labels() },
            sheets: random.messages(0...2),
            options: random.maybe { $0.messages(0...2) },
            turn: random.maybe { $0.count() }
        )
    }
}

extension Match.Score: RandomMessage {
    init(_ random: inout RandomCase) {
        self.init(
            match: random.number(),
            box: random.maybe { $0.label() },
            points: random.count(),
            bonuses: random.maybe { [NamedPoints("upper", $0.count())] } ?? [],
            isBust: random.bool()
        )
    }
}

extension MatchRecord: RandomMessage {
    init(_ random: inout RandomCase) {
        self.init(
            match: random.number(),
            game: random.label(),
            startedAt: random.timestamp(),
            endedAt: random.maybe { $0.timestamp() },
            winners: random.maybe { $0.labels() },
            sheets: random.messages(0...2)
        )
    }
}

extension MatchesResult: RandomMessage {
    init(_ random: inout RandomCase) {
        self.init(matches: random.messages(0...2), more: random.bool())
    }
}

extension HistoryPage: RandomMessage {
    init(_ random: inout RandomCase) {
        self.init(
            entries: random.messages(0...2),
            more: random.bool(),
            archived: random.maybe { Archived(&$0) }
        )
    }
}

extension Correction: RandomMessage {
    init(_ random: inout RandomCase) {
        let bonuses = random.maybe { [NamedPoints("upper", $0.count())] } ?? []
        self.init(
            id: random.number(),
            table: random.tableName().description,
            endedAt: random.timestamp(),
            by: random.label(),
            turn: random.number(),
            score: Match.Score(
                match: random.number(),
                box: random.label(),
                points: random.count(),
                bonuses: bonuses
            ),
            winners: random.maybe { $0.labels() },
            edition: random.count(),
            digest: random.maybe { $0.digest() },
            chain: random.digest()
        )
    }
}

extension Rest: RandomMessage {
    init(_ random: inout RandomCase) {
        self.init(
            id: random.number(),
            table: random.tableName().description,
            endedAt: random.timestamp(),
            by: random.label(),
            player: random.label(),
            rests: random.bool(),
            joins: random.maybe { _ in true },
            match: random.number(),
            winners: random.maybe { $0.labels() },
            edition: random.count(),
            digest: random.digest(),
            chain: random.digest()
        )
    }
}

extension HistoryEntry: RandomMessage {
    init(_ random: inout RandomCase) {
        switch random.int(1...4) {
        case 1:
            self = .corrected(Correction(&random))
            return
        case 2:
            self = .rested(Rest(&random))
            return
        default: break
        }
        guard random.bool() else {
            self = .turn(Turn(&random))
            return
        }
        var thrown = ThrowResult(&random)
        thrown.id = random.number()
        thrown.endedAt = random.timestamp()
        thrown.edition = random.maybe { $0.int(0...5) }
        thrown.digest = random.maybe { $0.digest() }
        self = .thrown(thrown)
    }
}

extension ThrowDie: RandomMessage {
    init(_ random: inout RandomCase) {
        self.init(
            die: random.int(1...1_000),
            sides: random.int(1...1_000_000),
            value: random.int(-3...1_000_000),
            kept: random.bool(),
            flags: random.maybe { _ in ["exploded", "critical"] } ?? [],
            fate: random.maybe { _ in true }
        )
        if random.int(0...3) == 0 {
            value = 0
            kept = true
            flags = []
            hidden = true
        }
    }
}

/// A die in a throw in flight, in its written form.
struct FlyingDie: RandomMessage, JSONReadable {
    var state: DieState

    init(_ random: inout RandomCase) {
        state = DieState(
            die: random.int(1...1_000),
            sides: random.int(1...1_000_000),
            value: random.int(-3...1_000_000),
            animating: random.bool(),
            fate: random.maybe { _ in true },
            faces: random.maybe { $0.many(2...4) { $0.label() } }
        )
        if state.faces == nil {
            state.facesOf = random.maybe { $0.int(1...1_000) }
        }
        if random.int(0...3) == 0 {
            state.value = 0
            state.hidden = true
        }
    }

    init(json: JSONValue) throws(JSONMismatch) {
        state = try DieState.membersInThrow.read(json)
    }
    func write(to json: inout JSONWriter) {
        DieState.membersInThrow.write(state, to: &json)
    }
}

extension ThrowResult: RandomMessage {
    init(_ random: inout RandomCase) {
        self.init(
            table: random.tableName().description,
            number: random.number(),
            expression: random.label(),
            by: random.label(),
            label: random.maybe { $0.label() },
            saved: random.maybe { _ in RollName("attack-2") } ?? nil,
            outcome: random.element(ThrowOutcome.allCases),
            reason: random.maybe { $0.element(CancelReason.allCases) },
            message: random.maybe { $0.label() },
            total: random.maybe { $0.real() },
            totals: random.maybe { $0.many(0...3) { $0.real() } },
            meaning: ThrowMeaning(&random),
            dice: random.messages(0...3),
            text: random.label(),
            faces: random.maybe { $0.many(0...3) { $0.int(1...20) } },
            chance: RollChance(&random),
            absent: random.maybe { $0.labels() },
            bot: random.maybe { _ in true },
            proof: EntryProof(
                commitment: random.maybe { $0.digest() },
                seed: random.maybe { $0.digest() },
                chain: random.maybe { $0.digest() },
                seeded: random.maybe { _ in true }
            ),
            nextCommitment: random.maybe { $0.digest() },
            seenBy: random.maybe { $0.labels() }
        )
        if random.int(0...3) == 0 {
            outcome = .other("")
            text = ""
            hidden = true
        }
    }
}

extension ThrowMeaning {
    init(_ random: inout RandomCase) {
        self.init(
            check: random.maybe { TargetCheck(&$0) },
            checks: random.maybe { $0.messages(0...3) },
            result: random.maybe { $0.label() },
            results: random.maybe { $0.labels() },
            symbols: random.maybe { random in
                SymbolCounts(
                    ["hit", "\u{2694}"].map {
                        Symbol(word: $0, count: random.int(-3...3))
                    }
                )
            }
        )
    }
}

extension TargetCheck: RandomMessage {
    init(_ random: inout RandomCase) {
        self.init(
            target: random.real(),
            compare: random.element(["<", "<=", "=", ">=", ">"]),
            made: random.bool(),
            margin: random.maybe { $0.real() }
        )
    }
}

extension ThrowFrame: RandomMessage {
    init(_ random: inout RandomCase) {
        self.init(
            table: random.tableName().description,
            revision: random.number(),
            number: random.number(),
            by: random.label(),
            expression: random.label(),
            label: random.maybe { $0.label() },
            saved: random.maybe { _ in RollName("attack-2") } ?? nil,
            rolling: random.bool(),
            dice: random.many(0...3) { FlyingDie(&$0).state },
            flight: random.maybe { FlightPlan(&$0) },
            result: random.maybe { ThrowResult(&$0) },
            throwCommitment: random.maybe { $0.digest() },
            seenBy: random.maybe { $0.labels() }
        )
    }
}

extension FaceCounts: RandomMessage {
    init(_ random: inout RandomCase) {
        let counts = random.many(2...4) { $0.int(1...1_000_000) }
        self.init(
            sides: counts.count,
            by: random.maybe { $0.label() },
            entered: random.maybe { $0.bool() },
            counts: counts,
            rolls: counts.reduce(0, +),
            mean: random.element([1, 3.5, 2.625]),
            chiSquare: random.element([0, 0.1, 1e-9, 12.5, 1e20]),
            degrees: counts.count - 1,
            p: random.element([0, 1, 0.30000000000000004, .leastNonzeroMagnitude])
        )
    }
}

extension FaceStatistics: RandomMessage {
    init(_ random: inout RandomCase) {
        self.init(table: random.tableName().description, faces: random.messages(0...2))
    }
}

extension SavedRoll: RandomMessage {
    init(_ random: inout RandomCase) {
        self.init(
            name: random.rollName(),
            expression: random.element([
                "4d6kh3+2", "1d20+{bonus=7}", "1d8[\"fire\" 🔥]",
            ])
        )
    }
}

extension SavedRolls: RandomMessage {
    init(_ random: inout RandomCase) {
        self.init(rolls: random.messages(0...2))
    }
}

extension EmptyObject: RandomMessage {
    init(_ random: inout RandomCase) {
        self.init()
    }
}

extension HelloResult: RandomMessage {
    init(_ random: inout RandomCase) {
        self.init(
            protocol: random.number(),
            server: "diced/\(random.number())",
            instance: random.label(),
            pid: random.number()
        )
    }
}

extension StatusResult: RandomMessage {
    init(_ random: inout RandomCase) {
        self.init(
            version: random.label(),
            pid: random.number(),
            uptime: random.count(),
            tables: random.count(),
            clients: random.count(),
            watchers: random.count(),
            animating: random.count(),
            seeded: random.bool(),
            slow: random.maybe { Double($0.int(1...100_000)) / 100 },
            stateFolder: random.maybe { "/\($0.label())" },
            storeBytes: random.maybe { $0.count() },
            log: random.maybe { $0.label() },
            startedBy: random.maybe { $0.bool() ? "dicectl" : "systemd" }
        )
    }
}

extension TableSummary: RandomMessage {
    init(_ random: inout RandomCase) {
        self.init(
            table: random.tableName().description,
            dice: random.int(1...1_000),
            turn: random.number(),
            roll: random.count(),
            rolling: random.bool(),
            watchers: random.count(),
            owner: random.maybe { $0.label() },
            watching: random.maybe { $0.labels() }
        )
    }
}

extension ListResult: RandomMessage {
    init(_ random: inout RandomCase) {
        self.init(tables: random.messages(0...3))
    }
}

extension RollResult: RandomMessage {
    init(_ random: inout RandomCase) {
        self.init(
            table: random.tableName().description,
            turn: random.number(),
            roll: random.number(),
            by: random.label(),
            outcome: random.element(RollOutcome.allCases),
            reason: random.maybe { $0.element(CancelReason.allCases) },
            rolled: random.dieNumbers(),
            dice: random.dice(\.die),
            total: random.count(),
            commitment: random.maybe { $0.digest() },
            chance: RollChance(&random),
            absent: random.maybe { $0.labels() }
        )
    }
}

extension BackupResult: RandomMessage {
    init(_ random: inout RandomCase) {
        self.init(
            path: random.maybe { "/" + $0.label() },
            bytes: random.number(),
            sha256: random.maybe { $0.digest() }
        )
    }
}

extension CancelResult: RandomMessage {
    init(_ random: inout RandomCase) {
        self.init(cancelled: random.dieNumbers())
    }
}

extension TableEvent: RandomMessage {
    init(_ random: inout RandomCase) {
        let kind: Kind =
            switch random.int(0...13) {
            case 0:
                .rollStarted(
                    rolled: random.dieNumbers(),
                    chance: TableEvent.RollEntropy(
                        commitment: random.maybe { $0.digest() },
                        added: RollChance(
                            entropy: random.maybe { $0.entropy() },
                            reveals: random.maybe { $0.reveals() }
                        )
                    ),
                    roll: random.maybe { $0.number() },
                    plan: random.maybe { $0.dice(\.die) }
                )
            case 1:
                .rollSettled(
                    rolled: random.dieNumbers(),
                    outcome: random.element(RollOutcome.allCases),
                    reason: random.maybe { $0.element(CancelReason.allCases) },
                    absent: random.maybe { $0.labels() },
                    dice: random.someDice(),
                    total: random.count(),
                    rollsLeft: random.maybe { $0.count() },
                    entered: random.maybe { $0.bool() }
                )
            case 2: .lockChanged(dice: random.someDice())
            case 3:
                .turnEnded(Turn(&random), nextCommitment: random.maybe { $0.digest() })
            case 10: .gameOver(winners: random.labels(), sheets: random.messages(1...2))
            case 7:
                .rollAsked(
                    roll: random.number(),
                    entropy: random.bool() ? "" : random.entropy(),
                    contributors: random.messages(1...2)
                )
            case 8: .contributorsChanged(random.messages(0...2))
            case 4: .tableDeleted
            case 5: .tableChanged(TableSnapshot(&random))
            case 9: .throwEnded(ThrowResult(&random))
            case 11: .throwShown(ThrowResult(&random))
            case 12: .corrected(Correction(&random))
            case 6: .watchersChanged(random.count(), random.maybe { $0.labels() })
            default: .serverStopping
            }
        let by: String? =
            switch kind {
            case .rollStarted, .rollSettled, .rollAsked, .lockChanged, .turnEnded,
                .corrected,
                .throwEnded, .throwShown:
                random.label()
            case .gameOver, .tableChanged, .watchersChanged, .contributorsChanged,
                .tableDeleted,
                .serverStopping:
                nil
            }
        self.init(
            table: random.tableName().description,
            revision: random.number(),
            by: by,
            game: ["rollSettled", "lockChanged", "turnEnded", "corrected"].contains(
                kind.name
            )
                ? random.maybe { GameState(&$0) } : nil,
            up: ["turnEnded", "corrected"].contains(kind.name)
                ? random.maybe { $0.label() } : nil,
            kind: kind
        )
    }
}

extension RandomCase {
    mutating func requestID() -> RequestID {
        bool() ? .integer(number()) : .string(label())
    }
}

extension Notification: RandomMessage {
    init(_ random: inout RandomCase) {
        self =
            switch random.int(0...5) {
            case 0: .event(TableEvent(&random))
            case 1: .throw(ThrowFrame(&random))
            case 2: .tables(ListResult(&random))
            case 3:
                .backup(
                    BackupPart(
                        id: random.requestID(),
                        offset: random.count(),
                        data: Base64.text(
                            of: random.dieNumbers().map {
                                UInt8(truncatingIfNeeded: $0)
                            }
                        ),
                        total: random.count()
                    )
                )
            case 4:
                .progress(
                    RequestProgress(
                        id: random.requestID(),
                        done: random.count(),
                        total: random.count()
                    )
                )
            default: .frame(Frame(&random))
            }
    }
}

extension WireError.Details: RandomMessage {
    init(_ random: inout RandomCase) {
        self.init(
            reason: random.element(ErrorCode.allCases).reason,
            dice: random.maybe { $0.dieNumbers() },
            limit: random.maybe { $0.number() },
            supported: random.maybe { $0.dieNumbers() },
            param: random.maybe { $0.label() },
            up: random.maybe { $0.label() },
            offset: random.maybe { $0.count() },
            length: random.maybe { $0.count() },
            expected: random.maybe { $0.many(0...2) { $0.label() } },
            retryAfter: random.maybe { $0.count() },
            nextCommitment: random.maybe { $0.digest() },
            options: random.maybe { $0.messages(0...2) },
            path: random.maybe { $0.label() },
            late: random.maybe { $0.bool() },
            of: random.maybe { $0.element(ExceededLimit.allCases).rawValue }
        )
        cause = random.maybe { $0.element(Cause.allCases).rawValue }
        values = random.maybe { ["up": $0.label(), "dice": $0.dieNumbers()] }
    }
}

extension WireError: RandomMessage {
    init(_ random: inout RandomCase) {
        self.init(
            code: random.element(ErrorCode.allCases).rawValue,
            message: random.label(),
            reason: ""
        )
        data = Details(&random)
    }
}

extension RequestID: RandomMessage {
    init(_ random: inout RandomCase) {
        self = random.element([
            .integer(random.number()), .number("-1.50e3"), .string(random.label()),
            .null,
        ])
    }
}

extension AnyMethod {
    /// Returns a request with valid params, generated from their schemas, or else an example.
    func request(_ random: inout RandomCase) throws -> Request {
        for _ in 1...20 {
            guard case .object(let members) = random.json(.object(params)) else {
                continue
            }
            if let request = try? request(members) {
                return request
            }
        }
        return random.element(examples)
    }
}

extension RandomCase {
    /// Returns a value that matches the schema.
    mutating func json(_ schema: JSONSchema) -> JSONValue {
        switch schema {
        case .boolean: .bool(bool())
        case .integer(let range):
            .number(
                "\(int(max(range?.lowerBound ?? -9, -9)...min(range?.upperBound ?? 999, 999)))"
            )
        case .real: .number("\(real())")
        case .string(.any): .string(element(["2d6+{bonus=3}", "/tmp/a b", "é"]))
        case .string(.described): .string(label())
        case .string(.pattern(let pattern)):
            .string(
                [
                    tableName().description, rollName().description, digest(),
                    entropy(),
                    timestamp().description,
                ]
                .first { (try? Regex(pattern).wholeMatch(in: $0)) != nil } ?? ""
            )
        case .enumeration(let words): .string(element(words))
        case .array(let schema, let count):
            .array(
                many((count?.lowerBound ?? 0)...min(count?.upperBound ?? 3, 3)) {
                    $0.json(schema)
                }
            )
        case .object(let properties):
            .object(
                properties.filter { $0.isRequired || bool() }.map {
                    JSONValue.NamedValue(name: $0.name, value: json($0.schema))
                }
            )
        case .map(let schema):
            .object([JSONValue.NamedValue(name: "bonus", value: json(schema))])
        case .oneOf(let schemas): json(element(schemas))
        case .component(_, let make): json(make())
        }
    }
}
