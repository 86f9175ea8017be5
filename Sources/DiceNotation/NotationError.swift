/// Why a text is no expression, or one that cannot be evaluated whatever is rolled.
public struct NotationError: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Reason: Sendable, Hashable {
        case bad
        /// It passes the limit of this size.
        case limit(Int)
    }

    public var reason: Reason {
        get { content.reason }
        set { content.reason = newValue }
    }
    /// What is wrong and what to type instead.
    public var message: String {
        get { content.message }
        set { content.message = newValue }
    }
    /// The place in the text, in bytes of UTF-8. Empty at the end of the text, or where something is missing.
    public var place: Range<Int> {
        get { content.place }
        set { content.place = newValue }
    }
    /// What may stand there.
    public var expected: [String] {
        get { content.expected }
        set { content.expected = newValue }
    }

    public init(_ message: String, at place: Range<Int>, expected: [String], reason: Reason = .bad) {
        box = .content(Content(reason: reason, message: message, place: place, expected: expected))
    }

    public var description: String { message }

    private struct Content: Sendable, Hashable {
        var reason: Reason
        var message: String
        var place: Range<Int>
        var expected: [String]
    }

    /// One word, because each of the parser's many frames has room for an error.
    private indirect enum Box: Sendable, Hashable {
        case content(Content)
    }

    private var box: Box

    private var content: Content {
        get {
            switch box {
            case .content(let content): content
            }
        }
        set { box = .content(newValue) }
    }
}
