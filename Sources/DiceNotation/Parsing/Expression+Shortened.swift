extension Expression {
    /// Returns an expression as it is shown before its result, without the outcomes after `=>`.
    public static func shortened(_ text: String) -> String {
        guard text.contains("=>"),
            let read = try? Expression(parsing: text, .current, .stored),
            case .outcomes(let body, _) = read.kind
        else { return text }
        var shown = String(
            decoding: text.utf8.prefix(body.range.upperBound),
            as: UTF8.self
        )
        while shown.last?.isWhitespace == true {
            shown.removeLast()
        }
        return shown + " => …"
    }
}
