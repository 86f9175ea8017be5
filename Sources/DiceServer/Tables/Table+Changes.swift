import DequeModule
import DiceGames
import DiceModel
import DiceNotation
import DiceProof
import DiceTable
import DiceWire
import Logging

/// Who asks for dice to be rolled.
struct Roller {
    let by: String
    let owner: RollOwner
    /// Why dice that have just been stored are not to tumble; nil if they are.
    var whyStopped: @TableActor () -> CancelReason? = { nil }
}

extension Table {
    /// Draws, stores and starts a roll. Returns when its dice animate; `Flight.settled()` waits for their end. A turn that
    /// has no room for it is ended first, and the roll refused then if it brings entropy.
    ///
    /// - Throws: `DiceError`, `StoreError` or `WireError`.
    func roll(_ params: RollParams, from roller: Roller) async throws -> RollFlight {
        try await change {
            let (dice, load) = try admit(params, roller)
            defer { inFlight.remove(load, of: roller.owner) }
            try await endFullTurn(params, by: roller.by)
            let roll = try await start(draw(dice, params, roller), roller)
            if group.isBust { await tryToStore() }
            return roll
        }
    }

    /// The same if the roll asks others for what they have promised; nil if it asks nobody. Returns what brings the roll as
    /// soon as it is stored: as void, before anybody is asked, so that it cannot be left out.
    func askForRoll(_ params: RollParams, from roller: Roller) async throws -> Task<RollFlight, any Error>? {
        guard contributions.standing.contains(where: { $0.owner != roller.owner }) else { return nil }
        return try await change {
            let (dice, load) = try admit(params, roller)
            let asked: AskedRoll
            do {
                try await endFullTurn(params, by: roller.by)
                asked = AskedRoll(contributions.asked(by: roller, after: group.voids))
                guard !asked.contributions.isEmpty else {
                    inFlight.remove(load, of: roller.owner)
                    return nil
                }
                // The roll is void if the daemon dies while they are asked.
                let void = void(params, by: roller.by, reason: .serverStopping, absent: [])
                try await store.ask(void.stored, for: void.record)
            } catch {
                inFlight.remove(load, of: roller.owner)
                throw error
            }
            self.asked = asked
            useUp(asked)
            if roller.whyStopped() == .serverStopping { asked.stop(.serverStopping) }
            return TableActor.work {
                defer { self.inFlight.remove(load, of: roller.owner) }
                return try await self.finish(asked, dice, params, roller)
            }
        }
    }

    /// Asks, and starts the roll of these dice or makes it void.
    private func finish(
        _ asked: AskedRoll, _ dice: [Int], _ params: RollParams, _ roller: Roller
    ) async throws -> RollFlight {
        await ask(asked, roll: group.rollCount + 1, entropy: params.entropy ?? Entropy.none, by: roller.by)
        return try await lock.whileHolding {
            self.asked = nil
            defer { activity() }
            if let reason = asked.reason {
                missed = (missed + asked.missing).suffix(Limits.voidRolls * Limits.contributors)
                let void = void(params, by: roller.by, reason: reason, absent: asked.absent)
                if !isDeleted { try await storeDrawn(void) }
                return void.begin(at: group)
            }
            guard !isDeleted else { throw WireError.tableNotFound(group.name) }
            return try await start(draw(dice, params, reveals: asked.revealed, roller), roller)
        }
    }

    private func void(_ params: RollParams, by: String, reason: CancelReason, absent: [String]) -> RollDraw {
        group.voidRoll(by: by, at: now(), entropy: params.entropy, reason: reason, absent: absent)
    }

    /// Makes room for a roll in the turn. Entropy was sent before the next turn's commitment was known, so the maker of
    /// that seed could know it: it must be sent anew. The promises of others stay, because nobody knows them yet.
    private func endFullTurn(_ params: RollParams, by: String) async throws {
        guard group.isTurnFull else { return }
        let entry = try await end(by: by, isFull: true)
        if params.entropy != nil { throw WireError.commitmentChanged(to: entry.nextCommitment) }
    }

    /// Takes room for the dice of a roll that no rule refuses.
    private func admit(_ params: RollParams, _ roller: Roller) throws -> (dice: [Int], load: DiceInFlight.Load) {
        let dice = try group.diceToRoll(params.dice, restart: params.restart, by: roller.by)
        let load = DiceInFlight.Load(rolled: params.animate ? dice.count : 0)
        try inFlight.admit(load, insteadOf: group.roll?.countedDice ?? 0, of: roller.owner)
        return (dice, load)
    }

    private func draw(_ dice: [Int], _ params: RollParams, reveals: [String] = [], _ roller: Roller) -> RollDraw {
        group.drawRoll(
            dice, animate: params.animate, by: roller.by, at: now(),
            chance: RollChance(adding: params.entropy, reveals: reveals), owner: roller.owner)
    }

    /// Stores what is drawn, then shows it: the dice start.
    private func start<Draw: FlightDraw>(_ draw: Draw, _ roller: Roller) async throws(WireError) -> Draw.Started {
        try await storeDrawn(draw)
        let flight = draw.begin(at: group)
        if let reason = roller.whyStopped() { flight.stop(reason) }
        return flight
    }

    /// Evaluates an expression on drawn faces, stores it and starts its dice. Returns and throws as `roll` does.
    func `throw`(
        _ expression: Expression, text: String, _ params: ThrowParams, from roller: Roller
    ) async throws -> ThrowFlight {
        try await change(isBesideRolls: true) {
            let user = inFlight.account(roller.owner)?.key
            let first = expression.firstDice
            // The expression stands in the text, too, and may need escapes; what every entry has takes less than 700.
            let bytes = min(first.mostBytes + 4 * text.utf8.count + 700, Limits.largestThrow)
            if let user { try inFlight.stored.check(user, for: bytes) }
            let load = DiceInFlight.Load(
                throwing: params.animate ? first.count : 0,
                most: params.seenBy == nil ? 0 : min(first.most, Limits.diceOfThrow),
                grows: first.mayGrow)
            try inFlight.admit(load, of: roller.owner)
            defer { inFlight.remove(load, of: roller.owner) }
            let draw = try group.drawThrow(
                expression, text: text, label: params.label, animate: params.animate, by: roller.by,
                chance: RollChance(adding: params.entropy), owner: roller.owner, seenBy: params.seenBy)
            guard params.seenBy != nil else {
                throwing[draw.number] = (user, first.mayGrow)
                return try await start(draw, roller)
            }
            // No limit tells anything of its faces.
            if let user { inFlight.stored.count(bytes, of: user) }
            defer { if params.animate { hide(draw.number, load, of: roller.owner) } }
            return try await start(draw, roller)
        }
    }

    /// A chain of dice that nobody may know of takes 10 s, and at most 9 times as long as a die.
    private func hide(_ number: Int, _ load: DiceInFlight.Load, of owner: RollOwner) {
        inFlight.hold(load, for: group.stretched(.seconds(10)), of: owner)
        hiddenUntil = hiddenUntil.filter { $0.value > inFlight.now() }
        hiddenUntil[number] = inFlight.now() + group.stretched(.seconds(12))
    }

    /// Shows a secret throw to everybody. Throws `notAllowed` if there is none that `viewer` sees.
    func show(_ number: Int, to viewer: String?) async throws {
        try await change(isBesideRolls: true) {
            try await storeOutcomes()
            if group.throwsInFlight.contains(where: { $0.number == number }) { throw WireError.cannotShow(number) }
            let shown = try await store.show(number, of: group.name, by: viewer)
            try announce(shown: shown, number, by: viewer)
        }
    }

    private func announce(shown: SealedThrow?, _ number: Int, by viewer: String?) throws(WireError) {
        guard let shown else { throw .cannotShow(number) }
        if shown.isSecret { announce(.throwShown(shown.toEverybody), by: viewer) }
    }

    func changeLocks(_ change: LockChange, dice: [Int], by: String) async throws {
        try await self.change {
            let plan = try group.planLocks(change, dice: dice, by: by)
            if !plan.changing.isEmpty { try await store.save(plan.stored, adding: nil) }
            group.apply(plan)
        }
    }

    func endTurn(by: String, box: String? = nil) async throws -> Turn {
        try await change { try await end(by: by, box: box) }
    }

    /// The caller holds the lock.
    func end(by: String, box: String? = nil, isFull: Bool = false) async throws -> Turn {
        let (ending, stored) = try group.planEndTurn(by: by, at: now(), box: box, isFull: isFull)
        return try await finish(ending, leaving: stored)
    }

    /// Stores the end of a turn, then makes it so.
    func finish(_ ending: Turn, leaving stored: StoredTable) async throws -> Turn {
        try await storeOutcomes()
        var entry = try await store.endTurn(ending, leaving: stored)
        group.stopAnimation(.restart)
        let listed = contributors
        group.beginTurn(stored)
        if contributors != listed { contributorsChanged() }
        announce(.turnEnded(entry, nextCommitment: stored.seed?.commitment), by: entry.by)
        if let winners = entry.winners { announce(.gameOver(winners: winners, sheets: group.match?.sheets ?? [])) }
        (entry.nextCommitment, entry.up) = (stored.seed?.commitment, stored.settings.up)
        logger.info(
            "turn ended",
            metadata: [
                "by": "\(entry.by)", "turn": "\(entry.turn)", "total": "\(entry.total)",
                "full": "\(entry.full == true)",
            ])
        return entry
    }

    /// Deletes what is stored of the table; then its animations are cancelled and its watchers told.
    func delete() async throws {
        try await lock.whileHolding {
            guard !isDeleted else { throw WireError.tableNotFound(group.name) }
            defer { activity() }
            try await store.delete(group.name)
            stopAnimation(.tableDeleted)
            markDeleted()
            logger.info("table deleted")
        }
    }

    /// Settles the roll and every throw at once.
    ///
    /// - Parameter owner: whose; nil for all.
    func stopAnimation(_ reason: CancelReason, of owner: RollOwner? = nil) {
        for flight in group.flights where owner == nil || flight.owner == owner { flight.stop(reason) }
    }

    /// - Parameter isBesideRolls: whether it is made while a roll waits for its contributors. Nothing that it depends
    ///   on changes meanwhile.
    func change<Value>(
        isBesideRolls: Bool = false, _ body: @TableActor () async throws -> Value
    ) async throws -> Value {
        try await lock.whileHolding {
            guard !isDeleted else { throw WireError.tableNotFound(group.name) }
            guard asked == nil || isBesideRolls else { throw DiceError.busy }
            defer { activity() }
            try await storeKept()
            try await endBust()
            return try await body()
        }
    }
}

/// Lets one change at a time through, in the order of asking, while its predecessor is being stored.
@TableActor
final class WriteLock {
    private var isHeld = false
    private var waiting = Deque<CheckedContinuation<Void, Never>>()

    func whileHolding<Value, Failure: Error>(
        _ body: @TableActor () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        await acquire()
        defer { release() }
        return try await body()
    }

    private func acquire() async {
        // Checked inside: a task that awaits may be overtaken by the release before it waits.
        await withCheckedContinuation { continuation in
            guard isHeld else {
                isHeld = true
                return continuation.resume()
            }
            waiting.append(continuation)
        }
    }

    private func release() {
        guard let next = waiting.popFirst() else {
            isHeld = false
            return
        }
        next.resume()
    }
}
