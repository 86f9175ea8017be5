/// The values of an expression's parameters, by name.
public struct ParameterValues: Sendable, Hashable {
    public var values: [String: Double]

    public init(_ values: [String: Double]) {
        self.values = values
    }
}
