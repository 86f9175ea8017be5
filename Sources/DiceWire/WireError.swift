public import DiceGames
import DiceNotation

/// An error as the protocol carries it. The message says what to do next.
public struct WireError: Error, Sendable, Hashable {
    /// A code of `ErrorCode`, or one that only a newer daemon knows.
    public var code: Int
    /// What is wrong, and what to do next.
    public var message: String
    /// What a program needs besides the code.
    public var data: Details

    /// The members of `data`; `ErrorCode.detail` says which goes with which code.
    public struct Details: Message, Hashable {
        /// The code as a word.
        public var reason: String
        /// The numbers of the dice that it is about.
        public var dice: [Int]?
        /// The limit that would be passed.
        public var limit: Int?
        /// The protocols that the daemon speaks.
        public var supported: [Int]?
        /// The name of the param that does not fit.
        public var param: String?
        /// The player who is up.
        public var up: String?
        /// Where an expression is wrong, in bytes of UTF-8 from its beginning.
        public var offset: Int?
        /// How many bytes are wrong there.
        public var length: Int?
        /// What may stand there, or what each of the faces may be.
        public var expected: [String]?
        /// After how many milliseconds there is room again, of a limit that time lifts.
        public var retryAfter: Int?
        /// The SHA-256 of the seed of the turn that has begun, in hex.
        public var nextCommitment: String?
        /// The boxes that the turn may end in.
        public var options: [BoxOption]?
        /// The place in a game's document.
        public var path: String?
        /// True of a reveal that came after its roll had become void.
        public var late: Bool?
        /// Which limit would be passed: a word of `ExceededLimit`, or one that only a newer daemon
        /// knows.
        public var of: String?
        /// How long a text is whose limit would be passed, in `unit`.
        public var actual: Int?
        /// What the length of a text is counted in: a word of `TextExcess.Unit`, or one that only a
        /// newer daemon knows.
        public var unit: String?

        static let members = Members(
            component: "ErrorData",
            Self.init,
            Member(
                "reason",
                \.reason,
                .words(ErrorCode.allCases.map(\.reason) + ["lineTooLong"])
            ),
            Member("dice", ifPresent: \.dice, .anyNumbers),
            Member("limit", ifPresent: \.limit, .number),
            Member("supported", ifPresent: \.supported, .anyNumbers),
            Member("param", ifPresent: \.param),
            Member("up", ifPresent: \.up, .label),
            Member("offset", ifPresent: \.offset, .count),
            Member("length", ifPresent: \.length, .count),
            Member("expected", ifPresent: \.expected, [String].wireForm),
            Member("retryAfter", ifPresent: \.retryAfter, .count),
            Member("nextCommitment", ifPresent: \.nextCommitment, .digest),
            Member("options", ifPresent: \.options),
            Member("path", ifPresent: \.path),
            Member("late", ifPresent: \.late),
            Member(
                "of",
                ifPresent: \.of,
                .words(ExceededLimit.allCases.map(\.rawValue))
            ),
            Member("actual", ifPresent: \.actual, .count),
            Member(
                "unit",
                ifPresent: \.unit,
                .words(TextExcess.Unit.allCases.map(\.rawValue))
            )
        )
    }

    public init(
        _ code: ErrorCode,
        _ message: String,
        dice: [Int]? = nil,
        limit: Int? = nil,
        supported: [Int]? = nil,
        param: String? = nil,
        up: String? = nil
    ) {
        self.code = code.rawValue
        self.message = message
        data = Details(
            reason: code.reason,
            dice: dice,
            limit: limit,
            supported: supported,
            param: param,
            up: up
        )
    }

    /// An error of a client, in the form of a daemon's.
    public init(code: Int, message: String, reason: String) {
        self.code = code
        self.message = message
        data = Details(reason: reason)
    }

    /// The code as one of ours; nil for a code of a newer daemon.
    public var known: ErrorCode? { ErrorCode(rawValue: code) }

    /// A request line of more than `LineCodec.maximumLength` bytes.
    public static var lineTooLong: WireError {
        var error = WireError(
            .invalidRequest,
            "the request line is longer than \(LineCodec.maximumLength) bytes; send smaller requests, one a line",
            limit: LineCodec.maximumLength
        )
        error.data.reason = "lineTooLong"
        return error
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
