/// The end of a program's output.
package struct LastWords {
    /// The maximum number of bytes kept: 4 KiB.
    static let limit = 4_096
    private var tail: [UInt8] = []

    package init() {}

    package mutating func append(_ bytes: some Collection<UInt8>) {
        tail = (tail + bytes.suffix(Self.limit)).suffix(Self.limit)
    }

    /// The text, without blank lines and trailing spaces, and without the carriage returns of
    /// ssh's lines.
    package var text: String {
        var text = String(decoding: tail, as: UTF8.self).replacing(
            "\r\n",
            with: "\n"
        )
        while text.last?.isWhitespace == true {
            text.removeLast()
        }
        return text
    }
}
