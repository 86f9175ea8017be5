/// How large an expression and what it rolls may be.
public enum NotationLimits {
    /// Characters of an expression.
    public static let length = 1_024
    /// Parentheses, braces and calls inside each other.
    public static let depth = 128
    /// Dice of one evaluation, those that explode or are rolled again among them.
    public static let dice = 10_000
    /// Sides of a die.
    public static let sides = 1...1_000_000
    /// Explosions, or rerolls, of one die.
    public static let chain = 1_000
    /// Evaluations of a repeat.
    public static let repeats = 1_000
    /// Characters of a label in brackets and of a parameter's name.
    public static let word = 1...64
}
