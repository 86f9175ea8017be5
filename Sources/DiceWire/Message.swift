/// A value that stands on the wire as an object. `members` is all that is said of it: what is
/// written, what is read and what `rpc.discover` shows follow from it.
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

/// A member, as `rpc.discover` shows it.
public struct Property: Sendable {
    public var name: String
    public var isRequired = true
    /// What a param is for.
    public var summary = ""
    var schema: JSONSchema
    var rule = ""

    func error(_ verb: String) -> WireError {
        WireError(.invalidParams, "param \"\(name)\" \(verb) \(rule)", param: name)
    }
}

/// The result of methods that have nothing to tell, and the params of those that take none.
public struct EmptyObject: Message, Hashable {
    public init() {}

    public init(json: JSONValue) throws(JSONMismatch) {
        guard case .object = json else { throw JSONMismatch(wanted: "an object") }
        self.init()
    }

    static let members = Members(component: "Empty") { Self() }
}
