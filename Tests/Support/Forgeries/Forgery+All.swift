import DiceGames
import DiceModel
import DiceProof
import DiceVerifying

extension [HistoryEntry] {
    fileprivate mutating func change(_ index: Int, _ make: (inout Turn) -> Void) {
        guard var turn = self[index].turn else { return }
        make(&turn)
        self[index] = .turn(turn)
    }
}

extension Forgery {
    /// At least one forgery for each check of `dicectl verify`.
    package static let all =
        ofForm + ofOrder + ofSeeds + ofRolls + ofThrows + ofGames + ofRules
        + ofCorrections
        + ofRests + ofNotes

    // MARK: the form of an entry

    private static let ofForm: [Forgery] = [
        .thrown(.notOfHistory, "a throw without an instant", isChained: false) {
            $0.endedAt = nil
        },
        .line(
            .unknownKind,
            "a kind that there is not",
            #""kind":"turn""#,
            #""kind":"feast""#
        ),
        .turn(.unknownEdition, "an edition that never was") { $0.edition = 2 },
        .line(.kindDiffers, "no kind", #""kind":"turn","#, ""),
        .line(
            .enteredDiffers,
            "entered faces without a roll that says so",
            #""total":"#,
            #""entered":true,"total":"#
        ),
        .line(
            .falseFlag,
            "a flag that is false",
            #""total":"#,
            #""seeded":false,"total":"#
        ),
        .line(
            .falseFlag,
            "a throw that is said not to be secret",
            at: SampleHistory.places.thrown,
            #""text":"#,
            #""hidden":false,"text":"#
        ),
        .line(.hiddenOther, "a secret turn", #""total":"#, #""hidden":true,"total":"#),
        .thrown(.hiddenTold, "a secret throw that shows its faces") {
            $0.hidden = true
        },
        .turn(.controlCharacter, "a name that takes another field's place") {
            $0.rolls[0].by = "ann\n2|x"
        },
        .turn(.withoutCommitment, "a seed without a commitment") {
            $0.commitment = nil
        },
        .turn(.malformedCommitment, "a commitment that is none") {
            $0.commitment = "none"
        },
        .list(.missingChain, "no chain hash") {
            $0.change(SampleHistory.places.turn) { $0.chain = nil }
        },
        .list(.malformedChain, "a chain hash that is none") {
            $0.change(SampleHistory.places.turn) { $0.chain = "none" }
        },
        .list(.missingDigest, "no digest") {
            $0.change(SampleHistory.places.turn) { $0.digest = nil }
        },
        .list(.malformedDigest, "a digest that is none") {
            $0.change(SampleHistory.places.turn) { $0.digest = "none" }
        },
        .line(
            .needlessDigest,
            "a digest of edition 4",
            at: 0,
            #""edition":5"#,
            #""edition":4"#
        ),
        .match(.correctionEdition, "a correction of edition 3") { evening in
            try evening.correction("high", by: "bo")
            evening.changeLastCorrection { $0.edition = 3 }
        },
        .match(.restEdition, "a rest of edition 4", edition: 4) { try $0.rest("bo") },
        .match(.restState, "a player who joins and rests at once") { evening in
            try evening.rest("bo")
            evening.changeLastRest { $0.joins = true }
        },
    ]

    // MARK: the order of entries

    private static let ofOrder: [Forgery] = [
        .list(.idOrder, "an entry that has the id of the one before it") { entries in
            entries.change(SampleHistory.places.turn) { $0.id = 1 }
        },
        .list(.lowerEdition, "a turn of edition 4 after turns of edition 5") { entries in
            entries.change(SampleHistory.places.turn) { $0.edition = 4 }
            entries = SampleHistory.chained(entries)
        },
        .list(.lowerEdition, "a throw of edition 4 after entries of edition 5") { entries in
            guard var result = entries[SampleHistory.places.thrown].thrown else {
                return
            }
            result.edition = 4
            entries[SampleHistory.places.thrown] = .thrown(result)
            entries = SampleHistory.chained(entries)
        },
        .match(
            .lowerEdition,
            "a turn of edition 3, which escapes the rule of the first roll",
            edition: 4
        ) { evening in
            evening.edition = 3
            try evening.turn("ann", .these([[1], [2]]), "high")
        },
        .match(.lowerEdition, "a correction of edition 4 after turns of edition 5") { evening in
            evening.edition = 4
            try evening.correction("high", by: "bo")
        },
        .list(.missingEdition, "no edition after one that has one") { entries in
            entries.change(SampleHistory.places.turn) { $0.edition = nil }
            entries = SampleHistory.chained(entries)
        },
        .list(.repeatedTurn, "a turn that is there twice") { entries in
            entries.insert(
                entries[SampleHistory.places.turn],
                at: SampleHistory.places.turn + 1
            )
            entries = SampleHistory.chained(entries)
        },
        .list(.turnOrder, "an older turn once more") { entries in
            entries.append(entries[0])
            entries = SampleHistory.chained(entries)
        },
        .list(
            .unseededTurn,
            "a turn from before there were seeds, after one with a seed"
        ) { entries in
            entries.change(SampleHistory.places.turn) { $0.proof = EntryProof() }
            entries = SampleHistory.chained(entries)
        },
        .list(
            .unseededThrow,
            "a throw from before there were seeds, after one with a seed"
        ) { entries in
            guard var result = entries[SampleHistory.places.thrown].thrown else {
                return
            }
            result.proof = EntryProof()
            entries[SampleHistory.places.thrown] = .thrown(result)
            entries = SampleHistory.chained(entries)
        },
        .list(.missingTurn, "a turn that is left out") { entries in
            entries.remove(at: SampleHistory.places.turn)
            entries = SampleHistory.chained(entries)
        },
        .list(.missingTurn, "no first turn") { entries in
            entries.remove(at: 0)
            entries = SampleHistory.chained(entries)
        },
        .list(.repeatedThrow, "a throw that is there twice") { entries in
            entries.insert(
                entries[SampleHistory.places.thrown],
                at: SampleHistory.places.thrown + 1
            )
            entries = SampleHistory.chained(entries)
        },
        .evening(.missingThrow, "a throw that is left out, long before the last one") { evening in
            for _ in 1...3 {
                try evening.thrown()
            }
            evening.remove(at: 1)
            evening.changeLastThrow { $0.endedAt = SampleHistory.instant(10) }
            evening.begin(HonestHistory.pairs, ["ann"])
            try evening.turn("ann", .these([[1, 2]]), "low")
            evening.changeLast { $0.endedAt = SampleHistory.instant(4_000) }
        },
        .list(.missingThrows, "thousands of throws that are left out") { entries in
            guard var result = entries[SampleHistory.places.thrown].thrown else {
                return
            }
            result.edition = 4
            result = SampleHistory.hidden(result)
            entries = (0...20_000).map { index in
                result.number = 2 * index + 2
                return .thrown(result)
            }
            entries = SampleHistory.chained(entries)
        },
        .match(.correctedTurn, "a correction of the turn before the last one") { evening in
            try evening.correction("high", by: "bo")
            evening.changeLastCorrection { $0.turn = 1 }
        },
        .list(.wrongDigest, "a name that was changed, and nothing else") { entries in
            entries.change(SampleHistory.places.turn) { $0.by = "bo" }
        },
        .list(
            .brokenChain,
            "an entry that was changed with its own digest and chain hash"
        ) { entries in
            var changed = entries
            changed.change(SampleHistory.places.turn) { $0.by = "bo" }
            entries[SampleHistory.places.turn] =
                SampleHistory.chained(changed)[SampleHistory.places.turn]
        },
        Forgery(.brokenChain, "a secret throw in the place of another") {
            var evening = Evening()
            try evening.thrown("d20", hidden: true)
            try evening.thrown("d20")
            var entries = evening.history
            guard var secret = entries[0].thrown else { return [] }
            secret.digest = SampleHistory.hex("another", 64)
            entries[0] = .thrown(secret)
            return entries
        },
    ]
}
