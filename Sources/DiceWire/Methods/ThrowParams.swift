public import DiceModel

/// The params of `table.throw`: an expression, or the name of a saved one.
public struct ThrowParams: Message, Hashable {
    /// The table; `default` if a request omits it.
    public var table: TableName
    /// The expression, in dice notation.
    public var expression: String?
    /// The name of a saved roll, instead of an expression.
    public var saved: RollName?
    /// The values of the expression's parameters, by name.
    public var values: ParameterValues?
    /// A label for the throw, 1 to 64 printable characters.
    public var label: String?
    /// A mark for throws that belong together; `nil` for a throw by itself.
    public var group: ThrowGroup?
    /// True if the dice animate first.
    public var animate: Bool
    /// The thrower's name, 1 to 64 printable characters; `nil` for the login name of the daemon's
    /// user.
    public var by: String?
    /// 16 unpredictable bytes in hex; `nil` contributes nothing.
    public var entropy: String?
    /// The only names that see the faces, at most `Limits.viewers`; empty for the thrower only,
    /// `nil` for everyone.
    public var seenBy: [String]?
    /// The faces of real dice, in the order in which they are needed; `nil` to draw faces.
    public var faces: [Int]?

    public init(
        table: TableName,
        expression: String? = nil,
        saved: RollName? = nil,
        values: ParameterValues? = nil,
        label: String? = nil,
        group: ThrowGroup? = nil,
        animate: Bool = true,
        by: String? = nil,
        entropy: String? = nil,
        seenBy: [String]? = nil,
        faces: [Int]? = nil
    ) {
        self.faces = faces
        self.seenBy = seenBy
        self.entropy = entropy
        self.table = table
        self.expression = expression
        self.saved = saved
        self.values = values
        self.label = label
        self.group = group
        self.animate = animate
        self.by = by
    }

    static let blank = Self(table: .default)

    mutating func visit(_ field: inout Fields) {
        field.table(&table)
        field(
            "expression",
            &expression,
            .any,
            "The expression, in dice notation (dice-notation(7))."
        )
        field("saved", &saved, .any, "The name of a saved roll, instead of an expression.")
        field("values", &values, .any, "The values of the expression's parameters.")
        field("label", &label, .newLabel("a label"), "The label of the throw.")
        field(
            "group",
            &group,
            .any,
            "A mark that throws for several names have in common; clients show them as one list."
        )
        field("animate", &animate, default: true, "True to animate the dice; true by default.")
        field.by(&by)
        field.addedEntropy(&entropy)
        field(
            "seenBy",
            &seenBy,
            .viewers,
            "The only names that see the faces; [] for only the thrower, everyone by default."
        )
        field(
            "faces",
            &faces,
            .enteredFaces,
            "The faces of real dice, exactly as many as needed, in the order needed."
        )
    }
}
