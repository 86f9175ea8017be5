import ArgumentParser
import DiceDrawing
import DiceFollowing
import DiceModel
import DiceNotation
import DicePlay
import DiceWire

extension TypedThrow {
    /// Returns the throws of a line, which `dicectl roll` would roll; `nil` if they depend on the
    /// saved rolls. Options for secret throws, such as `--to gm`, and `--for` may precede or follow
    /// the throws.
    ///
    /// Throws `CommandError`, `NotationError` or an error about options if any part of the line
    /// cannot be thrown.
    /// - Parameters:
    ///   - player: the thrower's name, even if a request leaves it to the daemon.
    ///   - rolls: the saved rolls that the player may roll; `nil` if they are unknown.
    static func all(of line: String, by player: String, among rolls: [SavedRoll]?) throws
        -> [TypedThrow]?
    {
        let (names, others) = try NameList.take(from: line)
        let (viewers, options, rest) = try SecretOptions.take(from: others)
        let texts = try RollText.all(of: rest)
        if let names, texts.count > 1 {
            throw RollOrder.refusal(of: texts.map(\.expression), for: names)
        }
        let shelf = SavedShelf { rolls ?? [] }
        var answer = RollOrder.Answer()
        answer.rolls = .success(rolls ?? [])
        var thrown: [ThrowParams] = []
        for text in texts {
            let words = Self.words(of: text)
            if text.expression.isEmpty {
                _ = try text.written()
            }
            let phrases = try RollGrammar(words).phrases(joinsNames: true).map(\.text)
            if let place = phrases.firstIndex(where: isNumber) {
                let before = place > 0 ? RollName(phrases[place - 1]) : nil
                guard rolls != nil || before == nil else { return nil }
                throw mistake(phrases[place], after: before, shelf)
            }
            try phrases.forEach(checkName)
            let order = RollOrder(
                words: try RollWords(words, isTableNamed: true),
                isTableNamed: true,
                names: names,
                viewers: viewers,
                player: player
            )
            try order.validate()
            if rolls == nil, order.question(at: .default).asksForRolls {
                return nil
            }
            thrown += try order.resolved(at: .default, answer, animate: true).thrown
        }
        for params in thrown {
            try check(params, shelf)
        }
        return thrown.map { params in
            let isAlone = thrown.count == 1 || params.group != nil
            return TypedThrow(isAlone ? line : params.typed(with: options), params.unsigned)
        }
    }

    /// Returns the words as those of a command line, in which a remark is one word.
    private static func words(of text: RollText) -> [String] {
        text.expression.split(whereSeparator: \.isWhitespace).map(String.init)
            + (text.remark.map { ["# \($0)"] } ?? [])
    }

    /// Returns true for words that `roll` takes for dice of the table.
    private static func isNumber(_ text: String) -> Bool {
        text == "all" || TableWords.looksLikeDice(text)
    }

    /// Throws for a word that is neither notation nor a name.
    private static func checkName(_ phrase: String) throws(CommandError) {
        guard RollGrammar.kind(of: phrase) == .name, RollName(phrase) == nil else { return }
        do {
            _ = try RollText(expression: phrase).written()
        } catch { throw .notation(error, phrase) }
    }

    /// Returns the error for a number beside other words, or alone.
    private static func mistake(_ number: String, after name: RollName?, _ shelf: SavedShelf)
        -> CommandError
    {
        var problem = "`\(number)` is not a throw"
        var meant: [String] = []
        if let name, let parameter = shelf.onlyParameter(of: name) {
            meant = ["\(name) \(parameter)=\(number)"]
            problem += "; for a value: \(meant[0])"
        } else if number.allSatisfy(\.isNumber) {
            meant = ["d\(number)"]
            problem += "; for a die of \(number) sides: \(meant[0])"
        }
        let place = 0..<number.utf8.count
        return .notation(NotationError(problem, at: place, expected: meant), number)
    }

    /// Throws if the daemon would reject the expression.
    private static func check(_ params: ThrowParams, _ shelf: SavedShelf) throws(CommandError) {
        let text = params.saved?.description ?? params.expression ?? ""
        let written = try RollWords.read(text, params.values?.values ?? [:], shelf)
        do {
            try written.checkThrow()
        } catch { throw .notation(error, text) }
    }
}

extension ThrowParams {
    /// The params without those that belong to a request.
    fileprivate var unsigned: ThrowParams {
        var params = self
        params.by = nil
        params.entropy = nil
        return params
    }

    /// Returns the throw as a line.
    fileprivate func typed(with options: [String]) -> String {
        let given = (values?.values ?? [:]).sorted { $0.key < $1.key }
        let words =
            [saved?.description ?? expression ?? ""]
            + given.map { "\($0.key)=\(NumberText.text($0.value))" }
            + (label.map { ["# \($0)"] } ?? [])
        return (options + words).joined(separator: " ")
    }
}
