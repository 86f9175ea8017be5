internal import DiceModel

/// Reads a turn as daemons write it, in a tenth of the time of a reader of any JSON: an export may have 100,000 of them.
/// What it does not know for sure to be a turn, such as one with its members in another order, it leaves to that reader.
struct TurnScanner {
    private let text: [UInt8]
    private var position = 0

    init(_ text: [UInt8]) { self.text = text }

    /// nil where another reader should look.
    mutating func turn() -> Turn? {
        guard skip(#"{"id":"#), let id = number(), skip(#","kind":"turn","table":"#), let table = string(),
            TableName(table) != nil, skip(#","turn":"#), let turn = number(), skip(#","endedAt":"#),
            let endedAt = instant(), skip(#","by":"#), let by = label(), skip(#","rolls":"#), let rolls = rolls(),
            skip(#","dice":"#), let dice = dice(), skip(#","total":"#), let total = number(from: 0)
        else { return nil }
        var read = Turn(
            id: id, table: table, turn: turn, endedAt: endedAt, by: by, rolls: rolls, dice: dice, total: total)
        if skip(#","full":true"#) { read.full = true }
        if skip(#","commitment":"#) {
            guard let commitment = hex(64) else { return nil }
            read.commitment = commitment
        }
        if skip(#","seed":"#) {
            guard let seed = hex(64) else { return nil }
            read.seed = seed
        }
        if skip(#","chain":"#) {
            guard let chain = hex(64) else { return nil }
            read.chain = chain
        }
        if skip(#","seeded":true"#) { read.seeded = true }
        if skip(#","edition":"#) {
            guard let edition = number() else { return nil }
            read.edition = edition
        }
        guard skip("}"), position == text.count else { return nil }
        return read
    }

    private mutating func rolls() -> [RollRecord]? {
        guard skip("[") else { return nil }
        var rolls: [RollRecord] = []
        if skip("]") { return rolls }
        rolls.reserveCapacity(4)
        repeat {
            guard let roll = roll() else { return nil }
            rolls.append(roll)
        } while skip(",")
        return skip("]") ? rolls : nil
    }

    private mutating func roll() -> RollRecord? {
        guard skip(#"{"roll":"#), let number = number(), skip(#","by":"#), let by = label(), skip(#","at":"#),
            let at = instant(), skip(#","outcome":"#), let outcome = outcome(), skip(#","rolled":["#),
            let rolled = numbers(isPossible: Limits.dicePerTable), zip(rolled, rolled.dropFirst()).allSatisfy(<),
            skip(#","values":["#), let values = numbers(isPossible: 1...Limits.sidesPerDie.upperBound),
            Limits.dicePerTable.contains(values.count)
        else { return nil }
        var roll = RollRecord(roll: number, by: by, at: at, outcome: outcome, rolled: rolled, values: values)
        if skip(#","entropy":"#) {
            guard let entropy = skip(#""""#) ? "" : hex(32) else { return nil }
            roll.entropy = entropy
        }
        if skip(#","reveals":["#) {
            var reveals: [String] = []
            if !skip("]") {
                repeat {
                    guard let reveal = hex(32) else { return nil }
                    reveals.append(reveal)
                } while skip(",")
                guard skip("]"), reveals.count <= Limits.contributors else { return nil }
            }
            roll.reveals = reveals
        }
        return skip("}") ? roll : nil
    }

    private mutating func outcome() -> RollOutcome? {
        if skip(#""completed""#) { return .completed }
        return skip(#""cancelled""#) ? .cancelled : nil
    }

    private mutating func dice() -> [TurnDie]? {
        guard skip("[") else { return nil }
        var dice: [TurnDie] = []
        repeat {
            guard skip(#"{"die":"#), let number = number(), number == dice.count + 1, skip(#","sides":"#),
                let sides = self.number(), Limits.sidesPerDie.contains(sides), skip(#","value":"#),
                let value = self.number(), value <= sides, skip(#","locked":"#)
            else { return nil }
            let locked = skip("true")
            guard locked || skip("false"), skip("}") else { return nil }
            dice.append(TurnDie(die: number, sides: sides, value: value, locked: locked))
        } while skip(",")
        return skip("]") && Limits.dicePerTable.contains(dice.count) ? dice : nil
    }

    // MARK: tokens

    /// Goes on behind `token` where it stands next.
    private mutating func skip(_ token: StaticString) -> Bool {
        let length = token.utf8CodeUnitCount
        guard position + length <= text.count else { return false }
        for index in 0..<length where text[position + index] != token.utf8Start[index] { return false }
        position += length
        return true
    }

    /// Of up to 15 digits.
    private mutating func number(from lowest: Int = 1) -> Int? {
        let start = position
        var number = 0
        while position < text.count, (0x30...0x39).contains(text[position]) {
            guard position - start < 15 else { return nil }
            number = number * 10 + Int(text[position] & 15)
            position += 1
        }
        guard position > start, number >= lowest, text[start] != 0x30 || position == start + 1 else { return nil }
        return number
    }

    /// The elements of an array and its closing bracket.
    private mutating func numbers(isPossible range: ClosedRange<Int>) -> [Int]? {
        var numbers: [Int] = []
        if skip("]") { return numbers }
        numbers.reserveCapacity(8)
        repeat {
            guard let number = number(), range.contains(number) else { return nil }
            numbers.append(number)
        } while skip(",")
        return skip("]") ? numbers : nil
    }

    /// Of plain ASCII without escapes.
    private mutating func string() -> String? {
        guard position < text.count, text[position] == UInt8(ascii: "\"") else { return nil }
        let start = position + 1
        var end = start
        while end < text.count, text[end] != UInt8(ascii: "\"") {
            guard (0x20...0x7E).contains(text[end]), text[end] != UInt8(ascii: "\\") else { return nil }
            end += 1
        }
        guard end < text.count else { return nil }
        position = end + 1
        return String(decoding: text[start..<end], as: UTF8.self)
    }

    private mutating func label() -> String? {
        string().flatMap { Limits.labelLength.contains($0.utf8.count) ? $0 : nil }
    }

    private mutating func hex(_ digits: Int) -> String? {
        let start = position + 1
        guard start + digits < text.count, text[position] == UInt8(ascii: "\""),
            text[start + digits] == UInt8(ascii: "\""),
            text[start..<start + digits].allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { return nil }
        position = start + digits + 1
        return String(decoding: text[start..<start + digits], as: UTF8.self)
    }

    private mutating func instant() -> Timestamp? { string().flatMap { Timestamp($0) } }
}
