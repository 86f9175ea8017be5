extension Expression {
    /// Reads an expression in dice notation; dice-notation(7) has the grammar.
    ///
    /// Throws `NotationError` where the text is none, or where what it asks for can never be rolled or passes
    /// `NotationLimits`.
    public init(parsing text: String) throws(NotationError) {
        let limit = NotationLimits.length
        // A character may have many bytes, and counting them takes long.
        guard text.utf8.count <= 4 * limit, text.count <= limit else {
            throw NotationError(
                "an expression has at most \(limit) characters", at: 0..<text.utf8.count,
                expected: ["a shorter expression"], reason: .limit(limit))
        }
        var parser = Parser(text)
        self = try parser.parse()
        try check()
    }
}
