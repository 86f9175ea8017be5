import DiceModel

/// The protocol that this package speaks.
public let protocolVersion = 1

/// A method of the protocol: what the daemon and its clients both know of it. The call of a method makes a request:
/// `Method.get(GetParams(table: .default))`.
///
/// The methods stand in `DiceWire/Methods` and in a `MethodTable`; what the daemon does stands in `DiceServer/Methods`.
public struct Method<Params: JSONWritable & Sendable, Result: JSONWritable & Sendable>: Sendable {
    /// The method without its types.
    public let any: AnyMethod
    /// Where a permit looks; nil if a request is about no table, or says nothing of a player.
    private let table: (@Sendable (Params) -> TableName?)?
    private let player: (@Sendable (Params) -> String?)?

    public func callAsFunction(_ params: Params) -> Request {
        Request(method: any, params: params, table: table?(params), player: player?(params))
    }

    public func callAsFunction() -> Request where Params == EmptyObject { self(EmptyObject()) }

    /// - Parameters:
    ///   - result: what the result is called in the document.
    ///   - table: the table that a request is about; nil if it is about none, or about several.
    ///   - player: who acts, if the request says so. In what only reads, a name is a filter.
    ///   - errors: those of a well-formed request, beside the ones that follow from `access` and `isSafeToRepeat`.
    ///   - examples: params that fit; a method without params needs none.
    init(
        _ name: String, _ summary: String, result: String = "nothing", access: MethodAccess = .everybody,
        isSafeToRepeat: Bool = false, answersAtRest: Bool = false,
        table: (@Sendable (Params) -> TableName?)? = nil, player: (@Sendable (Params) -> String?)? = nil,
        errors: [ErrorCode] = [], examples: @autoclosure @escaping @Sendable () -> [Params] = []
    ) where Params: Message, Result: WireValue {
        self.init(
            name, summary, result: result, access: access, isSafeToRepeat: isSafeToRepeat,
            answersAtRest: answersAtRest, table: table, player: player, errors: errors, examples: examples,
            schema: { Result.wireForm.schema }, isResult: { (try? Result(json: $0)) != nil })
    }

    /// - Parameters:
    ///   - schema: the result's.
    ///   - isResult: whether a value is a result of the method.
    init(
        _ name: String, _ summary: String, result: String, access: MethodAccess = .everybody,
        isSafeToRepeat: Bool = false, answersAtRest: Bool = false,
        table: (@Sendable (Params) -> TableName?)? = nil, player: (@Sendable (Params) -> String?)? = nil,
        errors: [ErrorCode] = [], examples: @escaping @Sendable () -> [Params] = { [] },
        schema: @escaping @Sendable () -> JSONSchema, isResult: @escaping @Sendable (JSONValue) -> Bool
    ) where Params: Message {
        self.table = table
        self.player = player
        any = AnyMethod(
            name: name, summary: summary, access: access, isSafeToRepeat: isSafeToRepeat,
            answersAtRest: answersAtRest, ownErrors: errors, result: { (result, schema()) }, isResult: isResult,
            properties: { Params.members.properties },
            read: { (method, json) throws(WireError) in
                let params = try Params.members.accept(json)
                return Request(method: method, params: params, table: table?(params), player: player?(params))
            },
            makeExamples: { method in
                let none = [EmptyObject() as? Params].compactMap(\.self)
                return (none + examples()).map {
                    Request(method: method, params: $0, table: table?($0), player: player?($0))
                }
            })
    }
}

enum MethodAccess: Sendable {
    case everybody
    /// Those who may change something at a table.
    case players
    /// Those who are not confined.
    case unconfined
}

/// A method without its types. Two are equal if they have one name. A class, as every request has one.
public final class AnyMethod: Sendable {
    /// On the wire, as `table.get`.
    public let name: String
    /// What it does, in a sentence.
    public let summary: String
    let access: MethodAccess
    /// Whether repeating the request is harmless: it only reads, or asks for what is so already.
    public let isSafeToRepeat: Bool
    /// Whether the answer comes when dice have settled, however long that takes.
    public let answersAtRest: Bool
    fileprivate let ownErrors: [ErrorCode]
    let result: @Sendable () -> (name: String, schema: JSONSchema)
    /// Whether a value is a result of the method.
    let isResult: @Sendable (JSONValue) -> Bool
    fileprivate let properties: @Sendable () -> [Property]
    fileprivate let read: @Sendable (AnyMethod, [JSONValue.NamedValue]) throws(WireError) -> Request
    fileprivate let makeExamples: @Sendable (AnyMethod) -> [Request]

    fileprivate init(
        name: String, summary: String, access: MethodAccess, isSafeToRepeat: Bool, answersAtRest: Bool,
        ownErrors: [ErrorCode], result: @escaping @Sendable () -> (name: String, schema: JSONSchema),
        isResult: @escaping @Sendable (JSONValue) -> Bool, properties: @escaping @Sendable () -> [Property],
        read: @escaping @Sendable (AnyMethod, [JSONValue.NamedValue]) throws(WireError) -> Request,
        makeExamples: @escaping @Sendable (AnyMethod) -> [Request]
    ) {
        self.name = name
        self.summary = summary
        self.access = access
        self.isSafeToRepeat = isSafeToRepeat
        self.answersAtRest = answersAtRest
        self.ownErrors = ownErrors
        (self.result, self.isResult, self.properties) = (result, isResult, properties)
        (self.read, self.makeExamples) = (read, makeExamples)
    }

    /// The method `method`.
    public convenience init<Params, Result>(_ method: Method<Params, Result>) {
        let any = method.any
        self.init(
            name: any.name, summary: any.summary, access: any.access, isSafeToRepeat: any.isSafeToRepeat,
            answersAtRest: any.answersAtRest, ownErrors: any.ownErrors, result: any.result, isResult: any.isResult,
            properties: any.properties, read: any.read, makeExamples: any.makeExamples)
    }

    /// The params that the method knows; any other is refused.
    public var params: [Property] { properties() }

    /// Requests that fit, at least one.
    public var examples: [Request] { makeExamples(self) }

    /// The errors that a well-formed request may be answered with. Any may stand too late in a batch (`limitExceeded`).
    public var errors: [ErrorCode] {
        [.invalidParams, .internalError, .limitExceeded] + ownErrors + (access == .everybody ? [] : [.notAllowed])
            + (isSafeToRepeat ? [] : [.shuttingDown])
    }

    /// Throws `WireError` if `params` do not fit.
    func request(_ params: [JSONValue.NamedValue]) throws(WireError) -> Request { try read(self, params) }
}

extension AnyMethod: Hashable, CustomStringConvertible {
    public var description: String { name }

    public static func == (a: AnyMethod, b: AnyMethod) -> Bool { a.name == b.name }

    public static func == <Params, Result>(a: AnyMethod, b: Method<Params, Result>) -> Bool { a == b.any }

    public static func ~= <Params, Result>(pattern: Method<Params, Result>, method: AnyMethod) -> Bool {
        method == pattern.any
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The methods that one server has, in the order of its document.
public struct MethodTable: Sendable {
    public let methods: [AnyMethod]
    private let byName: [String: AnyMethod]

    init(_ methods: [AnyMethod]) {
        self.methods = methods
        byName = Dictionary(uniqueKeysWithValues: methods.map { ($0.name, $0) })
    }

    /// The method of this name; nil if there is none.
    public subscript(name: String) -> AnyMethod? { byName[name] }

    /// The methods of diced.
    public static let daemon = MethodTable([
        AnyMethod(.hello), AnyMethod(.ping), AnyMethod(.discover), AnyMethod(.confine), AnyMethod(.status),
        AnyMethod(.watchList), AnyMethod(.unwatchList), AnyMethod(.list), AnyMethod(.create), AnyMethod(.configure),
        AnyMethod(.delete), AnyMethod(.get), AnyMethod(.roll), AnyMethod(.throw), AnyMethod(.show), AnyMethod(.cancel),
        AnyMethod(.lock), AnyMethod(.unlock), AnyMethod(.toggleLock), AnyMethod(.endTurn), AnyMethod(.contribute),
        AnyMethod(.reveal), AnyMethod(.newGame), AnyMethod(.matches), AnyMethod(.history), AnyMethod(.stats),
        AnyMethod(.watch), AnyMethod(.unwatch),
        AnyMethod(.saveRoll), AnyMethod(.listRolls), AnyMethod(.deleteRoll), AnyMethod(.backup),
    ])
}
