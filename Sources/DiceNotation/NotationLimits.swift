/// The subject of a limit on dice notation.
public enum NotationLimit: String, Sendable, Hashable, CaseIterable {
    case dice, sides, repeats, members, steps, chain, length, depth, digits, bound, text
    /// The computation of exact odds.
    case work
}

/// The limits on an expression and on the dice that it rolls.
public enum NotationLimits {
    /// Bytes of an expression.
    public static let length = TextLimit.expression.bytes
    /// Dice of one throw.
    public static let throwDice = 1_000
    /// The nesting depth of parentheses, braces and calls.
    public static let depth = 128
    /// Operators between numbers and dice.
    public static let operators = 512
    /// Dice of one evaluation, including those that explode or are rerolled.
    public static let dice = 10_000
    /// Sides of a die.
    public static let sides = 1...1_000_000
    /// Faces of a custom die.
    public static let faces = 2...1_000
    /// The maximum size in bytes of all faces of custom dice that follow from other faces, in
    /// throws up to edition 4.
    public static let faceBytes = 1 << 17
    /// The weight of a die in a count.
    public static let weight = -9...9
    /// Explosions, or rerolls, of one die.
    public static let chain = 1_000
    /// Evaluations of the body of a repeat.
    public static let repeats = 1_000
    /// Steps of an evaluation for each die that it may roll. The following count as one step each:
    /// one evaluation of a part of the expression, a modifier, each group member on which a
    /// modifier acts, and every four dice on which a modifier acts. The 20,000 steps of a throw of
    /// 1,000 dice were measured at up to 3 ms, and writing the throw's text at 1 ms.
    public static let stepsPerDie = 20
    /// Bytes in the text of a throw's result.
    public static let text = 4_096
    /// Characters of a parameter's name, all ASCII.
    public static let word = 1...64

    /// Returns the steps of a modifier that acts on a number of dice.
    package static func steps(dice: Int) -> Int {
        1 + dice / 4
    }
}
