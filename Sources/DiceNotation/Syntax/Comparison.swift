/// A relation and a number: `>=8`.
public struct Comparison: Sendable, Hashable {
    public var relation: Relation
    public var number: Expression

    public init(_ relation: Relation, _ number: Expression) {
        self.relation = relation
        self.number = number
    }
}
