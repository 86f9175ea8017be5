/// Why a text is not an expression, or is one that cannot be evaluated whatever is rolled.
public struct NotationError: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Reason: Sendable, Hashable {
        case bad
        /// It passes this limit, of this size.
        case limit(NotationLimit, Int)
        /// A text in it, or all of it, is too long.
        case length(TextExcess)
    }

    public var reason: Reason { content.reason }
    /// What is wrong and what to type instead.
    public var message: String { content.message }
    /// The place in the text, in bytes of UTF-8. Empty at the end of the text, and if something is
    /// missing.
    public var place: Range<Int> { content.place }
    /// What may stand there.
    public var expected: [String] { content.expected }
    public var description: String { message }

    public init(
        _ message: String,
        at place: Range<Int>,
        expected: [String],
        reason: Reason = .bad
    ) {
        box = .content(
            Details(reason: reason, message: message, place: place, expected: expected)
        )
    }

    private struct Details: Sendable, Hashable {
        let reason: Reason
        let message: String
        let place: Range<Int>
        let expected: [String]
    }

    /// One word, because each of the parser's many frames has room for an error.
    private indirect enum Box: Sendable, Hashable {
        case content(Details)
    }

    private let box: Box
    private var content: Details {
        switch box {
        case .content(let content): content
        }
    }
}
