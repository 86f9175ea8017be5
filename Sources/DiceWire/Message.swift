/// A value that is an object on the wire. `visit` is its only definition: writing, reading and
/// `rpc.discover` all follow from it.
protocol Message: WireValue {
    /// The message's name among the document's schemas; by default that of its type.
    static var component: String { get }
    /// A message whose members are replaced when it is read.
    static var blank: Self { get }

    /// Visits the members in the order in which they are written.
    mutating func visit(_ field: inout some FieldVisitor)
}

extension Message {
    static var component: String { "\(Self.self)" }

    static var properties: [Property] {
        var list = PropertyList()
        var message = blank
        message.visit(&list)
        return list.properties
    }

    public init(json: JSONValue) throws(JSONMismatch) {
        var reader = AnswerReader(json)
        self = .blank
        visit(&reader)
        if let mismatch = reader.mismatch {
            throw mismatch
        }
    }

    /// Reads the params of a request. Throws `WireError` if one is unknown, missing or invalid.
    init(params: [JSONValue.NamedValue]) throws(WireError) {
        var reader = ParamReader(params)
        self = .blank
        visit(&reader)
        if reader.knownCount < params.count {
            try Self.checkNames(params)
        }
        if let refusal = reader.refusal {
            throw refusal
        }
    }

    private static func checkNames(_ params: [JSONValue.NamedValue]) throws(WireError) {
        let names = properties.map(\.name)
        guard let param = params.first(where: { !names.contains($0.name) }) else { return }
        let name = String(param.name.prefix(64))
        guard !names.isEmpty else { throw WireError(.takesNoParams, ["param": name]) }
        let known = names.map { "\"\($0)\"" }.joined(separator: ", ")
        throw WireError(.unknownParam, ["param": name, "params": known])
    }

    public func write(to json: inout JSONWriter) {
        json.object { json in
            var message = self
            message.visit(&json)
        }
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

    mutating func visit(_ field: inout some FieldVisitor) {}
}
