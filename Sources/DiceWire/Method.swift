import DiceModel

/// The version of the protocol that this package implements.
public let protocolVersion = 1

/// A method of the protocol, shared by the daemon and its clients. Calling a method creates a
/// request: `Method.get(GetParams(table: .default))`.
///
/// Methods are declared in `DiceWire/Methods` and listed in a `MethodTable`; the daemon implements
/// them in `DiceServer/Methods`.
public struct Method<Params: JSONWritable & Sendable, Result: JSONWritable & Sendable>:
    Sendable
{
    /// The method without its types.
    public let any: AnyMethod
    private let request: @Sendable (AnyMethod, Params) -> Request

    public func callAsFunction(_ params: Params) -> Request {
        request(any, params)
    }

    public func callAsFunction() -> Request where Params == EmptyObject {
        self(EmptyObject())
    }

    /// - Parameters:
    ///   - result: the name of the result in the document.
    ///   - table: returns the table of a request; `nil` if it has none or several.
    ///   - player: returns the acting name of a request, if given. In methods that only read, a
    ///     name is a filter.
    ///   - errors: the errors of a well-formed request, besides those that follow from `access` and
    ///     `isSafeToRepeat`.
    ///   - examples: valid params; a method without params needs none.
    init(
        _ name: String,
        _ summary: String,
        result: String = "nothing",
        access: MethodAccess = .everybody,
        isSafeToRepeat: Bool = false,
        answersAtRest: Bool = false,
        table: (@Sendable (Params) -> TableName?)? = nil,
        player: (@Sendable (Params) -> String?)? = nil,
        errors: [ErrorCode] = [],
        examples: @autoclosure @escaping @Sendable () -> [Params] = []
    ) where Params: Message, Result: WireValue {
        let request = { @Sendable (method: AnyMethod, params: Params) in
            Request(
                method: method,
                params: params,
                table: table?(params),
                player: player?(params)
            )
        }
        self.request = request
        any = AnyMethod(
            name: name,
            summary: summary,
            access: access,
            isSafeToRepeat: isSafeToRepeat,
            answersAtRest: answersAtRest,
            ownErrors: errors,
            result: { (result, Result.wireForm.schema) },
            isResult: { (try? Result(json: $0)) != nil },
            properties: { Params.properties },
            read: { (method, json) throws(WireError) in
                request(method, try Params(params: json))
            },
            makeExamples: { method in
                let none = [EmptyObject() as? Params].compactMap(\.self)
                return (none + examples()).map { request(method, $0) }
            }
        )
    }
}

enum MethodAccess: Sendable {
    case everybody
    /// Clients that may change something at a table.
    case players
    /// Unconfined clients and hosts.
    case hosts
    /// Unconfined clients.
    case unconfined
}
