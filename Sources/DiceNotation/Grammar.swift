/// The version of the grammar by which an expression is read.
public enum Grammar: Sendable, Hashable {
    /// The grammar of entries up to edition 3: `k>=3` keeps one die and counts it, and no count is
    /// rejected.
    case third
    case current
}
