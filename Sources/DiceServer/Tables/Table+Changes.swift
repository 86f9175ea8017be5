internal import DiceModel
internal import DiceNotation
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
        try await change {
            let dice = try group.diceToRoll(params.dice, restart: params.restart, by: by).count
            let flying = params.animate ? dice : 0
            try inFlight.admit(flying, insteadOf: group.roll?.rolled.count ?? 0, of: owner)
            let draw: RollDraw
            do {
                if group.isTurnFull { _ = try await endTurn(by: by, isFull: true) }
                draw = try group.drawRoll(
                    dice: params.dice, animate: params.animate, restart: params.restart, by: by, at: now(), owner: owner
                )
                try await store.save(draw.stored, adding: draw.record)
            } catch {
                inFlight.landed(flying, of: owner)
                throw error
            }
            let roll = group.begin(draw)
            if let reason = whyStopped() { group.stopAnimation(reason) }
            return roll
        }
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
                expression, text: text, label: params.label, animate: params.animate, by: by, owner: owner)
            let flying = params.animate ? draw.evaluation.draws.count : 0
            try inFlight.admit(flying, throwing: 1, of: owner)
            do {
                if params.animate {
                    try await store.begin(draw.record, draw.faces, at: now())
                } else {
                    try await store.add(draw.record, draw.faces, at: now())
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
        let entry = try await store.endTurn(ending, leaving: stored)
        group.stopAnimation(.restart)
        group.beginTurn(stored)
        announce(.turnEnded(entry), by: by)
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
            announce(.tableChanged(snapshot))
            logger.info("table configured")
        }
    }

    /// Deletes what is stored of the table; then its animations are cancelled and its watchers told.
    func delete() async throws {
        try await change {
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
            defer { activity() }
            return try await body()
        }
    }
}
