/// Why a text is no expression, or one that cannot be evaluated whatever is rolled.
public struct NotationError: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Reason: Sendable, Hashable {
        case bad
        /// It passes the limit of this size.
        case limit(Int)
    }

    public var reason: Reason
    /// What is wrong and what to type instead.
    public var message: String
    /// The place in the text, in bytes of UTF-8. Empty at the end of the text, or where something is missing.
    public var place: Range<Int>
    /// What may stand there.
    public var expected: [String]

    public init(_ message: String, at place: Range<Int>, expected: [String], reason: Reason = .bad) {
        self.reason = reason
        self.message = message
        self.place = place
        self.expected = expected
    }

    public var description: String { message }
}
