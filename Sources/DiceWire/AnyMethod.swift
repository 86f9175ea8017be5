/// A method without its types. Two are equal if they have one name. A class, as every request has
/// one.
public final class AnyMethod: Sendable {
    /// On the wire, as `table.get`.
    public let name: String
    /// What it does, in a sentence.
    public let summary: String
    let access: MethodAccess
    /// Whether repeating the request is harmless: it only reads, or asks for what is so already.
    public let isSafeToRepeat: Bool
    /// Whether a request changes nothing that outlives its connection: it only reads, or copies.
    public var endsWithConnection: Bool {
        if self == Method.backup {
            return true
        }
        // A narrower permit holds for the requests after it.
        return isSafeToRepeat && !(self == Method.confine)
    }
    /// Whether the answer comes when dice have settled, however long that takes.
    public let answersAtRest: Bool
    let ownErrors: [ErrorCode]
    let result: @Sendable () -> (name: String, schema: JSONSchema)
    /// Whether a value is a result of the method.
    let isResult: @Sendable (JSONValue) -> Bool
    let properties: @Sendable () -> [Property]
    let read: @Sendable (AnyMethod, [JSONValue.NamedValue]) throws(WireError) -> Request
    let makeExamples: @Sendable (AnyMethod) -> [Request]

    init(
        name: String,
        summary: String,
        access: MethodAccess,
        isSafeToRepeat: Bool,
        answersAtRest: Bool,
        ownErrors: [ErrorCode],
        result: @escaping @Sendable () -> (name: String, schema: JSONSchema),
        isResult: @escaping @Sendable (JSONValue) -> Bool,
        properties: @escaping @Sendable () -> [Property],
        read:
            @escaping @Sendable (AnyMethod, [JSONValue.NamedValue]) throws(WireError) ->
            Request,
        makeExamples: @escaping @Sendable (AnyMethod) -> [Request]
    ) {
        self.name = name
        self.summary = summary
        self.access = access
        self.isSafeToRepeat = isSafeToRepeat
        self.answersAtRest = answersAtRest
        self.ownErrors = ownErrors
        self.result = result
        self.isResult = isResult
        self.properties = properties
        self.read = read
        self.makeExamples = makeExamples
    }

    /// The params that the method knows; any other is refused.
    public var params: [Property] { properties() }

    /// Requests that fit, at least one.
    public var examples: [Request] { makeExamples(self) }

    /// The errors that a well-formed request may be answered with. Any may stand too late in a
    /// batch (`limitExceeded`).
    public var errors: [ErrorCode] {
        [.invalidParams, .internalError, .limitExceeded] + ownErrors
            + (access == .everybody ? [] : [.notAllowed])
            + (isSafeToRepeat ? [] : [.shuttingDown])
    }

    /// Throws `WireError` if `params` do not fit.
    func request(_ params: [JSONValue.NamedValue]) throws(WireError) -> Request {
        try read(self, params)
    }
}

extension AnyMethod: Hashable, CustomStringConvertible {
    public var description: String { name }

    public static func == (a: AnyMethod, b: AnyMethod) -> Bool {
        a.name == b.name
    }

    public static func == <Params, Result>(a: AnyMethod, b: Method<Params, Result>)
        -> Bool
    {
        a == b.any
    }

    public static func ~= <Params, Result>(
        pattern: Method<Params, Result>,
        method: AnyMethod
    )
        -> Bool
    {
        method == pattern.any
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
    }
}
