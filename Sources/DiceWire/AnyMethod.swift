/// A type-erased method. Two are equal if they have the same name. A class, because every request
/// refers to one.
public final class AnyMethod: Sendable {
    /// The name on the wire, for example `table.get`.
    public let name: String
    /// A sentence that describes the method.
    public let summary: String
    let access: MethodAccess
    /// True if it is safe to repeat the request, because it only reads or sets an absolute state.
    public let isSafeToRepeat: Bool
    /// True if a request changes nothing that outlives its connection: it only reads or copies.
    public var endsWithConnection: Bool {
        if self == Method.backup {
            return true
        }
        // It narrows the permit for the requests after it, so a repeated request might have another
        // effect.
        return isSafeToRepeat && !(self == Method.confine)
    }
    /// True if the answer is sent when dice have settled, however long that takes.
    public let answersAtRest: Bool
    let specificErrors: [ErrorCode]
    let result: @Sendable () -> (name: String, schema: JSONSchema)
    /// Returns true if a value is a valid result of the method.
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
        self.specificErrors = ownErrors
        self.result = result
        self.isResult = isResult
        self.properties = properties
        self.read = read
        self.makeExamples = makeExamples
    }

    /// The known params; a request with any other is rejected.
    public var params: [Property] { properties() }

    /// Valid example requests, at least one.
    public var examples: [Request] { makeExamples(self) }

    /// The possible errors of a well-formed request. Any request may also come too late in a batch
    /// (`limitExceeded`).
    public var errors: [ErrorCode] {
        [.invalidParams, .internalError, .limitExceeded] + specificErrors
            + (access == .everybody ? [] : [.notAllowed])
            + (isSafeToRepeat ? [] : [.shuttingDown])
    }

    /// Returns a request with these params. Throws `WireError` if they are invalid.
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
