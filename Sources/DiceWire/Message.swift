/// A value that is an object on the wire. `visit` is its only definition: writing, reading and
/// `rpc.discover` all follow from it.
protocol Message: WireValue {
    /// The message's name among the document's schemas; by default that of its type.
    static var component: String { get }
    /// A message whose members are replaced when it is read.
    static var blank: Self { get }

    /// Visits the members in the order in which they are written.
    mutating func visit(_ field: inout Fields)
}

extension Message {
    static var component: String { "\(Self.self)" }

    static var properties: [Property] {
        let list = PropertyList()
        var message: any Message = blank
        var fields = Fields(list)
        message.pass(&fields)
        return list.properties
    }

    public init(json: JSONValue) throws(JSONMismatch) {
        self = .blank
        var fields = Fields(reading: json)
        pass(&fields)
        try fields.finish()
    }

    /// Reads the params of a request. Throws `WireError` if one is unknown, missing or invalid.
    init(params: [JSONValue.NamedValue]) throws(WireError) {
        self = .blank
        let reader = ParamReader(params)
        var fields = Fields(reader)
        pass(&fields)
        try reader.finish { Self.properties }
    }

    public func write(to json: inout JSONWriter) {
        var message = self
        json.object(visiting: { message.pass(&$0) })
    }

    /// Visits the members. Not inlined, because each kind of pass would contain all of `visit`.
    @inline(never)
    private mutating func pass(_ fields: inout Fields) {
        visit(&fields)
    }

    static var wireForm: Form<Self> {
        Form(schema: .component(component) { .object(properties) })
    }
}

/// The result of methods that return nothing, and the params of those that need none.
public struct EmptyObject: Message, Hashable {
    public init() {}

    public init(json: JSONValue) throws(JSONMismatch) {
        guard case .object = json else { throw JSONMismatch(wanted: "an object") }
        self.init()
    }

    static let component = "Empty"
    static let blank = Self()

    mutating func visit(_ field: inout Fields) {}
}
