/// A property that does not hold for an input.
public struct Violation: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}

func require(_ holds: Bool, _ rule: @autoclosure () -> String) throws(Violation) {
    if !holds {
        throw Violation(rule())
    }
}
