/// Which readings an expression has.
public enum Grammar: Sendable, Hashable {
    /// That of entries of edition 3 and before: `k>=3` keeps one and counts it, and no count is
    /// refused.
    case third
    case current
}
