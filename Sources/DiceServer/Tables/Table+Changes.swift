import DiceGames
import DiceModel
import DiceNotation
import DiceProof
import DiceTable
import DiceWire
import Logging

extension Table {
    /// Draws, stores and starts a roll. A roll with contributors is first stored as void, so that a
    /// crash cannot hide it. If the turn has no room for another roll, the turn ends first; a roll
    /// that brings entropy is then refused.
    ///
    /// - Throws: `DiceError`, `StoreError` or `WireError`.
    func roll(_ params: RollParams, from roller: Roller) async throws -> StoredRoll {
        try await change {
            if params.replaces {
                return .started(try await replaceFaces(params, from: roller))
            }
            let dice = try group.diceToRoll(
                params.dice,
                restart: params.restart,
                by: roller.by,
                faces: params.faces
            )
            // The turn's entry contains all of its rolls, so a full quota stops the next turn.
            try await quota.check(roller, for: 1)
            let reservation = try inFlight.admit(
                .init(rolled: params.animate ? dice.count : 0),
                insteadOf: group.roll?.reservation?.dice ?? 0,
                of: .init(roller)
            )
            try await endFullTurn(params, from: roller)
            let asked = AskedRoll(
                params.faces == nil
                    ? contributions.asked(by: roller, after: group.voids) : []
            )
            guard !asked.contributions.isEmpty else {
                return .started(
                    try await roll(dice, params, from: roller, taking: reservation)
                )
            }
            // The roll is void if the daemon dies while the roll is waiting for the contributors.
            let void = void(params, from: roller, reason: .serverStopping, absent: [])
            try await store.ask(void.stored, for: void.record)
            self.asked = asked
            useUp(asked)
            if roller.whyStopped() == .serverStopping {
                asked.stop(.serverStopping)
            }
            return .asking(
                TableActor.work {
                    try await self.roll(
                        dice,
                        params,
                        asking: asked,
                        from: roller,
                        taking: reservation
                    )
                }
            )
        }
    }

    /// Asks the contributors, then starts the roll of these dice, or makes the roll void.
    private func roll(
        _ dice: [Int],
        _ params: RollParams,
        asking asked: AskedRoll,
        from roller: Roller,
        taking reservation: Reservation?
    ) async throws -> RollFlight {
        await ask(
            asked,
            roll: group.rollCount + 1,
            entropy: params.entropy ?? Entropy.none,
            from: roller
        )
        return try await lock.whileHolding {
            self.asked = nil
            defer {
                activity()
            }
            guard let reason = asked.reason else {
                guard !isDeleted else { throw WireError.tableNotFound(group.name) }
                return try await roll(
                    dice,
                    params,
                    reveals: asked.revealed,
                    from: roller,
                    taking: reservation
                )
            }
            missed = (missed + asked.missing).suffix(
                Limits.voidRolls * Limits.contributions
            )
            let void = void(params, from: roller, reason: reason, absent: asked.absent)
            if !isDeleted {
                try await storeDrawn(void)
            }
            return void.begin(at: group, taking: nil)
        }
    }

    /// Replaces the faces that were entered for the last roll.
    private func replaceFaces(_ params: RollParams, from roller: Roller) async throws -> RollFlight
    {
        let replaced = try group.rollToReplace(
            params.dice,
            by: roller.by,
            with: params.faces
        )
        return try await roll(
            replaced.rolled,
            params,
            replacing: replaced,
            from: roller,
            taking: nil
        )
    }

    private func void(
        _ params: RollParams,
        from roller: Roller,
        reason: CancelReason,
        absent: [String]
    )
        -> RollDraw
    {
        group.voidRoll(
            by: roller.by,
            at: now(),
            entropy: params.entropy,
            reason: reason,
            absent: absent,
            isBot: roller.isBot
        )
    }

    /// Makes room for a roll in the turn. The roller sent its entropy before the next turn's
    /// commitment was known, so whoever made that seed could know the entropy: the entropy must be
    /// sent again. The contributions of others remain valid, because they are still secret.
    private func endFullTurn(_ params: RollParams, from roller: Roller) async throws {
        guard group.isTurnFull else { return }
        let entry = try await end(by: roller.by, isFull: true, isBot: roller.isBot)
        if params.entropy != nil {
            throw WireError(
                .commitmentChanged,
                ["nextCommitment": entry.nextCommitment]
            )
        }
    }

    /// Draws, stores and starts the roll of these dice.
    private func roll(
        _ dice: [Int],
        _ params: RollParams,
        reveals: [String] = [],
        replacing replaced: EnteredRoll? = nil,
        from roller: Roller,
        taking reservation: Reservation?
    ) async throws -> RollFlight {
        let draw = group.drawRoll(
            dice,
            animate: params.animate,
            by: roller.by,
            at: now(),
            chance: RollChance(adding: params.entropy, reveals: reveals),
            owner: roller.owner,
            faces: params.faces,
            replacing: replaced,
            isBot: roller.isBot
        )
        let roll = try await start(draw, from: roller, taking: reservation)
        if ledger.isTurnLost {
            await tryToStore()
        }
        return roll
    }

    /// Stores the drawn faces, then starts the dice.
    private func start<Draw: FlightDraw>(
        _ draw: Draw,
        from roller: Roller,
        taking reservation: Reservation?
    ) async throws(WireError) -> Draw.Started {
        try await storeDrawn(draw)
        let flight = draw.begin(at: group, taking: reservation)
        if let reason = roller.whyStopped() {
            flight.stop(reason)
        }
        return flight
    }

    /// Evaluates an expression on drawn faces, stores it and starts its dice. Throws the same
    /// errors as `roll`.
    func `throw`(
        _ expression: Expression,
        text: String,
        _ params: ThrowParams,
        from roller: Roller
    ) async throws -> ThrowFlight {
        try await change {
            let user = roller.account?.key
            let first = expression.firstDice
            let recipients = params.recipients(by: roller.by)
            let isOpen = recipients == .everybody
            let given = (params.values?.values ?? [:]).flatMap { ["\($0)", "\($1)"] }
            let names =
                [
                    roller.by, params.label, params.saved?.description,
                    params.group?.description,
                ].compactMap(\.self) + given
            let bytes = ThrowBytes(
                expression,
                text: text,
                names: names + (recipients.names ?? []),
                first: first
            )
            guard bytes.line <= Limits.largestThrow else {
                throw WireError(
                    .largestThrow,
                    ["bytes": bytes.line, "limit": Limits.largestThrow]
                )
            }
            let charge =
                isOpen || bytes.entry <= Limits.smallThrow ? bytes.entry : bytes.secret
            if let user {
                try inFlight.stored.check(user, for: charge)
            }
            let maximum = isOpen ? bytes.entry : bytes.secret
            try await quota.check(roller, for: maximum)
            let isAnimated = params.animate && params.faces == nil
            let faces = isAnimated ? bytes.faces : 0
            try facesInFlight.check(faces, of: user, at: inFlight.now())
            let load = DiceInFlight.Load(
                throwing: params.animate ? first.count : 0,
                maximum: isOpen ? 0 : min(first.maximum, Limits.diceOfThrow),
                grows: first.mayGrow
            )
            // A chain of secret dice counts for 10 s, and for at most 9 times the duration of one
            // die.
            let reservation = try inFlight.admit(
                load,
                of: .init(roller),
                for: isOpen ? nil : group.stretched(.seconds(10))
            )
            var draw = try group.drawThrow(
                expression,
                text: text,
                label: params.label,
                saved: params.saved,
                values: params.values,
                group: params.group,
                animate: params.animate,
                by: roller.by,
                chance: RollChance(adding: params.entropy),
                owner: roller.owner,
                for: recipients,
                isBot: roller.isBot,
                faces: params.faces
            )
            draw.maxBytes = maximum
            // Limits are checked in advance, so that none reveals the faces.
            if !isOpen, let user {
                inFlight.stored.count(charge, of: user)
            }
            // A chain of secret dice, as above.
            let end = isOpen ? nil : inFlight.now() + group.stretched(.seconds(12))
            facesInFlight.add(
                draw.number,
                bytes: faces,
                of: user,
                until: end,
                at: inFlight.now()
            )
            ledger.drawn(draw.number, for: recipients, payer: isOpen ? user : nil)
            defer {
                if !isOpen, params.animate {
                    ledger.hide(
                        draw.number,
                        from: inFlight.now(),
                        for: group.stretched(.seconds(12))
                    )
                }
            }
            return try await start(draw, from: roller, taking: reservation)
        }
    }

    /// Reveals a secret throw to everyone. Throws `notAllowed` if none of `viewers` sees such a
    /// throw.
    ///
    /// - Parameter isBot: True if a bot reveals it.
    func show(_ number: Int, by viewers: [String], isBot: Bool = false) async throws {
        try await change {
            try await storeOutcomes()
            // The same refusal for a throw that does not exist.
            let refusal = WireError(.noThrowToShow, ["throw": number])
            let isInFlight = group.throwsInFlight.contains { $0.number == number }
            guard !isInFlight else { throw refusal }
            // Not in one guard: the optimizer of Swift 6.3.1 crashes on it.
            let revealed = try await store.show(number, of: group.name, by: viewers)
            guard let shown = revealed else { throw refusal }
            guard let names = shown.recipients.names else { return }
            announce(
                .throwShown(shown.toEverybody),
                by: viewers.first(where: names.contains),
                bot: isBot ? true : nil
            )
        }
    }

    func changeLocks(
        _ change: LockChange,
        dice: [Int],
        by: String,
        isBot: Bool = false
    ) async throws {
        try await self.change {
            let plan = try group.planLocks(change, dice: dice, by: by, isBot: isBot)
            if !plan.changing.isEmpty {
                try await store.save(plan.stored, adding: nil)
            }
            group.apply(plan)
        }
    }

    /// - Parameters:
    ///   - absentFor: What those who end the turn of a player who is away may decide; `nil` if the
    ///     player ends it.
    ///   - isBot: True if a bot ends it.
    func endTurn(
        by: String,
        box: String? = nil,
        absentFor standing: Standing? = nil,
        isBot: Bool = false
    ) async throws -> Turn {
        try await change {
            let planned = try group.planEndTurn(
                by: by,
                at: now(),
                box: box,
                absentFor: standing,
                isBot: isBot
            )
            return try await finish(planned.ending, leaving: planned.stored)
        }
    }

    /// Ends the turn. The caller holds the lock.
    func end(by: String, isFull: Bool = false, isBot: Bool = false) async throws -> Turn {
        let (ending, stored) = try group.planEndTurn(
            by: by,
            at: now(),
            isFull: isFull,
            isBot: isBot
        )
        return try await finish(ending, leaving: stored)
    }

    /// Stores the end of a turn, then applies it.
    func finish(_ ending: Turn, leaving stored: StoredTable) async throws -> Turn {
        try await storeOutcomes()
        var entry = try await store.endTurn(ending, leaving: stored)
        ledger.turnEnded()
        counts.turns += 1
        group.stopAnimation(.restart)
        let listed = contributors
        group.beginTurn(stored, after: stored.match?.progress.filled.map { _ in entry })
        if contributors != listed {
            contributorsChanged()
        }
        announce(
            .turnEnded(entry, nextCommitment: stored.seed?.commitment),
            by: entry.by,
            bot: entry.bot
        )
        if let winners = entry.winners {
            announce(.gameOver(winners: winners, sheets: group.match?.sheets ?? []))
        }
        entry.nextCommitment = stored.seed?.commitment
        entry.up = stored.settings.up
        logger.info(
            "turn ended",
            metadata: [
                "by": "\(entry.by)", "turn": "\(entry.turn)", "total": "\(entry.total)",
                "full": "\(entry.full == true)",
            ]
        )
        return entry
    }

    /// Moves the last turn of the match to another box.
    ///
    /// - Parameter player: returns the acting player, given the player who ended that turn, if it
    ///   may be corrected.
    func correct(to box: String, by player: (String?) -> String) async throws
        -> Correction
    {
        try await change {
            let by = player(group.lastTurn?.by)
            let (turn, correction, stored) = try group.planCorrection(
                to: box,
                by: by,
                at: now()
            )
            let entry = try await store.correct(turn, by: correction, leaving: stored)
            group.correct(stored)
            announce(.corrected(entry), by: by)
            if let winners = entry.winners {
                announce(.gameOver(winners: winners, sheets: group.match?.sheets ?? []))
            }
            logger.info(
                "turn corrected",
                metadata: ["by": "\(by)", "turn": "\(entry.turn)"]
            )
            return entry
        }
    }

    /// Makes a player of the match rest, or play again. Does nothing if the player does so already.
    ///
    /// - Parameters:
    ///   - standing: What the connection may decide at the table.
    ///   - isBot: True if a bot decides it.
    func rest(
        _ player: String,
        _ rests: Bool,
        by: String,
        standing: Standing,
        isBot: Bool
    ) async throws {
        try await change {
            let planned = try group.planRest(
                of: player,
                rests,
                by: by,
                standing: standing,
                at: now()
            )
            guard let (rest, stored) = planned else { return }
            let entry = try await store.rest(rest, leaving: stored)
            group.rest(stored)
            announce(.playerRests(entry), by: by, bot: isBot ? true : nil)
            if let winners = entry.winners {
                announce(.gameOver(winners: winners, sheets: group.match?.sheets ?? []))
            }
            logger.info(
                "player \(entry.state.rawValue)",
                metadata: ["by": "\(by)", "player": "\(player)"]
            )
        }
    }

    /// Deletes the table from the store, then cancels its animations and notifies its watchers.
    func delete() async throws {
        try await lock.whileHolding {
            guard !isDeleted else { throw WireError.tableNotFound(group.name) }
            defer {
                activity()
            }
            try await store.delete(group.name)
            stopAnimation(.tableDeleted)
            markDeleted()
            logger.info("table deleted")
        }
    }

    /// Settles the roll and every throw at once.
    ///
    /// - Parameter owner: the connection whose dice settle; `nil` for all.
    func stopAnimation(_ reason: CancelReason, of owner: RollOwner? = nil) {
        for flight in group.flights where owner == nil || flight.owner == owner {
            flight.stop(reason)
        }
    }

    /// Makes a change, after everything that was drawn before is stored.
    func change<Value>(_ body: @TableActor () async throws -> Value) async throws -> Value {
        try await lock.whileHolding {
            guard !isDeleted else { throw WireError.tableNotFound(group.name) }
            defer {
                activity()
            }
            try await storeUnsaved()
            try await endLostTurn()
            return try await body()
        }
    }
}
