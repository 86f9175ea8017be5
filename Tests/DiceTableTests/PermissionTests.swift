import DiceGames
import DiceModel
import DiceProof
import DiceTable
import DiceTestSupport
import Testing

/// For random tables, games and moves: an act is refused if and only if the permission says so, for
/// the reason that it names.
@Suite("Who may do what")
@TableActor
struct PermissionTests {
    @Test("an act is refused if and only if its permission says so", arguments: RandomCase.hundred)
    func agrees(_ random: RandomCase) throws {
        let play = FreePlay(random)
        for _ in 1...60 {
            try play.judge()
            try play.step()
        }
    }

    @Test("no permission depends on the faces of dice in flight", arguments: RandomCase.hundred)
    func hidesFaces(_ random: RandomCase) throws {
        let play = FreePlay(random)
        for _ in 1...60 {
            try play.step()
        }
        var permissions: Set<[Permission]> = []
        for seed in 1...20 {
            var stored = play.group.stored
            stored.seed = SeedSource.derived(from: UInt64(seed)).seed(
                table: "twin",
                turn: stored.turn
            )
            let twin = FreePlay(stored, random)
            guard try twin.roll(animate: true) else { return }
            #expect(twin.permission(for: .roll, "ann") == .busy)
            #expect(twin.permission(for: .endTurn, "ann") == .busy)
            #expect(twin.permission(for: .correct, "ann") == .busy)
            permissions.insert(Act.allCases.map { twin.group.permission(for: $0) })
        }
        #expect(permissions.count == 1)
    }

    @Test("the random tables have every refusal of every act")
    func covers() throws {
        var refusals: [Act: Set<String>] = [:]
        for random in RandomCase.hundred {
            let play = FreePlay(random)
            for _ in 1...60 {
                try play.step()
                for act in Act.allCases {
                    for name in FreePlay.names {
                        let refusal = play.permission(for: act, name)
                        let word = refusal.map { "\($0)".prefix { $0.isLetter } } ?? "possible"
                        refusals[act, default: []].insert(String(word))
                    }
                }
            }
        }
        let turn: Set = ["possible", "busy", "notYourTurn"]
        #expect(refusals[.lock] == turn.union(["nothingRolled"]))
        #expect(refusals[.endTurn] == turn.union(["nothingRolled", "game"]))
        #expect(refusals[.roll] == turn.union(["noRollsLeft", "allLocked", "noneLocked", "game"]))
        let corrections: Set = [
            "possible", "busy", "noBoxToCorrect", "noTurnToCorrect", "rolledSince",
            "notYourTurnToCorrect",
        ]
        #expect(refusals[.correct]?.isSuperset(of: corrections) == true)
        let rests: Set = [
            "possible", "noGame", "rolledInTurn", "lastPlayer", "restOfAnother",
        ]
        #expect(rests.subtracting(refusals[.rest] ?? []) == [])
        let ends: Set = ["busy", "noGame", "absenceOfAnother"]
        #expect(ends.subtracting(refusals[.endAbsent] ?? []) == [])
        #expect(refusals[.join]?.isSuperset(of: ["noGame", "playersOfHost"]) == true)
        #expect(refusals[.newGame] == ["possible", "busy", "noGame", "matchGoesOn"])
    }
}

/// A table at which anyone tries anything.
@TableActor
private final class FreePlay {
    let group: DiceGroup
    private var random: RandomCase
    private var rolls: [RollRecord] = []

    nonisolated static let names = ["ann", "bo", "cy"]
    private static let now = Timestamp(millisecondsSinceEpoch: 0)

    convenience init(_ random: RandomCase) {
        var random = random
        let game = random.int(0...2) > 0 ? random.game() : nil
        var stored = StoredTable(
            new: .default,
            sides: game?.shapes ?? [6, 6, 6],
            seeds: .derived(from: UInt64(random.number))
        )
        let players = Array(Self.names.prefix(random.int(0...3)))
        stored.settings = TableSettings(
            players: players.isEmpty ? nil : players,
            up: players.first,
            rollsPerTurn: game == nil && random.bool() ? 2 : game?.rollsPerTurn
        )
        stored.match = game.map { Match($0, players: players) }
        self.init(stored, random)
    }

    init(_ stored: StoredTable, _ random: RandomCase) {
        self.random = random
        group = DiceGroup(
            stored,
            clock: TestClock(),
            randomness: DiceRandomness(
                seeds: .derived(from: UInt64(random.number)),
                animation: SeededGenerator(seed: 2)
            )
        )
    }

    func permission(for act: Act, _ name: String, standing: Standing = .guest) -> DiceError? {
        group.permission(for: act).refusal(of: [name], standing: standing)
    }

    /// Compares each permission with the act itself.
    func judge() throws {
        for name in Self.names {
            for standing in Standing.allCases {
                for act in Act.allCases {
                    let refusal = permission(for: act, name, standing: standing)
                    let refusals = refusals(of: act, by: name, standing: standing)
                    if let refusal {
                        #expect(refusals.allSatisfy { $0 == refusal }, "\(act), \(name)")
                    } else {
                        #expect(refusals.contains(nil), "\(act), \(name): \(refusals)")
                    }
                }
            }
        }
    }

    /// Returns the refusals of an act with each of its possible params; `nil` where it is possible.
    private func refusals(of act: Act, by name: String, standing: Standing) -> [DiceError?] {
        let boxes = (group.match?.game.sheet?.boxes.map(\.name) ?? []).map(Optional.some) + [nil]
        let locked = group.dice.filter(\.locked).map(\.number)
        return switch act {
        case .roll:
            [
                refusal { () throws(DiceError) in
                    _ = try group.diceToRoll(nil, restart: false, by: name)
                }
            ]
        case .lock:
            [
                refusal { () throws(DiceError) in
                    _ = try group.planLocks(.only, dice: locked, by: name)
                }
            ]
        case .endTurn:
            boxes.map { box in
                refusal { () throws(DiceError) in
                    _ = try group.planEndTurn(by: name, at: Self.now, box: box)
                }
            }
        case .correct:
            boxes.map { box in
                refusal { () throws(DiceError) in
                    _ = try group.planCorrection(to: box ?? "none", by: name, at: Self.now)
                }
            }
        case .newGame:
            [
                refusal { () throws(DiceError) in
                    _ = try group.planNewGame(by: name, standing: standing, at: Self.now)
                }
            ]
        case .rest:
            [
                refusal { () throws(DiceError) in
                    _ = try group.planRest(
                        of: group.settings.up ?? "",
                        true,
                        by: name,
                        standing: standing,
                        at: Self.now
                    )
                }
            ]
        case .endAbsent:
            [
                refusal { () throws(DiceError) in
                    _ = try group.planEndTurn(
                        by: group.settings.up ?? name,
                        at: Self.now,
                        absentFor: standing
                    )
                }
            ]
        case .join:
            [
                refusal { () throws(DiceError) in
                    _ = try group.planJoin(of: "zed", by: name, standing: standing, at: Self.now)
                }
            ]
        }
    }

    private func refusal(of act: () throws(DiceError) -> Void) -> DiceError? {
        do throws(DiceError) {
            try act()
            return nil
        } catch { return error }
    }

    /// Makes a random move, if it is possible.
    func step() throws {
        let by = group.settings.up ?? "ann"
        if group.isTurnLost {
            return try end(by, nil)
        }
        switch random.int(0...10) {
        case 0...2: _ = try roll(animate: random.int(0...3) == 0)
        case 3, 4:
            let dice = group.dice.map(\.number).filter { _ in random.bool() }
            if let plan = try? group.planLocks(.toggle, dice: dice, by: by) {
                group.apply(plan)
            }
        case 5, 6:
            let options = group.game?.options?.map(\.box) ?? []
            try end(by, options.randomElement(using: &random.generator))
        case 7:
            let options = group.match?.game.sheet?.boxes.map(\.name) ?? ["none"]
            let box = options.randomElement(using: &random.generator) ?? ""
            let last = group.lastTurn?.by ?? by
            if let plan = try? group.planCorrection(to: box, by: last, at: Self.now) {
                group.correct(plan.stored)
            }
        case 8:
            let standing: Standing = random.int(0...3) == 0 ? .owner : .guest
            let plan = try? group.planNewGame(by: by, standing: standing, at: Self.now)
            guard let plan else { return }
            if plan.ending != nil {
                rolls = []
                group.beginTurn(plan.stored)
            } else {
                group.beginMatch(plan.stored)
            }
        case 9:
            let player = Self.names[random.int(0...2)]
            group.absentPlayers = random.bool() ? [player] : []
            let plan = try? group.planRest(
                of: player,
                random.bool(),
                by: player,
                standing: .guest,
                at: Self.now
            )
            if let plan {
                group.rest(plan.stored)
            }
        default:
            group.awaitsReveals = random.bool()
            group.stopAnimation(.cancel)
        }
    }

    /// Rolls every free die; false if no roll is possible.
    func roll(animate: Bool) throws -> Bool {
        let by = group.settings.up ?? "ann"
        guard let draw = try? group.drawRoll(animate: animate, by: by, at: Self.now) else {
            return false
        }
        rolls.append(draw.record)
        _ = group.begin(draw)
        return true
    }

    private func end(_ by: String, _ box: String?) throws {
        guard let plan = try? group.planEndTurn(by: by, at: Self.now, box: box) else {
            return
        }
        var entry = plan.ending
        entry.rolls = rolls
        rolls = []
        group.beginTurn(plan.stored, after: entry)
    }
}
