package import DiceClient
package import DiceJudging
package import DiceModel
import DiceProof
import DiceVerifying
package import DiceWire

/// Observes dicectl's connection to a daemon: notes each promise, and warns if a reveal does not
/// match it. Every client of a command has a witness.
package final class Witness: ClientObserver {
    /// This user's contribution to the rolls of a table; `nil` if there is none.
    package var contribution: EntropyContribution?
    /// True if the process is about to stop and no longer contributes.
    package var isParting = false
    private var notes: SeenNotes?
    /// The last promise for the open turn of each table.
    private var promises: [String: (turn: Int, commitment: String?)] = [:]
    /// The rolls for which this user's reveal was requested but not sent yet, by the contribution's
    /// commitment. A reveal may be sent after the next roll has requested one.
    private var contributions: [String: (name: EntryName, roll: Int, commitment: String?)] = [:]
    private var warnings: [String] = []

    /// - Parameter notes: the file for promises; `nil` to note none.
    package init(_ notes: SeenNotes?) {
        self.notes = notes
    }

    /// Returns the warnings about the daemon that have not been returned before.
    package func takeWarnings() -> [String] {
        defer {
            warnings = []
        }
        return warnings
    }

    /// Throws `unverified` if there is a warning.
    package func check() throws(CommandError) {
        if let warning = takeWarnings().first {
            throw .unverified(warning)
        }
    }

    package func sent(_ request: Request) {
        // Notes the promise at once, before the process can end.
        if request[.roll]?.animate ?? request[.throw]?.animate == true {
            notes?.note([])
        }
        if let reveal = request[.reveal],
            let commitment = Entropy.commitment(reveal.entropy),
            let asked = contributions.removeValue(forKey: commitment)
        {
            note(
                added: reveal.entropy,
                to: asked.name,
                roll: asked.roll,
                asked.commitment
            )
        }
    }

    package func answered(_ request: Request, _ line: ServerLine) {
        if request.method == .get,
            let promises = try? line.value(as: TablePromises.self)
        {
            hear(promises)
        }
        if request.method == .endTurn, let turn = try? line.result(of: .endTurn) {
            // Someone else may have ended the promised turn.
            if let open = promises[turn.table], open.turn == turn.turn {
                judge(turn, promised: open.commitment)
            }
            note(ended: turn)
        }
        if let roll = request[.roll], let result = try? line.result(of: .roll) {
            let name = EntryName(.turn, result.turn, of: result.table)
            if result.outcome != .void, let commitment = result.commitment {
                notes?.keep([.rolled(result.roll, of: name, commitment: commitment)])
            }
            note(added: roll.entropy, to: name, roll: result.roll, result.commitment)
            judge("roll \(result.roll)", made: result.chance, with: roll.entropy)
        }
        if let thrown = request[.throw], let result = try? line.result(of: .throw) {
            notes?.keep(
                promise(
                    .throw,
                    result.number + 1,
                    of: result.table,
                    result.nextCommitment
                )
            )
            let name = EntryName(.throw, result.number, of: result.table)
            note(added: thrown.entropy, to: name, roll: 0, result.commitment)
            judge("throw \(result.number)", made: result.chance, with: thrown.entropy)
        }
    }

    package func received(_ news: Follower.News) {
        switch news {
        case .table(let snapshot, _):
            hear(TablePromises(snapshot))
            notes?.note([])
        case .answer(let request, let line): answered(request, line)
        case .refused(let request, let error, _):
            // The daemon ended a full turn instead of rolling.
            guard let next = error.data.nextCommitment,
                let table = request.table?.description,
                let open = promises[table], open.commitment != next
            else { break }
            promises[table] = (open.turn + 1, next)
            notes?.note(promise(.turn, open.turn + 1, of: table, next))
        case .notification(.event(let event)?, _): hear(event)
        case .notification(.throw(let frame)?, _):
            let next = promise(
                .throw,
                frame.number + 1,
                of: frame.table,
                frame.throwCommitment
            )
            if !next.isEmpty {
                notes?.note(next)
            }
        default: break
        }
    }

    private func hear(_ event: TableEvent) {
        if let objection = contribution?.objection(to: event) {
            warnings.append(objection)
        }
        switch event.kind {
        case .turnEnded(var turn, let next):
            judge(turn, promised: promises[event.table]?.commitment)
            turn.nextCommitment = next
            note(ended: turn)
            promises[event.table] = (turn.turn + 1, next)
        case .throwEnded(let thrown):
            let line = [SeenLine(thrown)].compactMap(\.self)
            // A reveal of a secret throw must later match this one.
            if thrown.hidden == true {
                notes?.note(line)
            } else {
                notes?.keep(line)
            }
        case .tableChanged(let snapshot):
            hear(TablePromises(snapshot))
            notes?.note([])
        case .rollAsked(let roll, _, let contributors):
            guard let own = contribution?.commitment,
                contributors.contains(where: { $0.commitment == own }),
                let open = promises[event.table]
            else { break }
            contributions[own] = (
                EntryName(.turn, open.turn, of: event.table), roll, open.commitment
            )
        case .rollStarted(_, let chance, _, _): notes?.note(started: chance)
        default: break
        }
    }

    // MARK: notes

    /// Keeps a table's promises for the open turn and for the next throw, whose number is not
    /// given. They are written with the next note, since a process that rolls at once has only
    /// milliseconds.
    private func hear(_ table: TablePromises) {
        promises[table.table] = (table.turn, table.commitment)
        notes?.keep(
            promise(.turn, table.turn, of: table.table, table.commitment)
                + promise(.throw, 0, of: table.table, table.throwCommitment)
        )
    }

    /// Notes the reveals and promises at the end of a turn.
    private func note(ended turn: Turn) {
        notes?.note(
            [SeenLine(turn)].compactMap(\.self)
                + promise(.turn, turn.turn + 1, of: turn.table, turn.nextCommitment)
        )
    }

    private func promise(
        _ kind: EntryName.EntryKind,
        _ number: Int,
        of table: String,
        _ commitment: String?
    ) -> [SeenLine] {
        commitment.map {
            [.promised(EntryName(kind, number, of: table), commitment: $0)]
        } ?? []
    }

    /// Notes this user's entropy in a roll, or with roll 0 in a throw.
    private func note(
        added entropy: String?,
        to name: EntryName,
        roll: Int,
        _ commitment: String?
    ) {
        guard let entropy, let commitment else { return notes?.note([]) ?? () }
        notes?.note([.added(entropy, to: name, roll: roll, commitment: commitment)])
    }

    // MARK: judgement

    private func judge(_ turn: Turn, promised: String?) {
        guard case .wrong(let reason) = Verdict(turn, promised: promised) else {
            return
        }
        warnings.append(Verdict.warning("turn \(turn.turn) of \(turn.table): \(reason)"))
    }

    /// Checks that our entropy was used. A daemon that omits all entropy exposes itself when it
    /// reveals the entry.
    ///
    /// - Parameter told: the daemon's account of how the roll was made.
    private func judge(_ name: String, made told: RollChance, with entropy: String?) {
        guard let entropy,
            told.entered == true
                || ![nil, Entropy.none, entropy].contains(told.entropy)
        else { return }
        warnings.append(
            Verdict.warning("\(name) used other entropy than this client sent for it")
        )
    }
}

extension DiceClient.Client {
    /// The client's witness; if there was none, a new witness that notes nothing.
    package var witness: Witness {
        if let witness = observer as? Witness {
            return witness
        }
        let witness = Witness(nil)
        observer = witness
        return witness
    }

    /// Makes the daemon commit itself before it learns our entropy and before it reveals a seed. If
    /// there is no such table, the next request reports it.
    package func learnCommitments(of table: TableName) throws(ClientError) {
        do {
            _ = try call(Method.get(GetParams(table: table))).value(
                as: TablePromises.self
            )
        } catch {
            guard case .refused = error else { throw error }
        }
    }
}
