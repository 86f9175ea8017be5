import DiceModel

/// The protocol that this package speaks.
public let protocolVersion = 1

/// A method of the protocol: what the daemon and its clients both know of it. The call of a method
/// makes a request: `Method.get(GetParams(table: .default))`.
///
/// The methods stand in `DiceWire/Methods` and in a `MethodTable`; what the daemon does stands in
/// `DiceServer/Methods`.
public struct Method<Params: JSONWritable & Sendable, Result: JSONWritable & Sendable>:
    Sendable
{
    /// The method without its types.
    public let any: AnyMethod
    /// Where a permit looks; nil if a request is about no table, or says nothing of a player.
    private let table: (@Sendable (Params) -> TableName?)?
    private let player: (@Sendable (Params) -> String?)?

    public func callAsFunction(_ params: Params) -> Request {
        Request(
            method: any,
            params: params,
            table: table?(params),
            player: player?(params)
        )
    }

    public func callAsFunction() -> Request where Params == EmptyObject {
        self(EmptyObject())
    }

    /// - Parameters:
    ///   - result: what the result is called in the document.
    ///   - table: the table that a request is about; nil if it is about none, or about several.
    ///   - player: who acts, if the request says so. In what only reads, a name is a filter.
    ///   - errors: those of a well-formed request, beside the ones that follow from `access` and
    ///     `isSafeToRepeat`.
    ///   - examples: params that fit; a method without params needs none.
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
        self.table = table
        self.player = player
        any = AnyMethod(
            name: name,
            summary: summary,
            access: access,
            isSafeToRepeat: isSafeToRepeat,
            answersAtRest: answersAtRest,
            ownErrors: errors,
            result: { (result, Result.wireForm.schema) },
            isResult: { (try? Result(json: $0)) != nil },
            properties: { Params.members.properties },
            read: { (method, json) throws(WireError) in
                let params = try Params.members.accept(json)
                return Request(
                    method: method,
                    params: params,
                    table: table?(params),
                    player: player?(params)
                )
            },
            makeExamples: { method in
                let none = [EmptyObject() as? Params].compactMap(\.self)
                return (none + examples()).map {
                    Request(
                        method: method,
                        params: $0,
                        table: table?($0),
                        player: player?($0)
                    )
                }
            }
        )
    }
}

enum MethodAccess: Sendable {
    case everybody
    /// Those who may change something at a table.
    case players
    /// Those who are not confined, and hosts.
    case hosts
    /// Those who are not confined.
    case unconfined
}
