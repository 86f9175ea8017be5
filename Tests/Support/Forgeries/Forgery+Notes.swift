import DiceModel
import DiceProof
import DiceVerifying

// A user's notes about a history that was changed later.

extension Forgery {
    static let ofNotes: [Forgery] = [
        .noted(
            .otherPromise,
            "another commitment than the turn before it has promised",
            turn: 2
        ) {
            notes,
            commitment,
            name in
            notes.heads[commitment]?.next = SampleHistory.hex("another", 64)
        },
        .noted(.otherLink, "another chain hash than was seen", turn: 2) {
            notes,
            commitment,
            name in
            notes.heads[commitment]?.link = SampleHistory.hex("another", 64)
        },
        .noted(.otherDigest, "another digest than was seen", turn: 2) {
            notes,
            commitment,
            name in
            notes.heads[commitment]?.digest = SampleHistory.hex("another", 64)
        },
        .noted(.rollMissing, "a roll that is missing", turn: 2) {
            notes,
            commitment,
            name in
            notes.added[commitment] = added(to: name, roll: 4)
        },
        .noted(.notContributed, "a roll without a contribution", turn: 2) {
            notes,
            commitment,
            name in
            notes.added[commitment] = added(to: name, roll: 1)
        },
        .noted(.seenRoll, "a void roll that was seen to move dice", turn: 2) {
            notes,
            commitment,
            name in
            notes.rolled[commitment] = [2]
        },
        Forgery(
            .throwWithoutEntropy,
            "a throw without a contribution",
            notes: throwNotes
        ) {
            try SampleHistory.entries()
        },
        .noted(
            .seenEntryMissing,
            "a last turn that is not there any more",
            turn: 4,
            isMissing: true
        ) { _, _, _ in },
    ]

    private static let throwNotes: Notes = {
        var notes = Notes()
        guard
            let result = try? SampleHistory.entries()[SampleHistory.places.thrown]
                .thrown,
            let commitment = result.commitment
        else { return notes }
        notes.added[commitment] = added(
            to: EntryName(.throw, result.number, of: "home"),
            roll: 0
        )
        return notes
    }()

    private static func added(to name: EntryName, roll: Int) -> Notes.Added {
        var added = Notes.Added(name)
        added.chances[roll] = [SampleHistory.hex("mine", 32)]
        return added
    }

    /// Returns a user's notes about the turns that the user saw end.
    ///
    /// - Parameter isMissing: returns true if the turn with this number is omitted.
    private static func noted(
        _ reason: Finding.Reason,
        _ name: String,
        turn number: Int,
        isMissing: Bool = false,
        _ note: (inout Notes, String, EntryName) -> Void
    ) -> Forgery {
        let entries = SampleHistory.chained(
            (1...4).map { .turn(SampleHistory.turn($0)) }
        )
        let turns = entries.compactMap(\.turn)
        var notes = Notes()
        for (turn, next) in zip(turns, turns.dropFirst().map(\.commitment) + [nil]) {
            guard let commitment = turn.commitment, let chain = turn.chain else {
                continue
            }
            let name = EntryName(.turn, turn.turn, of: turn.table, id: turn.id)
            notes.heads[commitment] = Notes.Head(name, link: chain, next: next)
        }
        if let commitment = turns[number - 1].commitment {
            note(&notes, commitment, EntryName(.turn, number, of: "home"))
        }
        let left = isMissing ? Array(entries.dropLast()) : entries
        return Forgery(reason, name, notes: notes) { left }
    }
}
