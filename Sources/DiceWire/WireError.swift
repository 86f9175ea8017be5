public import DiceGames
import DiceNotation

/// A protocol error. Its message includes the next step.
public struct WireError: Error, Sendable, Hashable {
    /// A code of `ErrorCode`, or one that only a newer daemon defines.
    public var code: Int
    /// The problem, and the next step, in the words of `Cause`.
    public var message: String
    /// Machine-readable details.
    public var data: Details

    /// The members of `data`; `ErrorCode.detail` lists which codes have which.
    public struct Details: Message, Hashable {
        /// The name of the code.
        public var reason: String
        /// The cause: a value of `Cause`, or one that only a newer daemon defines; `nil` from a
        /// daemon before 2.1, and in a client's own error.
        public var cause: String?
        /// The values of the cause's sentence.
        public var values: CauseValues?
        /// The numbers of the dice in question.
        public var dice: [Int]?
        /// The limit that the request exceeds.
        public var limit: Int?
        /// The protocols that the daemon speaks.
        public var supported: [Int]?
        /// The name of the invalid param.
        public var param: String?
        /// The name of the player who is up.
        public var up: String?
        /// The position of an error in an expression, in bytes of UTF-8.
        public var offset: Int?
        /// The length of the wrong part in bytes.
        public var length: Int?
        /// The valid alternatives at that position, or the range of each face.
        public var expected: [String]?
        /// The time in milliseconds after which the limit no longer applies.
        public var retryAfter: Int?
        /// The SHA-256 of the next turn's seed, in hex.
        public var nextCommitment: String?
        /// The boxes in which the turn may end.
        public var options: [BoxOption]?
        /// The position in a game's document.
        public var path: String?
        /// True for a reveal that arrived after its roll became void.
        public var late: Bool?
        /// The exceeded limit: a value of `ExceededLimit`, or one that only a newer daemon defines.
        public var of: String?
        /// The length of the text that is too long, in `unit`.
        public var actual: Int?
        /// The unit of text lengths: a value of `TextExcess.Unit`, or one that only a newer daemon
        /// defines.
        public var unit: String?

        static let component = "ErrorData"
        static var blank: Self { Self(reason: "") }

        mutating func visit(_ field: inout Fields) {
            field(
                "reason",
                &reason,
                .enumeration(ErrorCode.allCases.map(\.reason) + ["lineTooLong"])
            )
            field("cause", &cause, .enumeration(Cause.allCases.map(\.rawValue)))
            field("values", &values)
            field("dice", &dice, .anyNumbers)
            field("limit", &limit, .number)
            field("supported", &supported, .anyNumbers)
            field("param", &param)
            field("up", &up, .label)
            field("offset", &offset, .count)
            field("length", &length, .count)
            field("expected", &expected)
            field("retryAfter", &retryAfter, .count)
            field("nextCommitment", &nextCommitment, .digest)
            field("options", &options)
            field("path", &path)
            field("late", &late)
            field("of", &of, .enumeration(ExceededLimit.allCases.map(\.rawValue)))
            field("actual", &actual, .count)
            field("unit", &unit, .enumeration(TextExcess.Unit.allCases.map(\.rawValue)))
        }
    }

    /// Creates a refusal. The values that are also members of `data` become such members.
    public init(_ cause: Cause, _ values: CauseValues = [:]) {
        code = cause.code.rawValue
        let sentence = cause.sentence(values)
        assert(sentence != nil, "\(cause) needs the values \(cause.values)")
        message = sentence ?? cause.rawValue
        data = Details(reason: cause.reason, cause: cause.rawValue, values: values)
        let members: CauseValues = [
            "reason": cause.reason, "cause": cause.rawValue, "values": values,
            "of": cause.row.limit?.rawValue,
        ]
        data = (try? Details(json: .object(members.members + values.members))) ?? data
    }

    /// Creates an error that a client itself reports, in the same form as a daemon's.
    public init(code: Int, message: String, reason: String) {
        self.code = code
        self.message = message
        data = Details(reason: reason)
    }

    /// The code as an `ErrorCode`; `nil` for a code that only a newer daemon defines.
    public var known: ErrorCode? { ErrorCode(rawValue: code) }

    /// The cause; `nil` if only a newer daemon defines it, or if the error has none.
    public var cause: Cause? { data.cause.flatMap(Cause.init) }

    /// The problem without advice: in the words of the cause, else the message.
    package var problem: String {
        cause.flatMap { cause in data.values.flatMap { cause.what($0) } } ?? message
    }
}

extension WireError {
    public static let lineTooLong = WireError(.lineTooLong, ["limit": LineCodec.maximumLength])

    /// Returns the refusal of a client that asked for another protocol.
    ///
    /// - Parameter program: the program that refuses.
    public static func unsupportedProtocol(_ asked: HelloParams, by program: String) -> WireError {
        WireError(
            .unsupportedProtocol,
            [
                "program": program, "speaks": protocolVersion, "asked": asked.protocolNumber,
                "supported": [protocolVersion],
            ]
        )
    }
}

extension WireError: JSONReadable {
    public init(json: JSONValue) throws(JSONMismatch) {
        code = try json.member("code")
        message = try json.member("message")
        data = (try? json.member("data")) ?? Details(reason: "code\(code)")
    }
}

extension WireError: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("code", code)
            json.member("message", message)
            json.member("data", data)
        }
    }
}
