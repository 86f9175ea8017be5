extension Double: WireValue {
    public init(json: JSONValue) throws(JSONMismatch) {
        guard let real = json.real else { throw JSONMismatch(wanted: "a number") }
        self = real
    }

    public func write(to json: inout JSONWriter) { json.real(self) }

    static var wireForm: Form<Double> { .real(-Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude) }
}

extension Form<Double> {
    static func real(_ range: ClosedRange<Double>) -> Self {
        Form(schema: .real(range), rule: "a number", isPossible: range.contains)
    }
}
