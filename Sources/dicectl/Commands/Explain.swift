import ArgumentParser
import DiceClient
import DiceDrawing
import DiceFollowing
import DiceJudging
import DiceModel
import DiceNotation
import DiceWire

struct Explain: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Shows how a total is computed, or faces from a seed.",
        discussion: """
            Nobody else sees it. A daemon is contacted only for --turn and for saved rolls.

            dicectl explain 4d6kh3+2 --faces 3,5,2,6     with faces that you rolled by hand
            dicectl explain 4d6kh3+2                     with random faces
            dicectl explain --turn 7                     the entry with id 7 in dicectl history
            """
    )
    static let examples = ["explain 4d6kh3+2 --faces 3,5,2,6", "explain --turn 7"]

    @Argument(
        help: .init(
            "Dice notation, and values of its parameters, such as bonus=9.",
            valueName: "expression"
        )
    )
    var words: [String] = []

    @Option(
        help: .init(
            "The id of a turn or throw in the history: show how its faces follow from its seed and from contributions.",
            valueName: "id"
        )
    )
    var turn: Int?

    @Option(
        help: .init(
            "The faces in the order drawn, such as 3,5,2,6; for a Fate die 1, 2 and 3 mean -, 0 and +.",
            valueName: "list"
        ),
        transform: Self.numbers
    )
    var faces: [Int]?

    @OptionGroup var common: CommonOptions

    func validate() throws {
        guard words.isEmpty == (turn != nil) else {
            throw ValidationError(
                "give dice notation, such as 4d6kh3+2, or a history entry: --turn 7"
            )
        }
        if turn != nil, faces != nil {
            throw ValidationError("--faces needs dice notation")
        }
        guard turn ?? 1 >= 1 else { throw ValidationError("--turn must be a number, 1 or higher") }
    }

    func run() throws {
        if let turn {
            return try explain(entry: turn)
        }
        let read = try RollWords.expression(of: words, .ofRunningDaemon(context))
        let evaluation = try evaluate(read.expression, read.text)
        if common.json {
            let result = ThrowResult(
                evaluation,
                table: TableName.default.description,
                number: 1,
                expression: read.text,
                by: Player.login
            )
            return try Output.json(result.jsonBytes())
        }
        try Output.lines(ExplainedThrow.lines(evaluation, text: read.text))
        if let failure = evaluation.failure {
            throw CommandError.declined(failure)
        }
    }

    private func explain(entry id: Int) throws {
        var query = HistoryQuery(.all, limit: 1, kind: .all)
        query.before = id == .max ? nil : id + 1
        let page = try context.connect().call(.history, query)
        guard let entry = page.entries.first, entry.id == id else {
            throw CommandError.declined(
                "there is no entry \(id); to see their ids: dicectl history --all --kind all"
            )
        }
        if common.json {
            return try Output.json(entry.jsonBytes())
        }
        try Output.lines(ExplainedEntry(entry).lines.map(context.calling))
    }

    private func evaluate(_ expression: Expression, _ text: String) throws -> Evaluation {
        guard let faces else {
            var generator = SystemRandomNumberGenerator()
            return try expression.evaluate(using: &generator)
        }
        var left = faces[...]
        let evaluation = try expression.evaluate { sides in
            let face = try left.popFirst().orInvalid(
                "\(text) needs one more face, of a d\(sides): --faces \(Self.list(faces)),?"
            )
            guard (1...sides).contains(face) else {
                throw ValidationError(
                    "face \(faces.count - left.count) is \(face), but a d\(sides) has faces 1 to \(sides)"
                )
            }
            return face
        }
        guard left.isEmpty else {
            let needed = faces.count - left.count
            throw ValidationError(
                "\(text) needs \(needed) \(needed == 1 ? "face" : "faces"); \(left.count) more "
                    + "\(left.count == 1 ? "is" : "are") given: \(Self.list(left))"
            )
        }
        return evaluation
    }

    private static func list(_ faces: some Collection<Int>) -> String {
        faces.map(String.init).joined(separator: ",")
    }

    static func numbers(_ text: String) throws -> [Int] {
        try text.split(whereSeparator: { $0 == "," || $0 == " " }).map { word in
            try Int(word).orInvalid("\"\(word)\" is not a face; write faces as 3,5,2,6")
        }
    }
}

extension RollWords {
    /// Joins words into one expression and fills in its parameters. Throws `CommandError` and
    /// `ValidationError`.
    static func expression(of words: [String], _ shelf: SavedShelf) throws
        -> WrittenExpression
    {
        let grammar = try RollGrammar(words)
        let texts = grammar.phrases(joinsNames: true).map(\.text)
        if texts.count > 1 {
            throw ValidationError(
                "\"\(texts[0])\" and \"\(texts[1])\" are two expressions; give one"
            )
        }
        return try read(texts.first ?? "", grammar.values, shelf)
    }
}
