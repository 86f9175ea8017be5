/// The reason why a text is not an expression, or why the expression fails for all faces.
public struct NotationError: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Reason: Sendable, Hashable {
        case bad
        /// The text may mean several throws or one; `expected` has each.
        case ambiguous
        /// The text is in a form of another dice program; `expected` has the same in this notation.
        case otherForm
        /// The text asks for a secret throw, in a form of another dice program; `expected` has the
        /// expressions.
        case secretForm
        /// The text exceeds this limit, whose value is given.
        case limit(NotationLimit, Int)
        /// A part of the text, or the whole of it, is too long.
        case length(TextExcess)
    }

    public var reason: Reason { content.reason }
    /// True if the text is not dice notation.
    public var isMistake: Bool { [.bad, .otherForm, .secretForm].contains(reason) }
    /// The error, and how to correct it.
    public var message: String { content.message }
    /// The position of the error in the text, in bytes of UTF-8. The range is empty at the end of
    /// the text, and where something is missing.
    public var place: Range<Int> { content.place }
    /// The alternatives that are valid at this position.
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

    /// Creates the error for a text in a form of another dice program.
    public init(_ reading: OtherReading, at place: Range<Int>) {
        let texts = reading.texts.map { "`\($0)`" }.joined(separator: " or ")
        self.init(
            reading.isSecret
                ? "secrecy is not part of the notation; the throw is \(texts)"
                : "here this is written \(texts)",
            at: place,
            expected: reading.texts,
            reason: reading.isSecret ? .secretForm : .otherForm
        )
    }

    private struct Details: Sendable, Hashable {
        let reason: Reason
        let message: String
        let place: Range<Int>
        let expected: [String]
    }

    /// A box keeps the error one word in size, because each of the parser's many stack frames
    /// reserves space for an error.
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
