/// A member of a message, or a group of members, with the property that it represents.
struct Member<Root, Value: Sendable>: Sendable {
    /// The JSON properties: one, or those of a group.
    let properties: [Property]
    let write: @Sendable (Root, inout JSONWriter) -> Void
    /// Reads the member from an answer, in which null counts as missing. Throws also if an answer
    /// cannot have the value.
    let read: @Sendable (JSONValue) throws(JSONMismatch) -> Value
    /// Reads the member from a request's params.
    let accept: @Sendable ([JSONValue.NamedValue]) throws(WireError) -> Value

    /// Creates a required member.
    init(
        _ name: String,
        _ value: @escaping @Sendable (Root) -> Value,
        _ form: Form<Value> = Value.wireForm,
        _ summary: String = ""
    ) where Value: WireValue {
        self.init(
            name,
            form,
            summary,
            absent: nil,
            meaning: { $0 },
            writing: { value($0) }
        )
    }

    /// Creates a member that is omitted if it is `nil`.
    init<Wrapped: WireValue>(
        _ name: String,
        ifPresent value: @escaping @Sendable (Root) -> Wrapped?,
        _ form: Form<Wrapped> = Wrapped.wireForm,
        _ summary: String = ""
    ) where Value == Wrapped? {
        self.init(
            name,
            form,
            summary,
            absent: .some(nil),
            meaning: { $0 },
            writing: value
        )
    }

    /// Creates an optional member.
    init(
        _ name: String,
        _ value: @escaping @Sendable (Root) -> Value,
        _ form: Form<Value> = Value.wireForm,
        default absent: Value,
        isAlwaysWritten: Bool = false,
        _ summary: String
    ) where Value: WireValue & Equatable {
        self.init(
            name,
            form,
            summary,
            absent: absent,
            meaning: { $0 },
            writing: { root in
                let value = value(root)
                return isAlwaysWritten || value != absent ? value : nil
            }
        )
    }

    /// Creates a group of values whose members are inlined among those of the message.
    init(inline group: @escaping @Sendable (Root) -> Value, as members: Members<Value>) {
        properties = members.properties
        write = { root, json in members.writeMembers(of: group(root), to: &json) }
        read = members.read
        accept = members.acceptKnown
    }

    /// Creates a list whose elements are written according to `members` instead of their usual
    /// format. For answers only.
    init<Element>(
        _ name: String,
        _ list: @escaping @Sendable (Root) -> [Element],
        as members: Members<Element>,
        atMost count: Int
    ) where Value == [Element] {
        let property = Property(
            name: name,
            schema: .array(
                of: .component(members.component) { .object(members.properties) }
            )
        )
        let key = JSONWriter.MemberName(name)
        properties = [property]
        write = { root, json in
            json.array(key) { json in
                for element in list(root) {
                    members.write(element, to: &json)
                }
            }
        }
        read = { (message) throws(JSONMismatch) in
            guard case .array(let elements)? = message[name], elements.count <= count
            else {
                throw JSONMismatch(wanted: "a possible \(name)")
            }
            var list: [Element] = []
            for element in elements {
                list.append(try members.read(element))
            }
            return list
        }
        accept = { (_) throws(WireError) in throw property.refusal(.invalidParam) }
    }

    /// - Parameters:
    ///   - absent: the value of a missing member; `nil` if it is required.
    ///   - writing: returns the value to write; `nil` omits the member.
    private init<Written: WireValue>(
        _ name: String,
        _ form: Form<Written>,
        _ summary: String,
        absent: Value?,
        meaning: @escaping @Sendable (Written) -> Value,
        writing: @escaping @Sendable (Root) -> Written?
    ) {
        let property = Property(
            name: name,
            isRequired: absent == nil,
            summary: summary,
            schema: form.schema,
            rule: form.rule
        )
        let key = JSONWriter.MemberName(name)
        properties = [property]
        write = { root, json in
            if let written = writing(root) {
                json.member(key, written)
            }
        }
        read = { (message) throws(JSONMismatch) in
            let written: Written
            if let absent {
                guard let value: Written = try message.member(ifPresent: name) else {
                    return absent
                }
                written = value
            } else {
                written = try message.member(name)
            }
            guard form.isPossible(written) else {
                throw JSONMismatch(wanted: "a possible \(name)")
            }
            return meaning(written)
        }
        accept = { (params) throws(WireError) in
            guard let param = params.value(of: name) else {
                guard let absent else { throw property.refusal(.missingParam) }
                return absent
            }
            guard let given = try? Written(json: param) else {
                throw property.refusal(.invalidParam)
            }
            guard let written = form.accept(given) else {
                throw form.refusal(given) ?? property.refusal(.invalidParam)
            }
            return meaning(written)
        }
    }
}
