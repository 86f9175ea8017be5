// The wire format of a table's custom dice.

public import DiceModel

extension DieShape: WireValue {
    public init(json: JSONValue) throws(JSONMismatch) {
        if let sides = json.integer {
            self.init(sides: sides)
        } else {
            self.init(faces: try json.member("faces"))
        }
    }

    public func write(to json: inout JSONWriter) {
        guard let faces else { return json.integer(sides) }
        json.object { $0.member("faces", faces) }
    }

    static var wireForm: Form<Self> {
        let faces = Property(
            name: "faces",
            schema: .array(of: .string(), count: Limits.sidesPerDie)
        )
        return Form(schema: .oneOf([.integer(Limits.sidesPerDie), .object([faces])]))
    }
}

extension Form<[DieShape]> {
    /// A table's dice, not checked against the table's limits.
    static var dice: Self {
        Form(
            schema: .array(of: DieShape.wireForm.schema, count: Limits.dicePerTable),
            rule:
                #"an array with the sides of each die, such as [6,6,20], or its faces, such as {"faces":["hit","miss"]}"#
        )
    }
}

extension Fields {
    /// Visits the faces of a custom die.
    mutating func faces(_ faces: inout [String]?, _ summary: String) {
        self("faces", &faces, .any, summary)
    }
}
