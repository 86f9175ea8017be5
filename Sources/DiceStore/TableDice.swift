import DiceModel
import DiceWire

/// The dice in a table's row, without their numbers: `[{"locked":false,"sides":6,"value":4}]`, with
/// `faces` for a custom die. No face contains a brace.
struct TableDice: JSONReadable, JSONWritable {
    var dice: [TurnDie]

    init(_ dice: [TurnDie]) {
        self.dice = dice
    }

    init(json: JSONValue) throws(JSONMismatch) {
        guard case .array(let elements) = json else {
            throw JSONMismatch(wanted: "an array")
        }
        dice = []
        for die in elements {
            dice.append(
                TurnDie(
                    die: dice.count + 1,
                    sides: try die.member("sides"),
                    value: try die.member("value"),
                    locked: try die.member("locked"),
                    faces: try die.member(ifPresent: "faces")
                )
            )
        }
    }

    func write(to json: inout JSONWriter) {
        json.array { json in
            for die in dice {
                json.object { json in
                    json.member("locked", die.locked)
                    json.member("sides", die.sides)
                    json.member("value", die.value)
                    json.member("faces", ifPresent: die.faces)
                }
            }
        }
    }
}
