/// The members of a message, in the order in which they are written.
struct Members<Root>: Sendable {
    /// The message's name among the document's schemas; empty if it has none.
    let component: String
    let properties: [Property]
    /// Reads an answer. Unknown members are ignored.
    let read: @Sendable (JSONValue) throws(JSONMismatch) -> Root

    private let names: [String]
    private let writers: [@Sendable (Root, inout JSONWriter) -> Void]
    let acceptKnown: @Sendable ([JSONValue.NamedValue]) throws(WireError) -> Root

    /// - Parameter make: the initializer that takes the values of `member`.
    init<each Value>(
        component: String = "",
        _ make: @escaping @Sendable (repeat each Value) -> Root,
        _ member: repeat Member<Root, each Value>
    ) {
        var properties: [Property] = []
        var writers: [@Sendable (Root, inout JSONWriter) -> Void] = []
        for member in repeat each member {
            properties += member.properties
            writers.append(member.write)
        }
        // Closures, because a `Member` is a generic type whose metadata is created at run time.
        let read = (repeat (each member).read)
        let accept = (repeat (each member).accept)
        self.component = component
        self.properties = properties
        self.writers = writers
        self.read = { (json) throws(JSONMismatch) in make(repeat try (each read)(json))
        }
        names = properties.map(\.name)
        acceptKnown = { (params) throws(WireError) in
            make(repeat try (each accept)(params))
        }
    }

    func write(_ message: Root, to json: inout JSONWriter) {
        json.object { json in writeMembers(of: message, to: &json) }
    }

    /// Writes the members of a group among others.
    func writeMembers(of message: Root, to json: inout JSONWriter) {
        for write in writers {
            write(message, &json)
        }
    }

    /// Reads the params of a request. Throws `WireError` if one is unknown, missing or invalid.
    func accept(_ params: [JSONValue.NamedValue]) throws(WireError) -> Root {
        for param in params where !names.contains(param.name) {
            let name = String(param.name.prefix(64))
            guard !names.isEmpty else { throw WireError(.takesNoParams, ["param": name]) }
            let known = names.map { "\"\($0)\"" }.joined(separator: ", ")
            throw WireError(.unknownParam, ["param": name, "params": known])
        }
        return try acceptKnown(params)
    }
}
