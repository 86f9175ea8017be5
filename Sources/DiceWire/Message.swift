/// A value that is an object on the wire. `members` is its only definition: writing, reading and
/// `rpc.discover` all follow from it.
protocol Message: WireValue {
    static var members: Members<Self> { get }
}

extension Message {
    public init(json: JSONValue) throws(JSONMismatch) {
        self = try Self.members.read(json)
    }

    public func write(to json: inout JSONWriter) {
        Self.members.write(self, to: &json)
    }

    static var wireForm: Form<Self> {
        Form(schema: .component(members.component) { .object(members.properties) })
    }
}

/// A member, as described by `rpc.discover`.
public struct Property: Sendable {
    public var name: String
    public var isRequired = true
    /// The purpose of a param.
    public var summary = ""
    var schema: JSONSchema
    var rule = ""

    /// Returns the refusal of a request in which this param is missing or invalid.
    func refusal(_ cause: Cause) -> WireError {
        WireError(cause, ["param": name, "rule": rule])
    }
}

/// The result of methods that return nothing, and the params of those that need none.
public struct EmptyObject: Message, Hashable {
    public init() {}

    public init(json: JSONValue) throws(JSONMismatch) {
        guard case .object = json else { throw JSONMismatch(wanted: "an object") }
        self.init()
    }

    static let members = Members(component: "Empty") { Self() }
}
