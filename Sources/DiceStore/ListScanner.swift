import DiceModel
import DiceTable

/// Reads the lists that `Records` writes, in a hundredth of the time of a decoder. nil for any other text.
struct ListScanner {
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    mutating func numbers() -> [Int]? { list { $0.number() } }

    mutating func dice() -> [StoredDie]? { list { $0.die() } }

    mutating func turnDice() -> [TurnDie]? { list { $0.turnDie() } }

    mutating func rolls() -> [RollRecord]? { list { $0.roll() } }

    private mutating func list<Element>(of element: (inout ListScanner) -> Element?) -> [Element]? {
        guard let list = part(of: element), position == bytes.count else { return nil }
        return list
    }

    private mutating func part<Element>(of element: (inout ListScanner) -> Element?) -> [Element]? {
        var list: [Element] = []
        guard take("[") else { return nil }
        repeat {
            guard let element = element(&self) else { return nil }
            list.append(element)
        } while take(",")
        return take("]") ? list : nil
    }

    private mutating func turnDie() -> TurnDie? {
        guard take(#"{"die":"#), let number = number(), take(#","locked":"#) else { return nil }
        let locked = take("true")
        guard locked || take("false"), take(#","sides":"#), let sides = self.number(), take(#","value":"#),
            let value = self.number(), take("}")
        else { return nil }
        return TurnDie(die: number, sides: sides, value: value, locked: locked)
    }

    private mutating func roll() -> RollRecord? {
        guard take(#"{"at":""#), let at = text().flatMap({ Timestamp($0) }), take(#","by":""#), let by = text(),
            take(#","outcome":""#), let outcome = text().flatMap(RollOutcome.init), take(#","roll":"#),
            let roll = number(), take(#","rolled":"#), let rolled = part(of: { $0.number() }), take(#","values":"#),
            let values = part(of: { $0.number() }), take("}")
        else { return nil }
        return RollRecord(roll: roll, by: by, at: at, outcome: outcome, rolled: rolled, values: values)
    }

    /// Up to the quote that ends it; nil where anything in it is escaped.
    private mutating func text() -> String? {
        guard let end = bytes[position...].firstIndex(of: UInt8(ascii: "\"")),
            !bytes[position..<end].contains(UInt8(ascii: "\\"))
        else { return nil }
        defer { position = end + 1 }
        return String(decoding: bytes[position..<end], as: UTF8.self)
    }

    private mutating func die() -> StoredDie? {
        guard take(#"{"locked":"#) else { return nil }
        let locked = take("true")
        guard locked || take("false"), take(#","sides":"#), let sides = number(), take(#","value":"#),
            let value = number(), take("}")
        else { return nil }
        return StoredDie(sides: sides, value: value, locked: locked)
    }

    /// Up to 15 digits, which no integer overflows.
    private mutating func number() -> Int? {
        let start = position
        var number = 0
        while position < bytes.count, case let digit = bytes[position] &- UInt8(ascii: "0"), digit < 10 {
            guard position - start < 15 else { return nil }
            number = number * 10 + Int(digit)
            position += 1
        }
        return position > start ? number : nil
    }

    private mutating func take(_ word: StaticString) -> Bool {
        let end = position + word.utf8CodeUnitCount
        guard end <= bytes.count else { return false }
        for index in 0..<word.utf8CodeUnitCount where bytes[position + index] != word.utf8Start[index] { return false }
        position = end
        return true
    }
}
