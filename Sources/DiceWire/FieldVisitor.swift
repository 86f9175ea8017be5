/// One pass over the members of a message, in the order in which they are written. Whatever writes,
/// reads or describes messages is a visitor.
///
/// A message visits its members in its `visit` method: `field("die", &die, .number)`. A visitor that
/// reads visits all of them even if it has failed.
protocol FieldVisitor {
    /// Visits a member.
    ///
    /// - Parameters:
    ///   - value: the member's value; `nil` if it is omitted, which a required member never is.
    ///   - form: the form of the value.
    ///   - summary: the purpose of the member.
    mutating func visit<Value: WireValue>(
        _ name: String,
        _ value: inout Value?,
        isRequired: Bool,
        _ form: () -> Form<Value>,
        _ summary: () -> String
    )

    /// Checks a condition across members that have been visited.
    ///
    /// - Parameter wanted: what is missing if the condition does not hold.
    mutating func require(
        _ condition: @autoclosure () -> Bool,
        _ wanted: @autoclosure () -> String
    )
}

extension FieldVisitor {
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

extension JSONWriter: FieldVisitor {
    mutating func visit<Value: WireValue>(
        _ name: String,
        _ value: inout Value?,
        isRequired: Bool,
        _ form: () -> Form<Value>,
        _ summary: () -> String
    ) {
        if let value {
            member(literal: name, value)
        }
    }

    mutating func require(
        _ condition: @autoclosure () -> Bool,
        _ wanted: @autoclosure () -> String
    ) {}
}

/// Reads a message that the daemon sends. Unknown members are ignored, and null counts as missing.
struct AnswerReader: FieldVisitor {
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
        _ form: () -> Form<Value>,
        _ summary: () -> String
    ) {
        do throws(JSONMismatch) {
            value = isRequired ? try json.member(name) : try json.member(ifPresent: name)
        } catch {
            mismatch = mismatch ?? error
            value = nil
        }
        require(value.map(form().isPossible) != false, "a possible \(name)")
    }

    mutating func require(
        _ condition: @autoclosure () -> Bool,
        _ wanted: @autoclosure () -> String
    ) {
        if mismatch == nil, !condition() {
            mismatch = JSONMismatch(wanted: wanted())
        }
    }
}

/// Reads the params of a request. It visits all of them before it refuses one, because an unknown
/// param is refused before an invalid one.
struct ParamReader: FieldVisitor {
    let params: [JSONValue.NamedValue]
    /// The number of given params that are known; those of the same name count once.
    private(set) var knownCount = 0
    /// The refusal of the first invalid param.
    private(set) var refusal: WireError?

    init(_ params: [JSONValue.NamedValue]) {
        self.params = params
    }

    mutating func visit<Value: WireValue>(
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

    mutating func require(
        _ condition: @autoclosure () -> Bool,
        _ wanted: @autoclosure () -> String
    ) {}

    private mutating func refuse<Value>(
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
struct PropertyList: FieldVisitor {
    private(set) var properties: [Property] = []

    mutating func visit<Value: WireValue>(
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

    mutating func require(
        _ condition: @autoclosure () -> Bool,
        _ wanted: @autoclosure () -> String
    ) {}
}

/// A member, as described by `rpc.discover`.
public struct Property: Sendable {
    public var name: String
    public var isRequired = true
    /// The purpose of a param.
    public var summary = ""
    var schema: JSONSchema
}
