internal import DiceModel
internal import DiceNotation
internal import DiceProof
internal import DiceTable
internal import DiceWire
internal import Logging

extension Table {
    /// Draws, stores and starts a roll. Returns when its dice animate; `Roll.settled()` waits for their end. A turn that
    /// has no room for it is ended first, and the roll refused then if it brings entropy.
    ///
    /// - Parameter whyStopped: tells, once the roll is stored, whether something has ended it meanwhile.
    /// - Throws: `DiceError`, `StoreError` or `WireError`.
    func roll(
        _ params: RollParams, by: String, owner: RollOwner, whyStopped: @TableActor () -> CancelReason?
    ) async throws -> Roll {
        try await change {
            let load = try admit(params, by: by, of: owner)
            defer { inFlight.remove(load, of: owner) }
            try await endFullTurn(params, by: by)
            return try await start(params, reveals: [], by: by, owner: owner, whyStopped)
        }
    }

    /// The same where others have promised something for the roll; nil where nobody has. Returns what brings the roll as
    /// soon as it is stored: as void, before anybody is asked, so that it cannot be left out.
    func askForRoll(
        _ params: RollParams, by: String, owner: RollOwner, whyStopped: @escaping @TableActor () -> CancelReason?
    ) async throws -> Task<Roll, any Error>? {
        guard contributions.standing.contains(where: { $0.owner != owner }) else { return nil }
        return try await change {
            let asked = AskedRoll(contributions.standing.filter { $0.owner != owner })
            guard !asked.contributions.isEmpty else { return nil }
            let load = try admit(params, by: by, of: owner)
            do {
                try await endFullTurn(params, by: by)
                // That is what it is if the daemon dies while they are asked.
                let void = void(params, by: by, reason: .serverStopping, absent: [])
                try await store.save(void.stored, adding: void.record)
            } catch {
                inFlight.remove(load, of: owner)
                throw error
            }
            self.asked = asked
            useUp(asked)
            if whyStopped() == .serverStopping { asked.stop(.serverStopping) }
            return TableActor.work {
                try await self.finish(asked, params, load, by: by, owner: owner, whyStopped)
            }
        }
    }

    /// Asks, and starts the roll or makes it void.
    ///
    /// - Parameter load: for which there is room.
    private func finish(
        _ asked: AskedRoll, _ params: RollParams, _ load: DiceInFlight.Load, by: String, owner: RollOwner,
        _ whyStopped: @TableActor () -> CancelReason?
    ) async throws -> Roll {
        defer { inFlight.remove(load, of: owner) }
        await ask(asked, roll: group.rollCount + 1, entropy: params.entropy ?? Entropy.none, by: by)
        return try await lock.whileHolding {
            self.asked = nil
            defer { activity() }
            if let reason = asked.reason {
                let void = void(params, by: by, reason: reason, absent: asked.absent)
                if !isDeleted { try await storeDrawn(.roll(void)) }
                return group.begin(void)
            }
            guard !isDeleted else { throw WireError.tableNotFound(group.name) }
            return try await start(params, reveals: asked.revealed, by: by, owner: owner, whyStopped)
        }
    }

    private func void(_ params: RollParams, by: String, reason: CancelReason, absent: [String]) -> RollDraw {
        group.voidRoll(
            by: by, at: now(), chance: AddedChance(entropy: params.entropy), reason: reason, absent: absent)
    }

    /// Makes room for a roll in the turn. Entropy was sent before the next turn's commitment was known, so that whoever makes
    /// that seed could know it: it is to be sent anew. What others have promised stands, for nobody knows it yet.
    private func endFullTurn(_ params: RollParams, by: String) async throws {
        guard group.isTurnFull else { return }
        let entry = try await endTurn(by: by, isFull: true)
        if params.entropy != nil { throw WireError.commitmentChanged(to: entry.nextCommitment) }
    }

    /// Takes room for the dice of a roll that nothing else refuses.
    private func admit(_ params: RollParams, by: String, of owner: RollOwner) throws -> DiceInFlight.Load {
        let dice = try group.diceToRoll(params.dice, restart: params.restart, by: by).count
        let load = DiceInFlight.Load(rolled: params.animate ? dice : 0)
        try inFlight.admit(load, insteadOf: group.roll?.rolled.count ?? 0, of: owner)
        return load
    }

    /// There is room for it.
    private func start(
        _ params: RollParams, reveals: [String], by: String, owner: RollOwner,
        _ whyStopped: @TableActor () -> CancelReason?
    ) async throws -> Roll {
        let draw = try group.drawRoll(
            dice: params.dice, animate: params.animate, restart: params.restart, by: by, at: now(),
            chance: AddedChance(entropy: params.entropy, reveals: reveals), owner: owner)
        try await storeDrawn(.roll(draw))
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
        try await change(isBesideRolls: true) {
            let user = inFlight.account(owner)?.key
            if let user { try inFlight.stored.check(user) }
            let first = try expression.check()
            let load = DiceInFlight.Load(throwing: params.animate ? first.count : 0, grows: first.mayGrow)
            try inFlight.admit(load, of: owner)
            defer { inFlight.remove(load, of: owner) }
            let draw = try group.drawThrow(
                expression, text: text, label: params.label, animate: params.animate, by: by,
                chance: AddedChance(entropy: params.entropy), owner: owner)
            throwers[draw.number] = user
            try await storeDrawn(.thrown(draw))
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

    /// - Parameter isBesideRolls: whether it is made while a roll waits for its contributors. Of what that depends on nothing
    ///   changes meanwhile.
    private func change<Value>(
        isBesideRolls: Bool = false, _ body: @TableActor () async throws -> Value
    ) async throws -> Value {
        try await lock.whileHolding {
            guard !isDeleted else { throw WireError.tableNotFound(group.name) }
            guard asked == nil || isBesideRolls else { throw DiceError.busy }
            defer { activity() }
            try await storeKept()
            return try await body()
        }
    }
}
