import DiceGames
import DiceModel
import DiceWire
import Unix

/// Sample values in the form that the daemon sends.
enum Samples {
    private static let dice = [
        DieState(die: 1, sides: 6, value: 4, locked: false, animating: true),
        DieState(die: 2, sides: 20, value: 20, locked: true, animating: false),
    ]
    static let snapshot = TableSnapshot(
        table: "night",
        revision: 12,
        turn: 3,
        roll: 1,
        rolling: false,
        by: "ann",
        settings: TableSettings(
            players: ["ann", "bo"],
            up: "bo",
            rollsPerTurn: 3,
            pace: 2,
            hand: true
        ),
        watchers: 2,
        total: 24,
        dice: dice
    )
    static let plan = DiePlan(
        die: 1,
        values: [3, 5, 2, 6, 4, 1, 3, 2, 6, 5],
        times: [12, 50.3, 91, 134.4, 181.3, 232.7, 289.9, 356.2, 435.7, 540.1, 762]
    )
    static let flight = FlightPlan(elapsed: 120.5, plan: [plan])
    private static var planned: TableSnapshot {
        var planned = snapshot
        planned.flight = flight
        return planned
    }
    static let frame = Frame(
        table: "night",
        revision: 12,
        turn: 3,
        roll: 1,
        rolling: true,
        dice: [dice[1]]
    )
    private static let instant = Timestamp(millisecondsSinceEpoch: 1_800_000_000_123)
    private static let entry = Turn(
        id: 7,
        table: "night",
        turn: 3,
        endedAt: instant,
        by: "ann",
        rolls: [
            RollRecord(
                roll: 1,
                by: "ann",
                at: instant,
                outcome: .cancelled,
                rolled: [1],
                values: [4, 20]
            )
        ],
        dice: [TurnDie(die: 1, sides: 6, value: 4, locked: true)],
        total: 24
    )

    private static let sheet = Sheet(
        player: "ann",
        boxes: [NamedPoints("ones", 3)],
        bonuses: [NamedPoints("upper", 35)],
        total: 38
    )
    private static var played: TableSnapshot {
        var played = snapshot
        played.game = GameState(
            name: "yahtzee",
            match: 1,
            round: 2,
            rounds: 13,
            over: false,
            sheets: [sheet],
            options: [
                BoxOption("chance", 20), BoxOption("fullHouse", 25, isJoker: true),
            ]
        )
        return played
    }
    private static let archived = Archived(
        entries: 3,
        last: 7,
        chain: digest,
        at: instant
    )
    private static var asked: TableSnapshot {
        var asked = snapshot
        asked.asking = ["kim"]
        return asked
    }
    private static var pruned: TableSnapshot {
        var pruned = snapshot
        pruned.archived = archived
        return pruned
    }
    private static var scored: Turn {
        var scored = entry
        scored.score = Match.Score(
            match: 1,
            box: "ones",
            points: 3,
            bonuses: [NamedPoints("upper", 35)]
        )
        scored.game = Game.all.first
        scored.players = ["ann", "bo"]
        scored.winners = ["ann"]
        return scored
    }

    private static let corrected = Correction(
        id: 9,
        table: "night",
        endedAt: instant,
        by: "ann",
        turn: 3,
        score: Match.Score(
            match: 1,
            box: "chance",
            points: 12,
            bonuses: [NamedPoints("upper", 35)]
        ),
        winners: ["ann"],
        edition: 5,
        digest: digest,
        chain: digest
    )
    private static let rested = Rest(
        id: 10,
        table: "night",
        endedAt: instant,
        by: "ann",
        player: "bo",
        rests: false,
        joins: true,
        match: 1,
        winners: ["ann"],
        edition: 5,
        digest: digest,
        chain: digest
    )

    static let thrown = ThrowResult(
        table: "night",
        number: 4,
        expression: "4d6kh3!+dF",
        by: "ann",
        label: "fire bolt",
        saved: RollName("bolt"),
        values: ParameterValues(["bonus": 2]),
        group: ThrowGroup("fight-1"),
        outcome: .completed,
        total: 15.5,
        totals: [15.5],
        dice: [
            ThrowDie(
                die: 1,
                sides: 6,
                value: 6,
                kept: true,
                flags: ["exploded"],
                fate: true
            )
        ],
        text: "6 = 15.5"
    )
    private static let failed = ThrowResult(
        table: "night",
        number: 4,
        expression: "1/(1d2-1)",
        by: "ann",
        outcome: .failed,
        reason: .disconnected,
        message: "a division by zero",
        total: nil,
        dice: [],
        text: "a division by zero"
    )
    private static var stored: ThrowResult {
        var stored = thrown
        stored.id = 8
        stored.endedAt = instant
        return stored
    }
    static let flying = ThrowFrame(
        table: "night",
        revision: 13,
        number: 4,
        by: "ann",
        expression: "4d6kh3!+dF",
        label: "fire bolt",
        saved: RollName("bolt"),
        values: ParameterValues(["bonus": 2]),
        group: ThrowGroup("fight-1"),
        rolling: true,
        dice: [DieState(die: 1, sides: 6, value: 6, animating: true, fate: true)],
        flight: flight,
        result: thrown
    )

    /// Returns the possible results of `method`.
    static func results(of method: AnyMethod) -> [any JSONWritable] {
        switch method {
        case .hello:
            [
                HelloResult(
                    protocol: protocolVersion,
                    server: "diced/\(version)",
                    instance: "1a",
                    pid: 1
                )
            ]
        case .confine:
            [
                ConfineParams(as: "ann", tables: [.default], role: .watch),
                ConfineParams(as: ["ann", "bo"], role: .play),
            ]
        case .ping, .delete, .unwatch, .unwatchList, .deleteRoll: [EmptyObject()]
        case .saveRoll: savedRolls.map { SaveRollResult(roll: $0, replaced: "1d20+5") }
        case .listRolls: [SavedRolls(rolls: []), SavedRolls(rolls: savedRolls)]
        case .status:
            [
                StatusResult(
                    version: version,
                    pid: 1,
                    uptime: 0,
                    tables: 1,
                    clients: 1,
                    watchers: 0,
                    animating: 0,
                    seeded: true
                ),
                StatusResult(
                    version: version,
                    pid: 1,
                    uptime: 0,
                    tables: 1,
                    clients: 1,
                    watchers: 0,
                    animating: 0,
                    seeded: false,
                    slow: 2,
                    stateFolder: "/s",
                    storeBytes: 0,
                    log: "journal",
                    startedBy: "dicectl"
                ),
            ]
        case .metrics:
            [
                MetricsResult(
                    rolls: 0,
                    throwCount: 0,
                    turns: 0,
                    refusals: [],
                    clients: 1,
                    watchers: 0,
                    writes: DurationCounts()
                ),
                MetricsResult(
                    rolls: 1,
                    throwCount: 2,
                    turns: 3,
                    refusals: [.init(reason: "busy", count: 4)],
                    clients: 1,
                    watchers: 0,
                    storeBytes: 4_096,
                    backupAge: 60,
                    writes: DurationCounts()
                ),
            ]
        case .list, .watchList:
            [
                ListResult(tables: [
                    TableSummary(
                        table: "a",
                        dice: 1,
                        turn: 1,
                        roll: 0,
                        rolling: false,
                        watchers: 0,
                        created: 1
                    )
                ])
            ]
        case .create, .configure, .get, .lock, .unlock, .toggleLock, .watch, .newGame, .rest:
            [snapshot, planned, played, pruned]
        case .roll:
            [roll(.completed, nil)] + CancelReason.allCases.map { roll(.cancelled, $0) }
        case .backup:
            [
                BackupResult(path: "/tmp/dice.sqlite", bytes: 40_960),
                BackupResult(bytes: 40_960, sha256: String(repeating: "0a", count: 32)),
            ]
        case .prune:
            [
                PruneResult(pruned: 0, archived: nil),
                PruneResult(pruned: 3, archived: archived),
            ]
        case .cancel: [CancelResult(cancelled: []), CancelResult(cancelled: [1, 2])]
        case .endTurn: [entry, scored]
        case .correct: [corrected]
        case .matches:
            [
                MatchesResult(
                    matches: [
                        MatchRecord(
                            match: 1,
                            game: "yahtzee",
                            startedAt: instant,
                            sheets: [sheet]
                        ),
                        MatchRecord(
                            match: 2,
                            game: "farkle",
                            startedAt: instant,
                            endedAt: instant,
                            winners: ["ann"],
                            sheets: [sheet]
                        ),
                    ],
                    more: false
                )
            ]
        case .game: Game.all.map(GameResult.init)
        case .ask: [asked]
        case .contribute: [ContributeResult(contributors: [contributor])]
        case .reveal: [EmptyObject()]
        case .history:
            [
                HistoryPage(entries: [], more: false),
                HistoryPage(
                    entries: [
                        .turn(entry), .thrown(stored), .corrected(corrected),
                        .rested(rested),
                    ],
                    more: true
                ),
            ]
        case .throw: [thrown, failed, hidden]
        case .show: [EmptyObject()]
        case .stats:
            [
                FaceStatistics(table: "night", faces: []),
                FaceStatistics(
                    table: "night",
                    faces: [
                        FaceCounts(by: nil, counts: [3, 4]),
                        FaceCounts(by: "ann", counts: [0, 1]),
                    ]
                ),
            ]
        default: []
        }
    }

    private static let savedRolls =
        RollName("attack").map {
            [
                SavedRoll(name: $0, expression: "1d20+7"),
                SavedRoll(name: $0, expression: "1d20+9", owner: "ann"),
            ]
        } ?? []

    static let events: [TableEvent.Kind] =
        [
            .rollStarted(rolled: [1]), .rollStarted(rolled: [1], roll: 2, plan: [plan]),
            .rollStarted(
                rolled: [1],
                chance: TableEvent.RollEntropy(
                    commitment: digest,
                    added: RollChance(entropy: "", reveals: [secret])
                )
            ),
            .rollAsked(roll: 1, entropy: secret, contributors: [contributor]),
            .contributorsChanged([contributor]), .contributorsChanged([]),
            .rollSettled(
                rolled: [],
                outcome: .void,
                reason: nil,
                absent: ["bo"],
                dice: dice,
                total: 24
            ),
            .rollSettled(
                rolled: [1],
                outcome: .completed,
                reason: nil,
                dice: dice,
                total: 24
            ),
            .rollSettled(
                rolled: [1],
                outcome: .completed,
                reason: nil,
                dice: dice,
                total: 24,
                entered: true
            ),
            .lockChanged(dice: dice), .turnEnded(entry), .turnEnded(scored),
            .corrected(corrected), .playerRests(rested),
            .throwEnded(stored),
            .throwEnded(hidden),
            .throwShown(stored),
            .gameOver(winners: ["ann"], sheets: [sheet]),
            .tableChanged(snapshot), .tableChanged(planned),
            .watchersChanged(
                2,
                ["ann"],
                away: [AwayPlayer(player: "bo", since: instant)],
                bots: ["robo"]
            ),
            .mayChanged, .tableDeleted, .serverStopping,
        ]
        + CancelReason.allCases.map {
            .rollSettled(
                rolled: [1],
                outcome: .cancelled,
                reason: $0,
                dice: dice,
                total: 24
            )
        }

    private static let hidden = ThrowResult(
        table: "default",
        number: 4,
        id: 9,
        endedAt: stored.endedAt,
        expression: "1d20",
        by: "gm",
        outcome: .other(""),
        total: nil,
        dice: [
            ThrowDie(die: 1, sides: 20, value: 0, kept: true, flags: [], hidden: true)
        ],
        text: "",
        proof: EntryProof(commitment: digest, digest: digest, chain: digest),
        hidden: true
    )

    private static let digest = String(repeating: "ab", count: 32)
    private static let secret = String(repeating: "12", count: 16)
    private static let contributor = Contributor(
        by: "bo",
        commitment: digest,
        nextTurn: true
    )

    private static func roll(_ outcome: RollOutcome, _ reason: CancelReason?)
        -> RollResult
    {
        RollResult(
            table: "default",
            turn: 1,
            roll: 1,
            by: "ann",
            outcome: outcome,
            reason: reason,
            rolled: [1],
            dice: dice,
            total: 24
        )
    }
}
