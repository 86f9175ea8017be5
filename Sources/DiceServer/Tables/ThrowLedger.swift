import DiceModel
import DiceTable

/// The progress of a table's draws, from moving dice to an entry that everyone has received.
///
/// Each event returns the actions to perform. The ledger has no store, clock or watchers.
struct ThrowLedger {
    enum Action: Equatable {
        /// Store the outcomes of flights soon, and end a lost turn.
        case store
        /// Count the throw's size against its user: its faces are known.
        case count(SealedThrow, of: Account.AccountKey)
        /// Send the entry to these recipients, for whom the last die has settled.
        case announce(SealedThrow, Recipients)
    }

    private struct Record {
        /// The recipients for whom dice of the throw are moving, or are about to.
        var watching: [Recipients]
        /// The user whose limits it counts against.
        var payer: Account.AccountKey?
        /// The entry, once it is in history.
        var entry: SealedThrow?
    }

    /// The throws that have not been sent to everyone yet, by number.
    private var records: [Int: Record] = [:]
    /// Throws that have settled and are not in history yet, with the times at which they settled,
    /// in that order.
    private var queue: [(thrown: SealedThrow, at: Timestamp)] = []
    /// The deadlines until which dice of secret throws may move for those who see them, regardless
    /// of the faces, by throw number.
    private var hidden: [Int: Duration] = [:]
    /// The completed rolls that are stored as cancelled, by number in the open turn.
    var completedRolls: [Int] = []
    /// True if the open turn is lost and must end.
    private(set) var isTurnLost = false
    /// Draws that could not be stored, in order.
    var unsaved: [any FlightDraw] = []

    /// True if nothing remains to be stored.
    var isStored: Bool {
        queue.isEmpty && completedRolls.isEmpty && unsaved.isEmpty && !isTurnLost
    }

    /// Records that the table's dice are at rest.
    ///
    /// - Parameters:
    ///   - roll: the completed roll that is stored as cancelled; `nil` if there is none.
    ///   - isTurnLost: true if the open turn is lost.
    mutating func settled(roll: Int?, isTurnLost: Bool) -> [Action] {
        if let roll {
            completedRolls.append(roll)
        }
        self.isTurnLost = isTurnLost
        return roll == nil && !isTurnLost ? [] : [.store]
    }

    /// Records that the open turn has ended.
    mutating func turnEnded() {
        isTurnLost = false
    }

    /// Records a new throw.
    ///
    /// - Parameter payer: the user whose limits it counts against once its faces are known; `nil`
    ///   for none.
    mutating func drawn(
        _ number: Int,
        for recipients: Recipients,
        payer: Account.AccountKey?
    ) {
        records[number] = Record(watching: recipients.parts, payer: payer)
    }

    /// Records that a throw without animation is in history before it is sent.
    mutating func stored(asDrawn entry: SealedThrow) {
        records[entry.number]?.entry = entry
    }

    /// Records that the last die of a throw has settled for these recipients.
    mutating func settled(
        _ number: Int,
        for part: Recipients,
        as thrown: SealedThrow,
        at: Timestamp
    ) -> [Action] {
        guard let record = records[number] else { return [] }
        records[number]?.watching.removeAll { $0 == part }
        var actions: [Action] = []
        if let entry = record.entry {
            actions.append(.announce(entry, part))
            forget(number)
        } else if part.includeStrangers {
            queue.append((thrown, at))
            actions.append(.store)
        }
        if part.includeStrangers, let payer = record.payer {
            actions.append(.count(thrown, of: payer))
        }
        return actions
    }

    /// The next batch to move into history, at most about 200 kB of messages.
    var next: [(thrown: SealedThrow, at: Timestamp)] {
        var room = 1_100
        return Array(
            queue.prefix { thrown, _ in
                defer {
                    room -= thrown.shown(to: []).share
                }
                return room > 0
            }
        )
    }

    /// Records that the next batch is in history.
    mutating func stored(_ entries: [SealedThrow]) -> [Action] {
        queue.removeFirst(entries.count)
        return entries.flatMap { entry -> [Action] in
            let watching = records[entry.number]?.watching ?? []
            records[entry.number]?.entry = entry
            forget(entry.number)
            return entry.recipients.parts.filter { !watching.contains($0) }.map {
                .announce(entry, $0)
            }
        }
    }

    private mutating func forget(_ number: Int) {
        if records[number]?.watching.isEmpty == true {
            records[number] = nil
        }
    }

    /// Conceals for this long whether dice of a secret throw are still moving.
    mutating func hide(_ number: Int, from now: Duration, for time: Duration) {
        hidden = hidden.filter { $0.value > now }
        hidden[number] = now + time
    }

    /// Returns the numbers of the secret throws whose dice may still be moving.
    func hidden(at now: Duration) -> [Int] {
        hidden.filter { $0.value > now }.map(\.key)
    }
}

extension ThrowResult {
    /// The size of its messages, in units of about 180 bytes.
    fileprivate var share: Int {
        let words = meaning.results?.reduce(0) { $0 + $1.utf8.count } ?? 0
        return 10 + dice.count + (meaning.checks?.count ?? 0) / 3
            + (words + expression.utf8.count + text.utf8.count)
            / 180
    }
}
