import DiceModel
import DiceTable

/// What has been drawn at a table, and how far it has come: from dice that move to an entry of
/// which everybody has been told.
///
/// Events come in, and each returns what is to be done about it. There is no store, clock or
/// watcher in here.
struct ThrowLedger {
    enum Action: Equatable {
        /// Store soon how flights have ended.
        case store
        /// Count what the throw takes: its faces are told.
        case count(SealedThrow, of: Account.AccountKey)
        /// Tell these of the entry: they have seen the last die settle.
        case tell(SealedThrow, Recipients)
    }

    private struct Record {
        /// Those for whom dice of it move, or are about to.
        var watching: [Recipients]
        /// The user for whom it is counted.
        var payer: Account.AccountKey?
        /// Once it is in history.
        var entry: SealedThrow?
    }

    /// The throws of which not everybody has been told, by their number.
    private var records: [Int: Record] = [:]
    /// What has settled and is not in history yet, with the instants at which it did, in that
    /// order.
    private var queue: [(thrown: SealedThrow, at: Timestamp)] = []
    /// Until when dice of secret throws may move for those who see them, whatever the faces; by
    /// their number.
    private var hidden: [Int: Duration] = [:]
    /// Rolls that have completed and are stored as cancelled, by their number in the open turn.
    var completedRolls: [Int] = []
    /// What was drawn and could not be stored, in the order in which it was drawn.
    var kept: [any FlightDraw] = []

    /// Whether nothing is left to store.
    var isStored: Bool { queue.isEmpty && completedRolls.isEmpty && kept.isEmpty }

    /// A throw is drawn.
    ///
    /// - Parameter payer: the user for whom it is counted as its faces are told; nil for nobody.
    mutating func drawn(
        _ number: Int,
        for recipients: Recipients,
        payer: Account.AccountKey?
    ) {
        records[number] = Record(watching: recipients.parts, payer: payer)
    }

    /// A throw without animation is in history before it is shown.
    mutating func stored(asDrawn entry: SealedThrow) {
        records[entry.number]?.entry = entry
    }

    /// The last die of a throw has settled for these.
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
            actions.append(.tell(entry, part))
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

    /// The next to move into history: so many together as are told in 200 kB.
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

    /// The next ones are in history.
    mutating func stored(_ entries: [SealedThrow]) -> [Action] {
        queue.removeFirst(entries.count)
        return entries.flatMap { entry -> [Action] in
            let watching = records[entry.number]?.watching ?? []
            records[entry.number]?.entry = entry
            forget(entry.number)
            return entry.recipients.parts.filter { !watching.contains($0) }.map {
                .tell(entry, $0)
            }
        }
    }

    private mutating func forget(_ number: Int) {
        if records[number]?.watching.isEmpty == true {
            records[number] = nil
        }
    }

    /// Dice of a secret throw may move for so long, and nobody else is to learn whether they do.
    mutating func hide(_ number: Int, from now: Duration, for time: Duration) {
        hidden = hidden.filter { $0.value > now }
        hidden[number] = now + time
    }

    /// The secret throws whose dice may move, by their number.
    func hidden(at now: Duration) -> [Int] {
        hidden.filter { $0.value > now }.map(\.key)
    }
}

extension ThrowResult {
    /// What telling of it takes, in shares of about 180 bytes.
    fileprivate var share: Int {
        let words = meaning.results?.reduce(0) { $0 + $1.utf8.count } ?? 0
        return 10 + dice.count + (meaning.checks?.count ?? 0) / 3
            + (words + expression.utf8.count + text.utf8.count)
            / 180
    }
}
