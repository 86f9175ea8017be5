/// One pass over the members of a message, in the order in which they are written: it writes them,
/// reads them or shows them to a visitor.
///
/// A message visits its members in its `visit` method: `field("die", &die, .number)`. A pass that
/// reads visits all of them even if it has failed.
///
/// A type and not a protocol, because a generic `visit` would be compiled once for each message and
/// visitor, a fifth of this module's compilation. Writing and reading an answer are compiled for
/// each type of value, so that they are fast.
struct Fields {
    /// The text of a pass that writes.
    fileprivate(set) var json = JSONWriter(capacity: 0)
    private var reader: AnswerReader?
    private var visitor: (any FieldVisitor)?

    /// Creates a pass that writes.
    fileprivate init() {}

    /// Creates a pass that reads what the daemon sends.
    init(reading json: JSONValue) {
        reader = AnswerReader(json)
    }

    init(_ visitor: any FieldVisitor) {
        self.visitor = visitor
    }

    /// Throws the first mismatch of a pass that reads.
    func finish() throws(JSONMismatch) {
        if let mismatch = reader?.mismatch {
            throw mismatch
        }
    }

    /// Visits a member.
    ///
    /// - Parameters:
    ///   - value: the member's value; `nil` if it is omitted, which a required member never is.
    ///   - form: the form of the value.
    ///   - summary: the purpose of the member.
    @inline(never)
    mutating func visit<Value: WireValue>(
        _ name: String,
        _ value: inout Value?,
        isRequired: Bool,
        _ form: () -> Form<Value>,
        _ summary: () -> String
    ) {
        if let visitor {
            visitor.visit(name, &value, isRequired: isRequired, form, summary)
        } else if reader != nil {
            reader?.visit(name, &value, isRequired: isRequired, form)
        } else if let value {
            json.member(literal: name, value)
        }
    }

    /// Checks a condition across members that have been visited.
    ///
    /// - Parameter wanted: what is missing if the condition does not hold.
    mutating func require(
        _ condition: @autoclosure () -> Bool,
        _ wanted: @autoclosure () -> String
    ) {
        reader?.require(condition(), wanted())
        visitor?.require(condition())
    }

    /// Visits a required member.
    mutating func callAsFunction<Value: WireValue>(
        _ name: String,
        _ value: inout Value,
        _ form: @autoclosure () -> Form<Value> = .any,
        _ summary: @autoclosure () -> String = ""
    ) {
        var given: Value? = value
        visit(name, &given, isRequired: true, form, summary)
        if let given {
            value = given
        }
    }

    /// Visits a member that is omitted if it is `nil`.
    mutating func callAsFunction<Value: WireValue>(
        _ name: String,
        _ value: inout Value?,
        _ form: @autoclosure () -> Form<Value> = .any,
        _ summary: @autoclosure () -> String = ""
    ) {
        visit(name, &value, isRequired: false, form, summary)
    }

    /// Visits a member whose absence means `absent`. By default, that value is omitted.
    mutating func callAsFunction<Value: WireValue & Equatable>(
        _ name: String,
        _ value: inout Value,
        _ form: @autoclosure () -> Form<Value> = .any,
        default absent: Value,
        isWritten: Bool? = nil,
        _ summary: @autoclosure () -> String = ""
    ) {
        var given = isWritten ?? (value != absent) ? value : nil
        visit(name, &given, isRequired: false, form, summary)
        value = given ?? absent
    }
}

extension JSONWriter {
    /// Writes an object with the members that `visit` visits.
    mutating func object(visiting visit: (inout Fields) -> Void) {
        object { json in
            var fields = Fields()
            swap(&fields.json, &json)
            visit(&fields)
            swap(&fields.json, &json)
        }
    }
}

/// A visitor of members besides those that write and read answers.
protocol FieldVisitor: AnyObject {
    /// Visits a member, as in `Fields`.
    func visit<Value: WireValue>(
        _ name: String,
        _ value: inout Value?,
        isRequired: Bool,
        _ form: () -> Form<Value>,
        _ summary: () -> String
    )

    /// Checks a condition across members that have been visited.
    func require(_ condition: @autoclosure () -> Bool)
}

extension FieldVisitor {
    func require(_ condition: @autoclosure () -> Bool) {}
}

/// Reads a message that the daemon sends. Unknown members are ignored, and null counts as missing.
private struct AnswerReader {
    let json: JSONValue
    /// The first mismatch.
    private(set) var mismatch: JSONMismatch?

    init(_ json: JSONValue) {
        self.json = json
        guard case .object = json else {
            mismatch = JSONMismatch(wanted: "an object")
            return
        }
    }

    mutating func visit<Value: WireValue>(
        _ name: String,
        _ value: inout Value?,
        isRequired: Bool,
        _ form: () -> Form<Value>
    ) {
        value = nil
        guard let given = member(name, isRequired: isRequired) else { return }
        do throws(JSONMismatch) {
            let read = try Value(json: given)
            value = read
            require(form().isPossible(read), "a possible \(name)")
        } catch {
            note(error.wanted)
        }
    }

    mutating func require(
        _ condition: @autoclosure () -> Bool,
        _ wanted: @autoclosure () -> String
    ) {
        if mismatch == nil, !condition() {
            note(wanted())
        }
    }

    private mutating func note(_ wanted: String) {
        mismatch = mismatch ?? JSONMismatch(wanted: wanted)
    }

    private mutating func member(_ name: String, isRequired: Bool) -> JSONValue? {
        switch json[name] {
        case nil where isRequired: note(name)
        case nil: break
        case .null where !isRequired: break
        case let given?: return given
        }
        return nil
    }
}

/// Reads the params of a request. It visits all of them before it refuses one, because an unknown
/// param is refused before an invalid one.
final class ParamReader: FieldVisitor {
    private let params: [JSONValue.NamedValue]
    /// The number of given params that are known; those of the same name count once.
    private var knownCount = 0
    /// The refusal of the first invalid param.
    private var refusal: WireError?

    init(_ params: [JSONValue.NamedValue]) {
        self.params = params
    }

    func visit<Value: WireValue>(
        _ name: String,
        _ value: inout Value?,
        isRequired: Bool,
        _ form: () -> Form<Value>,
        _ summary: () -> String
    ) {
        value = nil
        guard let param = params.value(of: name) else {
            if isRequired {
                refuse(name, .missingParam, form())
            }
            return
        }
        knownCount += 1
        let form = form()
        guard let given = try? Value(json: param) else {
            return refuse(name, .invalidParam, form)
        }
        value = form.accept(given)
        if value == nil {
            refuse(name, .invalidParam, form, form.refusal(given))
        }
    }

    /// Throws the first refusal of params that have been visited.
    ///
    /// - Parameter properties: the known params.
    @inline(never)
    func finish(_ properties: () -> [Property]) throws(WireError) {
        if knownCount < params.count {
            try checkNames(properties().map(\.name))
        }
        if let refusal {
            throw refusal
        }
    }

    private func checkNames(_ names: [String]) throws(WireError) {
        guard let param = params.first(where: { !names.contains($0.name) }) else { return }
        let name = String(param.name.prefix(64))
        guard !names.isEmpty else { throw WireError(.takesNoParams, ["param": name]) }
        let known = names.map { "\"\($0)\"" }.joined(separator: ", ")
        throw WireError(.unknownParam, ["param": name, "params": known])
    }

    private func refuse<Value>(
        _ name: String,
        _ cause: Cause,
        _ form: Form<Value>,
        _ specific: WireError? = nil
    ) {
        guard refusal == nil else { return }
        refusal =
            specific
            ?? WireError(cause, ["param": name, "rule": form.rule])
    }
}

/// Lists the members of a message.
final class PropertyList: FieldVisitor {
    private(set) var properties: [Property] = []

    func visit<Value: WireValue>(
        _ name: String,
        _ value: inout Value?,
        isRequired: Bool,
        _ form: () -> Form<Value>,
        _ summary: () -> String
    ) {
        properties.append(
            Property(
                name: name,
                isRequired: isRequired,
                summary: summary(),
                schema: form().schema
            )
        )
    }
}

/// A member, as described by `rpc.discover`.
public struct Property: Sendable {
    public var name: String
    public var isRequired = true
    /// The purpose of a param.
    public var summary = ""
    var schema: JSONSchema
}
