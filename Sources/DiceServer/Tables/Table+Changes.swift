internal import DiceModel
internal import DiceNotation
internal import DiceProof
internal import DiceTable
internal import DiceWire
internal import Logging

extension Table {
    /// Draws, stores and starts a roll. Returns when its dice animate; `Roll.settled()` waits for their end. A turn that
    /// has no room for it is ended first.
    ///
    /// - Parameter whyStopped: tells, once the roll is stored, whether something has ended it meanwhile.
    /// - Throws: `DiceError`, `StoreError` or `WireError`.
    func roll(
        _ params: RollParams, by: String, owner: RollOwner, whyStopped: @TableActor () -> CancelReason?
    ) async throws -> Roll {
        var chance = AddedChance(entropy: params.entropy)
        if let (asked, void) = try await askForRoll(params, chance, by: by, owner: owner) {
            await ask(asked, roll: group.rollCount + 1, entropy: chance.entropy, by: by)
            chance.reveals = asked.revealed
            return try await lock.whileHolding {
                self.asked = nil
                do {
                    return try await start(params, chance, absent: asked.absent, by: by, owner: owner, whyStopped)
                } catch {
                    // It is stored as void, so that is what it stays.
                    if !isDeleted { _ = group.begin(void) }
                    throw error
                }
            }
        }
        return try await change { try await start(params, chance, absent: [], by: by, owner: owner, whyStopped) }
    }

    /// A roll for which others have promised something is stored as void before they are asked, so that it cannot be left
    /// out. nil where nobody has.
    private func askForRoll(
        _ params: RollParams, _ chance: AddedChance, by: String, owner: RollOwner
    ) async throws -> (AskedRoll, void: RollDraw)? {
        guard contributions.standing.contains(where: { $0.owner != owner }) else { return nil }
        return try await change {
            let dice = try group.diceToRoll(params.dice, restart: params.restart, by: by).count
            // Who may not roll so many dice now is told before anybody is asked.
            let flying = params.animate ? dice : 0
            try inFlight.admit(flying, insteadOf: group.roll?.rolled.count ?? 0, of: owner)
            inFlight.landed(flying, of: owner)
            if group.isTurnFull { _ = try await endTurn(by: by, isFull: true) }
            let asked = AskedRoll(takeContributions(except: owner))
            guard !asked.contributions.isEmpty else { return nil }
            let void = group.voidRoll(by: by, at: now(), chance: chance, absent: asked.absent)
            try await store.save(void.stored, adding: void.record)
            self.asked = asked
            return (asked, void)
        }
    }

    /// - Parameter absent: who has not revealed what was promised; then no die moves.
    private func start(
        _ params: RollParams, _ chance: AddedChance, absent: [String], by: String, owner: RollOwner,
        _ whyStopped: @TableActor () -> CancelReason?
    ) async throws -> Roll {
        guard !isDeleted else { throw WireError.tableNotFound(group.name) }
        defer { activity() }
        let isVoid = !absent.isEmpty
        let dice = isVoid ? 0 : try group.diceToRoll(params.dice, restart: params.restart, by: by).count
        let flying = params.animate ? dice : 0
        try inFlight.admit(flying, insteadOf: group.roll?.rolled.count ?? 0, of: owner)
        let draw: RollDraw
        do {
            if group.isTurnFull { _ = try await endTurn(by: by, isFull: true) }
            draw =
                isVoid
                ? group.voidRoll(by: by, at: now(), chance: chance, absent: absent)
                : try group.drawRoll(
                    dice: params.dice, animate: params.animate, restart: params.restart, by: by, at: now(),
                    chance: chance, owner: owner)
            try await store.save(draw.stored, adding: draw.record)
        } catch {
            inFlight.landed(flying, of: owner)
            throw error
        }
        let roll = group.begin(draw)
        if let reason = whyStopped() { group.stopAnimation(reason) }
        return roll
    }

    /// Evaluates an expression on drawn faces, stores it and starts its dice. Returns when they animate; `Throw.settled()`
    /// waits for their end.
    ///
    /// - Parameters and errors: those of `roll`.
    func `throw`(
        _ expression: Expression, text: String, _ params: ThrowParams, by: String, owner: RollOwner,
        whyStopped: @TableActor () -> CancelReason?
    ) async throws -> Throw {
        try await change {
            let draw = try group.drawThrow(
                expression, text: text, label: params.label, animate: params.animate, by: by,
                chance: AddedChance(entropy: params.entropy), owner: owner)
            let flying = params.animate ? draw.evaluation.draws.count : 0
            try inFlight.admit(flying, throwing: 1, of: owner)
            do {
                if params.animate {
                    try await store.begin(draw.stored, at: now())
                } else {
                    try await store.add(draw.stored, at: now())
                }
            } catch {
                inFlight.landed(flying, throwing: 1, of: owner)
                throw error
            }
            let started = group.begin(draw)
            if let reason = whyStopped() { started.stop(reason) }
            return started
        }
    }

    func changeLocks(_ change: LockChange, dice: [Int], by: String) async throws {
        try await self.change {
            let plan = try group.planLocks(change, dice: dice, by: by)
            if !plan.changing.isEmpty { try await store.save(plan.stored, adding: nil) }
            group.apply(plan)
        }
    }

    func endTurn(by: String) async throws -> Turn {
        try await change { try await endTurn(by: by, isFull: false) }
    }

    private func endTurn(by: String, isFull: Bool) async throws -> Turn {
        let (ending, stored) = try group.planEndTurn(by: by, at: now(), isFull: isFull)
        try await storeOutcomes()
        var entry = try await store.endTurn(ending, leaving: stored)
        group.stopAnimation(.restart)
        group.beginTurn(stored)
        announce(.turnEnded(entry, nextCommitment: stored.seed?.commitment), by: by)
        entry.nextCommitment = stored.seed?.commitment
        logger.info(
            "turn ended",
            metadata: ["by": "\(by)", "turn": "\(entry.turn)", "total": "\(entry.total)", "full": "\(isFull)"])
        return entry
    }

    func configure(_ params: ConfigureParams) async throws {
        try await change {
            if let sides = params.dice { try Tables.check(sides) }
            let stored = try group.plan(
                TableConfiguration(sides: params.dice, players: params.players, rollsPerTurn: params.rollsPerTurn))
            let mostRolls = Limits.valuesPerTurn / stored.dice.count
            guard stored.rules.rollsPerTurn ?? 0 <= mostRolls else { throw WireError.tooManyRolls(mostRolls) }
            guard stored != group.stored else { return }
            try await store.save(stored, adding: nil)
            group.configure(stored)
            checkContributors()
            let planned = subscribers.wantPlans ? TableEvent.Kind.tableChanged(plannedSnapshot) : nil
            announce(.tableChanged(snapshot), planned: planned)
            logger.info("table configured")
        }
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
    func stopAnimation(_ reason: CancelReason) {
        group.stopAnimation(reason)
        for flying in group.throwsInFlight { flying.stop(reason) }
    }

    private func change<Value>(_ body: @TableActor () async throws -> Value) async throws -> Value {
        try await lock.whileHolding {
            guard !isDeleted else { throw WireError.tableNotFound(group.name) }
            // A roll that waits for its contributors is one in flight: nothing that it depends on may change.
            guard asked == nil else { throw DiceError.busy }
            defer { activity() }
            return try await body()
        }
    }
}
