import DiceGames
import DiceModel
import DiceTable
import DiceWire

/// Converts rows of the schema to values of the model. Every value is checked, because the file may
/// have been edited by hand.
enum Records {
    /// A row with a value that no table can have.
    struct Damaged: Error, CustomStringConvertible {
        var table: String
        var reason: String

        var description: String { "table '\(table)': \(reason)" }
    }

    static func name(_ row: SQLiteRow) throws -> TableName {
        try RowReader(row, table: "name").checked("name") { TableName($0) }
    }

    /// Returns `nil` if the row has no owner or an invalid owner.
    static func owner(_ row: SQLiteRow) -> String? {
        row.text("owner").flatMap { $0.isEmpty ? nil : label($0) }
    }

    /// Returns a summary of a table without decoding each die. Out-of-range numbers are clamped, so
    /// that the table is still listed; the problem is reported when the table is used.
    static func summary(_ row: SQLiteRow) throws -> StoredSummary {
        func number(_ column: String, _ range: ClosedRange<Int64>) -> Int {
            Int(min(max(row.integer(column) ?? 0, range.lowerBound), range.upperBound))
        }
        // Every die is one object without nested objects.
        let dice = row.count(of: UInt8(ascii: "{"), in: "dice")
        return StoredSummary(
            name: try name(row),
            turn: number("turn", 1...RowReader.largest),
            rollCount: number("rollCount", 0...RowReader.largest),
            diceCount: min(
                max(dice, Limits.dicePerTable.lowerBound),
                Limits.dicePerTable.upperBound
            ),
            owner: owner(row)
        )
    }

    static func match(_ row: SQLiteRow) throws -> MatchRecord {
        try RowReader(row, table: "table").json(MatchRecord.self, "record")
    }

    /// Returns the members that a game adds to an entry, as JSON; empty if there are none.
    static func score(_ turn: Turn) -> String {
        turn.match.score == nil && turn.match.winners == nil ? "" : json(turn.match)
    }

    /// Returns the members of a rest that have no column.
    static func score(_ rest: Rest) -> String {
        let bytes = JSONWriter.object { json in
            json.member("player", rest.player)
            json.member("rests", rest.rests)
            json.member("joins", ifPresent: rest.joins)
            json.member("winners", ifPresent: rest.winners)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The reason stored with a roll that is waiting for contributors and is void if the daemon
    /// dies first; the next start replaces this reason.
    static let asked = "asked"

    static func roll(_ row: SQLiteRow) throws -> RollRecord {
        let reader = RowReader(row, table: "table")
        let hasChance = row.has("entropy") && row.text("entropy") != "-"
        let reason =
            row.has("reason")
            ? row.text("reason").flatMap { CancelReason(rawValue: $0) } : nil
        let hasAbsent =
            row.has("absent") && (reason != nil || row.text("absent") != "[]")
        let roll = RollRecord(
            roll: try reader.int("roll", atLeast: 1),
            by: try reader.checked("by", label),
            at: try reader.instant("at"),
            outcome: try reader.checked("outcome") { RollOutcome(rawValue: $0) },
            rolled: try reader.json([Int].self, "rolled"),
            values: try reader.json([Int].self, "values"),
            chance: hasChance
                ? RollChance(
                    entropy: row.text("entropy"),
                    reveals: try reader.json([String].self, "reveals")
                )
                : RollChance(entered: try reader.flag("entered")),
            reason: reason,
            absent: hasAbsent ? try reader.json([String].self, "absent") : nil,
            bot: try reader.flag("bot")
        )
        try reader.require(isRoll(roll), "values")
        return roll
    }

    static func turn(_ row: SQLiteRow) throws -> Turn {
        let reader = RowReader(row, table: "table")
        let turn = Turn(
            id: try reader.int("id", atLeast: 1),
            table: try reader.checked("table") { TableName($0)?.description },
            turn: try reader.int("turn", atLeast: 1),
            endedAt: try reader.instant("endedAt"),
            by: try reader.checked("by", label),
            rolls: try reader.json([RollRecord].self, "rolls"),
            dice: try reader.json([TurnDie].self, "dice"),
            total: try reader.int("total", atLeast: .min),
            full: try reader.flag("full"),
            absent: try reader.flag("absent"),
            bot: try reader.flag("bot"),
            proof: EntryProof(
                commitment: try reader.digest("commitment"),
                seed: try reader.digest("seed"),
                digest: try reader.digest("digest"),
                chain: try reader.digest("chain"),
                seeded: try reader.flag("seeded"),
                edition: try reader.edition()
            ),
            match: row.has("score") && row.text("score") != ""
                ? try reader.json(TurnMatch.self, "score") : TurnMatch()
        )
        try reader.require(turn.rolls.allSatisfy(isRoll), "rolls")
        try reader.require(turn.dice.allSatisfy(isPossible), "dice")
        try reader.require(
            turn.total >= 0 || turn.dice.contains { $0.faces != nil },
            "total"
        )
        return turn
    }

    static func correction(_ row: SQLiteRow) throws -> Correction {
        let reader = RowReader(row, table: "table")
        let match = try reader.json(TurnMatch.self, "score")
        guard let score = match.score, score.box != nil,
            let chain = try reader.digest("chain")
        else {
            throw Damaged(
                table: row.text("table") ?? "?",
                reason: "a correction has no score, or no chain hash"
            )
        }
        return Correction(
            id: try reader.int("id", atLeast: 1),
            table: try reader.checked("table") { TableName($0)?.description },
            endedAt: try reader.instant("endedAt"),
            by: try reader.checked("by", label),
            turn: try reader.int("turn", atLeast: 1),
            score: score,
            winners: match.winners,
            edition: try reader.int("edition", atLeast: 1),
            digest: try reader.digest("digest"),
            chain: chain
        )
    }

    /// The rest's own members are in `score`, in their wire format.
    static func rest(_ row: SQLiteRow) throws -> Rest {
        let reader = RowReader(row, table: "table")
        let json = try reader.json("score") { $0 }
        guard let digest = try reader.digest("digest"),
            let chain = try reader.digest("chain")
        else {
            throw Damaged(
                table: row.text("table") ?? "?",
                reason: "a rest has no digest, or no chain hash"
            )
        }
        do {
            return Rest(
                id: try reader.int("id", atLeast: 1),
                table: try reader.checked("table") { TableName($0)?.description },
                endedAt: try reader.instant("endedAt"),
                by: try reader.checked("by", label),
                player: try json.member("player"),
                rests: try json.member("rests"),
                joins: try json.member(ifPresent: "joins"),
                match: try reader.int("turn", atLeast: 1),
                winners: try json.member(ifPresent: "winners"),
                edition: try reader.int("edition", atLeast: 1),
                digest: digest,
                chain: chain
            )
        } catch is JSONMismatch {
            throw Damaged(
                table: row.text("table") ?? "?",
                reason: "its score is invalid"
            )
        }
    }

    /// Returns a table's face counts for one die size and one player.
    static func faces(_ row: SQLiteRow) throws -> (
        key: FaceTally.FaceKey, counts: [Int]
    ) {
        let reader = RowReader(row, table: "table")
        let key = FaceTally.FaceKey(
            counted: try reader.int("sides", atLeast: -Limits.sidesPerDie.upperBound),
            by: try reader.checked("by", label)
        )
        try reader.require(key.sides >= 1, "sides")
        let counts = try reader.json([Int].self, "counts")
        try reader.require(
            counts.count == key.sides && counts.allSatisfy { $0 >= 0 && $0 < 1 << 50 },
            "counts"
        )
        return (key, counts)
    }

    /// Returns `nil` for an invalid row.
    static func savedRoll(_ row: SQLiteRow) -> SavedRoll? {
        guard let name = row.text("name").flatMap({ RollName($0) }),
            let expression = row.text("expression")
        else {
            return nil
        }
        return SavedRoll(name: name, expression: expression, owner: row.text("owner") ?? "")
    }

    static func json(_ value: some JSONWritable) -> String {
        String(decoding: value.jsonBytes(), as: UTF8.self)
    }

    /// Returns a stored name without checking it again; it was checked when it was received.
    static func label(_ text: String) -> String? {
        text.isEmpty ? nil : text
    }

    static func isPossible(_ die: TurnDie) -> Bool {
        Limits.sidesPerDie.contains(die.sides) && die.isPossible
    }

    private static func isRoll(_ roll: RollRecord) -> Bool {
        roll.rolled.allSatisfy { $0 >= 1 && $0 <= roll.values.count }
            && roll.values.allSatisfy { $0 >= 1 && $0 <= Limits.sidesPerDie.upperBound }
            && RollOutcome.allCases.contains(roll.outcome)
            && roll.reason.map(CancelReason.allCases.contains) != false
    }
}
