internal import ArgumentParser
internal import DiceClient
internal import DiceGames
internal import DiceModel
internal import DiceNotation
internal import DiceWire
internal import FoundationEssentials
internal import Unix

struct Hint: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "hint", abstract: "Says which dice to keep or which box to fill, as if you were alone.",
        discussion: """
            The expected final score of each choice is exact, for games with a sheet of at most 15 boxes and five six-sided \
            dice. The first hint for a game takes up to a minute; what it finds is kept in $XDG_CACHE_HOME/dicectl.

            dicectl hint                  the five best choices
            dicectl hint --all            all of them
            """)

    @Flag(help: "Show all choices.")
    var all = false

    @OptionGroup var table: TableArgument
    @OptionGroup var common: CommonOptions

    var tables: [TableName] { table.tables }

    func run() throws {
        let snapshot = try session.connect().call(.get, GetParams(table: try session.table()))
        guard let state = snapshot.game, let game = Game.all.first(where: { $0.name == state.name }) else {
            throw CommandError.declined("the table \(snapshot.table) has no game that comes along; hints are for those")
        }
        guard !state.over else {
            throw CommandError.declined("the match is over; begin the next one: dicectl score --new")
        }
        guard !snapshot.rolling else {
            throw CommandError.declined("dice are still rolling; ask again when they have settled")
        }
        let hints = try HintCache().table(of: game)
        let sheet = state.sheets.first { $0.player == snapshot.up } ?? Sheet()
        let faces = snapshot.dice.map(\.value)
        let choices = state.options == nil ? [] : hints.choices(sheet, faces: faces, roll: snapshot.roll)
        if session.json {
            return try Output.json(HintAnswer(expected: hints.expected(sheet), choices: choices).jsonBytes())
        }
        let head =
            "expected final score\(snapshot.up.map { " of \(Printable.text($0))" } ?? ""): \(Self.text(hints.expected(sheet)))"
        let rows = choices.prefix(all ? choices.count : 5).map {
            [Self.text($0.expected), Self.words($0.action, faces)]
        }
        try Output.lines([head] + (rows.isEmpty ? ["roll all dice: dicectl roll"] : Columns.lines(rows)))
    }

    private static func text(_ expected: Double) -> String { NumberText.text((expected * 100).rounded() / 100) }

    private static func words(_ action: HintChoice.Action, _ faces: [Int]) -> String {
        switch action {
        case .box(let box): "fill \(ScoreSheet.words(box).joined(separator: " "))"
        case .keep([]): "keep none, roll all"
        case .keep(let dice):
            "keep \(dice.map { String(faces[$0]) }.joined(separator: " ")) (dice \(dice.map { String($0 + 1) }.joined(separator: " ")))"
        }
    }
}

/// The result of `hint --json`.
private struct HintAnswer: JSONWritable {
    let expected: Double
    let choices: [HintChoice]

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("expected", expected)
            json.member("choices", choices.map(Choice.init))
        }
    }

    private struct Choice: JSONWritable {
        let choice: HintChoice

        func write(to json: inout JSONWriter) {
            json.object { json in
                switch choice.action {
                case .keep(let dice): json.member("keep", dice.map { $0 + 1 })
                case .box(let box): json.member("box", box)
                }
                json.member("expected", choice.expected)
            }
        }
    }
}
