public import DiceModel

/// The params of `table.roll`.
public struct RollParams: Message, Hashable {
    /// The table; `default` if a request omits it.
    public var table: TableName
    /// The numbers of the dice to roll, from 1; `nil` rolls every unlocked die.
    public var dice: [Int]?
    /// True if the dice animate for 0.5 to 1.25 s before they settle.
    public var animate: Bool
    /// True if dice in flight are cancelled; otherwise the roll fails if there are any.
    public var restart: Bool
    /// The roller's name, 1 to 64 printable characters; `nil` for the login name of the daemon's
    /// user.
    public var by: String?
    /// 16 unpredictable bytes in hex; `nil` contributes nothing.
    public var entropy: String?
    /// True if the reply's game includes its sheets even if none has changed.
    public var sheets: Bool
    /// The faces of real dice, by die number; `nil` if the table draws faces.
    public var faces: [Int]?
    /// True if the faces replace those entered for the last roll, which were wrong. Possible until
    /// the table changes otherwise, or the daemon is restarted.
    public var replaces: Bool

    public init(
        table: TableName,
        dice: [Int]? = nil,
        animate: Bool = true,
        restart: Bool = false,
        by: String? = nil,
        entropy: String? = nil,
        sheets: Bool = true,
        faces: [Int]? = nil,
        replaces: Bool = false
    ) {
        self.replaces = replaces
        self.faces = faces
        self.entropy = entropy
        self.table = table
        self.dice = dice
        self.animate = animate
        self.restart = restart
        self.by = by
        self.sheets = sheets
    }

    static let blank = Self(table: .default)

    mutating func visit(_ field: inout Fields) {
        field.table(&table)
        field("dice", &dice, .dieNumbers, "The dice to roll; all unlocked dice by default.")
        field("animate", &animate, default: true, "True to animate the dice; true by default.")
        field(
            "restart",
            &restart,
            default: false,
            "True to cancel a roll in flight instead of failing with busy; false by default."
        )
        field.by(&by)
        field.addedEntropy(&entropy)
        field.sheets(&sheets)
        field(
            "faces",
            &faces,
            .enteredFaces,
            "The faces of real dice: one for each die that rolls, by number."
        )
        field(
            "replaces",
            &replaces,
            default: false,
            "True if the faces replace those entered for the last roll; false by default."
        )
    }
}
