/// The end of what a program has written.
struct LastWords {
    /// How many bytes are kept: 4 KiB.
    static let limit = 4_096
    private var kept: [UInt8] = []

    mutating func append(_ bytes: some Collection<UInt8>) {
        kept = (kept + bytes.suffix(Self.limit)).suffix(Self.limit)
    }

    /// As text, without blank lines and blanks at its end, and without the carriage returns of ssh's lines.
    var text: String {
        var text = String(decoding: kept, as: UTF8.self).replacing("\r\n", with: "\n")
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
