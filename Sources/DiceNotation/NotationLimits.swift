/// What a limit of dice notation is about.
public enum NotationLimit: String, Sendable, Hashable, CaseIterable {
    case dice, sides, repeats, members, steps, chain, length, depth, digits, bound, text
    /// What exact odds take.
    case work
}

/// How large an expression and what it rolls may be.
public enum NotationLimits {
    /// Bytes of an expression.
    public static let length = TextLimit.expression.bytes
    /// Dice of one throw.
    public static let throwDice = 1_000
    /// Parentheses, braces and calls inside each other.
    public static let depth = 128
    /// Operators between numbers and dice.
    public static let operators = 512
    /// Dice of one evaluation, with those that explode or are rolled again.
    public static let dice = 10_000
    /// Sides of a die.
    public static let sides = 1...1_000_000
    /// Faces of a die of one's own.
    public static let faces = 2...1_000
    /// The most bytes of all faces of custom dice that follow from faces, in throws up to edition
    /// 4.
    public static let faceBytes = 1 << 17
    /// How much a die may count instead of one.
    public static let weight = -9...9
    /// Explosions, or rerolls, of one die.
    public static let chain = 1_000
    /// Evaluations of a repeat.
    public static let repeats = 1_000
    /// Steps of an evaluation for each die that it may roll. A step is a part of the expression
    /// each time it is evaluated, a modifier, each member of a group that it acts on, and every
    /// four dice that it acts on. The 20,000 steps of a throw of 1,000 dice were measured at up to
    /// 3 ms, and its text at 1 ms.
    public static let stepsPerDie = 20
    /// Bytes of the text of a throw's result.
    public static let text = 4_096
    /// Characters of a parameter's name, all of ASCII.
    public static let word = 1...64

    /// Steps of a modifier that acts on this many dice.
    package static func steps(dice: Int) -> Int {
        1 + dice / 4
    }
}
