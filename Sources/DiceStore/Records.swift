import DiceModel
import DiceProof
import DiceTable
import FoundationEssentials

/// Rows of the schema to values of the model, every one checked: the file may have been edited by hand.
enum Records {
    /// A row that holds what no table can hold.
    struct Damaged: Error, CustomStringConvertible {
        var table: String
        var reason: String

        var description: String { "table '\(table)': \(reason)" }
    }

    static func name(_ row: Row) throws -> TableName {
        try RowReader(row, table: "name").checked("name") { TableName($0) }
    }

    /// Nil where nobody is named, or nobody who can be.
    static func owner(_ row: Row) -> String? { row.text("owner").flatMap { $0.isEmpty ? nil : label($0) } }

    /// A table in short, without a look at each die. Numbers that cannot be right are brought into their range: the table
    /// is named, and says what is wrong when it is used.
    static func summary(_ row: Row) throws -> StoredSummary {
        func number(_ column: String, _ range: ClosedRange<Int64>) -> Int {
            Int(min(max(row.integer(column) ?? 0, range.lowerBound), range.upperBound))
        }
        // Every die is an object without another in it.
        let dice = row.count(of: UInt8(ascii: "{"), in: "dice")
        return StoredSummary(
            name: try name(row), turn: number("turn", 1...RowReader.largest),
            rollCount: number("rollCount", 0...RowReader.largest),
            diceCount: min(max(dice, Limits.dicePerTable.lowerBound), Limits.dicePerTable.upperBound),
            owner: owner(row))
    }

    static func table(_ row: Row) throws -> StoredTable {
        let reader = RowReader(row, table: "name")
        let name = try name(row)
        let dice = try reader.dice("dice")
        try reader.require(Limits.dicePerTable.contains(dice.count), "dice")
        try reader.require(dice.allSatisfy { isFace($0.value, of: $0.sides) }, "dice")
        return StoredTable(
            name: name, turn: try reader.int("turn", atLeast: 1), rollCount: try reader.int("rollCount", atLeast: 0),
            rules: try row.has("players") ? rules(row, reader) : TurnRules(),
            lastRoller: row.text("lastRoller").flatMap(label),
            throwCount: try row.has("throwCount") ? reader.int("throwCount", atLeast: 0) : 0,
            owner: owner(row),
            seed: try row.has("seed") ? reader.seed("seed", "seeded", commitment: row.text("commitment") ?? "") : nil,
            throwSeed: try row.has("throwSeed") ? reader.seed("throwSeed", "throwSeeded") : nil, dice: dice)
    }

    private static func rules(_ row: Row, _ reader: RowReader) throws -> TurnRules {
        let players = row.text("players") == "[]" ? [] : try reader.json([String].self, "players")
        try reader.require(
            players.allSatisfy(PlayerLabel.isPrintable) && Set(players).count == players.count
                && Limits.players.contains(players.count), "players")
        let rolls = try reader.int("rollsPerTurn", atLeast: 0)
        return TurnRules(players: players, up: row.text("up"), rollsPerTurn: rolls == 0 ? nil : rolls)
    }

    static func roll(_ row: Row) throws -> RollRecord {
        let reader = RowReader(row, table: "table")
        let hasChance = row.has("entropy") && row.text("entropy") != "-"
        let reason = row.has("reason") ? row.text("reason").flatMap { CancelReason(rawValue: $0) } : nil
        let hasAbsent = row.has("absent") && (reason != nil || row.text("absent") != "[]")
        let roll = RollRecord(
            roll: try reader.int("roll", atLeast: 1), by: try reader.checked("by", label),
            at: try reader.instant("at"), outcome: try reader.checked("outcome") { RollOutcome(rawValue: $0) },
            rolled: try reader.numbers("rolled"), values: try reader.numbers("values"),
            entropy: hasChance ? row.text("entropy") : nil, reveals: hasChance ? try reader.texts("reveals") : nil,
            reason: reason, absent: hasAbsent ? try reader.texts("absent") : nil)
        try reader.require(isRoll(roll), "values")
        return roll
    }

    static func turn(_ row: Row) throws -> Turn {
        let reader = RowReader(row, table: "table")
        let turn = Turn(
            id: try reader.int("id", atLeast: 1),
            table: try reader.checked("table") { TableName($0)?.description },
            turn: try reader.int("turn", atLeast: 1), endedAt: try reader.instant("endedAt"),
            by: try reader.checked("by", label), rolls: try reader.rolls("rolls"),
            dice: try reader.turnDice("dice"), total: try reader.int("total", atLeast: 0),
            full: try row.has("full") && reader.int("full", atLeast: 0) > 0 ? true : nil,
            commitment: try reader.digest("commitment"), seed: try reader.digest("seed"),
            chain: try reader.digest("chain"), seeded: try reader.flag("seeded"), edition: try reader.edition())
        try reader.require(turn.rolls.allSatisfy(isRoll), "rolls")
        try reader.require(turn.dice.allSatisfy { isFace($0.value, of: $0.sides) }, "dice")
        return turn
    }

    /// What is counted of the faces of a table, for one size of die and one player.
    static func faces(_ row: Row) throws -> (key: FaceTally.Key, counts: [Int]) {
        let reader = RowReader(row, table: "table")
        let key = FaceTally.Key(
            sides: try reader.int("sides", atLeast: 1), by: try reader.checked("by", label))
        let counts = try reader.numbers("counts")
        try reader.require(counts.count == key.sides && counts.allSatisfy { $0 >= 0 && $0 < 1 << 50 }, "counts")
        return (key, counts)
    }

    /// nil for a row that holds none.
    static func savedRoll(_ row: Row) -> SavedRoll? {
        guard let name = row.text("name").flatMap({ RollName($0) }), let expression = row.text("expression") else {
            return nil
        }
        return SavedRoll(name: name, expression: expression)
    }

    static func entry(_ row: Row) throws -> HistoryEntry {
        guard row.text("kind") == "throw" else { return .turn(try turn(row)) }
        return .thrown(try thrown(row, id: RowReader(row, table: "table").int("id", atLeast: 1)))
    }

    /// - Parameter id: of the entry; nil of a throw that is still open.
    static func thrown(_ row: Row, id: Int?) throws -> ThrowResult {
        let reader = RowReader(row, table: "table")
        var thrown = try reader.json(ThrowResult.self, "thrown")
        thrown.table = try reader.checked("table") { TableName($0)?.description }
        thrown.id = id
        if id != nil {
            thrown.endedAt = try reader.instant("endedAt")
            (thrown.seed, thrown.chain) = (try reader.digest("seed"), try reader.digest("chain"))
        }
        try reader.require(
            thrown.number >= 1 && PlayerLabel.isPrintable(thrown.by) && thrown.dice.count <= Limits.diceOfThrow
                && thrown.dice.allSatisfy { Limits.sidesOfThrow.contains($0.sides) }, "thrown")
        return thrown
    }

    /// What there is to count of the throw in `row`.
    static func facesOfThrow(_ row: Row) throws -> FaceTally {
        let reader = RowReader(row, table: "table")
        let (by, numbers) = (try reader.checked("by", label), try reader.numbers("faces"))
        try reader.require(numbers.count.isMultiple(of: 2), "faces")
        let faces = stride(from: 0, to: numbers.count, by: 2).map {
            DrawnFace(sides: numbers[$0], face: numbers[$0 + 1])
        }
        return FaceTally(faces, by: by)
    }

    /// About how many bytes of JSON the entry in `row` takes: what is stored of it, and 256 for the rest.
    static func size(of row: Row) -> Int {
        row.size("rolls") + row.size("dice") + (row.has("thrown") ? row.size("thrown") : 0) + 256
    }

    /// Compact JSON with its keys in one order.
    static func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// The same, without an encoder: a roll is stored before anybody sees it move, and encoding a table of 50 dice takes
    /// longer than writing it.
    static func json(_ dice: [StoredDie]) -> String {
        var json = "["
        for die in dice {
            json += json.utf8.count > 1 ? #",{"locked":"# : #"{"locked":"#
            json += die.locked ? #"true,"sides":"# : #"false,"sides":"#
            json += String(die.sides)
            json += #","value":"#
            json += String(die.value)
            json += "}"
        }
        return json + "]"
    }

    static func json(_ players: [String]) throws -> String {
        if players.isEmpty { return "[]" }
        let encoded: any Encodable = players
        return try json(encoded)
    }

    static func json(_ numbers: [Int]) -> String {
        var json = "["
        for number in numbers {
            if json.utf8.count > 1 { json += "," }
            json += String(number)
        }
        return json + "]"
    }

    /// Of texts that need no escaping.
    static func json(hex texts: [String]) -> String {
        texts.isEmpty ? "[]" : #"[""# + texts.joined(separator: #"",""#) + #""]"#
    }

    /// A turn at its bound has 200,000 numbers, and every other table waits while they are encoded.
    static func json(_ rolls: [RollRecord]) throws -> String {
        var names: [String: String] = [:]
        var json = "["
        for roll in rolls {
            let by = try names[roll.by] ?? Self.json(roll.by)
            names[roll.by] = by
            if json.utf8.count > 1 { json += "," }
            json += "{"
            if let absent = roll.absent { json += #""absent":\#(try Self.json(absent)),"# }
            json += #""at":"\#(roll.at)","by":\#(by),"#
            if let entropy = roll.entropy { json += #""entropy":"\#(entropy)","# }
            json += #""outcome":"\#(roll.outcome.rawValue)","#
            if let reason = roll.reason { json += #""reason":"\#(reason.rawValue)","# }
            if let reveals = roll.reveals { json += #""reveals":\#(Self.json(hex: reveals)),"# }
            json += #""roll":\#(roll.roll),"rolled":\#(Self.json(roll.rolled)),"values":\#(Self.json(roll.values))}"#
        }
        return json + "]"
    }

    private static func label(_ text: String) -> String? { PlayerLabel.isPrintable(text) ? text : nil }

    private static func isFace(_ value: Int, of sides: Int) -> Bool {
        Limits.sidesPerDie.contains(sides) && value >= 1 && value <= sides
    }

    private static func isRoll(_ roll: RollRecord) -> Bool {
        roll.rolled.allSatisfy { $0 >= 1 && $0 <= roll.values.count }
            && roll.values.allSatisfy { $0 >= 1 && $0 <= Limits.sidesPerDie.upperBound }
    }
}
