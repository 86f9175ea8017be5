import DiceClient
import DiceModel
import DiceProof
import DiceWire

/// What `dicectl roll` is told to do.
struct RollOrder: Hashable {
    /// Numbers of the dice to roll; nil for every unlocked one.
    var dice: [Int]?
    /// Whether dice in flight are settled first instead of being given way to.
    var restarts = false
    /// Nil for the login name, which the daemon knows.
    var player: String?
    var motion: Motion?
    var isPlain = false

    /// Again with fresh entropy if the turn was full and has ended: by then the commitment of the next one is read and noted.
    func carryOut(_ session: Session) throws {
        do {
            try roll(session)
        } catch let error where CommandError(error).isOfFullTurn {
            try roll(session)
        }
    }

    private func roll(_ session: Session) throws {
        let motion = session.motion(motion)
        let request = RollParams(
            table: try session.table(), dice: dice, animate: motion != .none, restart: restarts,
            by: player, entropy: Entropy.fresh())
        let speaks = session.speaks(plain: isPlain)
        try session.remakingDefault {
            let client = try session.connect()
            if request.animate, !session.json, !speaks, session.traits.canDraw {
                try draw(request, session, client, motion)
            } else {
                try client.learnCommitments(of: request.table)
                try session.perform(.roll, request, on: client) {
                    [speaks ? EventText.spoken.roll($0) : EventText.line.roll($0)]
                }
            }
            try client.witness.check()
        }
    }

    private func draw(
        _ roll: RollParams, _ session: Session, _ client: Client, _ motion: Motion
    ) throws(CommandError) {
        var table: TableState?
        var hasStarted = false
        try session.draw(
            [Method.roll(roll)], at: roll.table, on: client, motion, viewer: player,
            parting: "\(session.calling) table show \(roll.table)"
        ) { news, view throws(ClientError) in
            switch news {
            case .table(let snapshot, _): table = TableState(snapshot)
            case .answer(_, let line):
                table?.apply(try line.value(as: RollResult.self))
                hasStarted = true
            case .notification(let notification?, _):
                table?.apply(notification)
                if case .event(let event) = notification, case .rollStarted = event.kind { hasStarted = true }
            default: break
            }
            if hasStarted, let table { view.show([table]) }
        }
    }
}

/// Whether `dicectl roll` is about the dice of a table, an expression or a saved roll.
struct RollChoice: Hashable {
    var words: NotationWords
    let order: RollOrder
    var times: Int?
    var label: String?
    var viewers: Viewers?
    /// Whether --table names the table, so that another name is that of a saved roll.
    var isTableNamed = false

    func carryOut(_ session: Session) throws {
        do {
            try carryOutAsTyped(session)
        } catch let error where CommandError(error).isMissingTable || CommandError(error).isMissingRoll {
            guard let read = try words.otherwise.map({ try NotationWords($0) }) else { throw error }
            var (choice, session) = (self, session)
            choice.words = read
            if !isTableNamed { session.tables = [read.table.table].compactMap(\.self) }
            try choice.carryOut(session)
        }
    }

    private func carryOutAsTyped(_ session: Session) throws {
        let name = words.table.choice == .unnamed ? words.table.table.flatMap { RollName($0.description) } : nil
        var elsewhere = session
        if !isTableNamed { elsewhere.tables = [] }
        let isThrow = words.isThrow || times != nil || label != nil || viewers != nil
        if let name, words.expressions.isEmpty, isTableNamed || isThrow {
            let what = times == nil ? ThrowOrder.What.saved(name) : .expressions(words.withName)
            return try thrown(what).carryOut(elsewhere)
        }
        if isTableNamed, name != nil { return try carryOut(words.withName, elsewhere) }
        do {
            try words.expressions.isEmpty ? order.carryOut(session) : carryOut(words.expressions, session)
        } catch let error where CommandError(error).isMissingTable {
            guard let name, !isTableNamed else { throw error }
            do {
                try words.expressions.isEmpty
                    ? thrown(.saved(name)).carryOut(elsewhere) : carryOut(words.withName, elsewhere)
            } catch let missing where CommandError(missing).isMissingRoll {
                throw error
            }
        }
    }

    /// What cannot be rolled is told before anything is.
    private func carryOut(_ expressions: [String], _ session: Session) throws {
        let shelf = SavedShelf { try session.connect() }
        do {
            for expression in expressions { _ = try NotationWords.read(expression, words.values, shelf) }
        } catch {
            // Of a table that is missing, too, that is told.
            if let table = words.table.table, !isTableNamed {
                _ = try session.connect().call(.get, GetParams(table: table))
            }
            throw error
        }
        try thrown(.expressions(expressions)).carryOut(session)
    }

    private func thrown(_ what: ThrowOrder.What) -> ThrowOrder {
        ThrowOrder(
            what: what, values: words.values, times: times, label: label, viewers: viewers, player: order.player,
            motion: order.motion, isPlain: order.isPlain)
    }
}

extension NotationWords {
    /// Whether it is not about dice of the table, whatever names mean.
    var isThrow: Bool { !expressions.isEmpty || !values.isEmpty }
}

extension CommandError {
    /// Whether a saved roll that was asked for is not there.
    fileprivate var isMissingRoll: Bool {
        if case .notation = self { return true }
        guard case .client(.refused(let error)) = self else { return false }
        return error.known == .invalidParams && error.data.param == "saved"
    }
}
