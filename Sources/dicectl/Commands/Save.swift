import ArgumentParser
import DiceClient
import DiceDrawing
import DiceFollowing
import DiceJudging
import DiceModel
import DiceNotation
import DiceWire

struct Save: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "save",
        abstract: "Saves an expression in dice notation under a name.",
        discussion: """
            Every client of the daemon can use it. An existing roll of that name is replaced.

            dicectl save attack '1d20+7'             roll it with: dicectl roll attack
            dicectl save attack '1d20+{bonus=7}'     with a parameter: dicectl roll attack bonus=9
            dicectl save combo '1d20+7; 1d8+4'       two throws: dicectl roll combo
            dicectl save loot --from loot.txt        a random table of lines such as 01-05 sword
            dicectl save --system genesys            a game system's dice; without a name, a list
            """
    )
    static let examples = ["save attack '1d20+{bonus=7}'", "save --system genesys"]

    @Argument(
        help: "The name.",
        completion: Completions.savedRolls,
        transform: Self.rollName
    )
    var name: RollName?

    @Argument(
        help: .init(
            "The expression; several are several throws.",
            valueName: "expression"
        )
    )
    var words: [String] = []

    @Option(
        help: .init(
            "Save the random table in this file, one line per outcome.",
            valueName: "file"
        ),
        completion: .file()
    )
    var from: String?

    @Option(
        help: .init(
            "With --from: the dice to roll for the random table, such as 2d6.",
            valueName: "dice"
        )
    ) var dice: String?

    @Option(
        help: .init("Save the dice of a game system.", valueName: "name"),
        completion: .list(DiceSystem.names)
    )
    var system: String?

    @Flag(help: "With --system: replace existing saved rolls of these names.")
    var force =
        false

    @OptionGroup var common: CommonOptions

    func validate() throws {
        let isOne =
            [name != nil && !words.isEmpty, from != nil, system != nil].count { $0 }
            == 1
        guard isOne, system == nil || name == nil,
            from == nil || name != nil && words.isEmpty
        else {
            throw ValidationError(
                "give something to save: attack '1d20+7', loot --from FILE, or --system genesys"
            )
        }
        if dice != nil, from == nil {
            throw ValidationError(
                "--dice needs --from, such as: loot --from FILE --dice 2d6"
            )
        }
        if force, system == nil {
            throw ValidationError(
                "--force needs --system; without it, an existing roll is always replaced"
            )
        }
        if let system, !system.isEmpty, DiceSystem.rolls(of: system) == nil {
            let meant = Suggestion.didYouMean(system, DiceSystem.names) ?? ";"
            throw ValidationError(
                "no system \"\(system)\"\(meant) the systems are \(DiceSystem.names.joined(separator: ", "))"
            )
        }
    }

    func run() throws {
        guard let name else { return try saveSystem() }
        let text = try from.map(table) ?? expressions
        let roll = SavedRoll(
            name: name,
            expression: text.split(separator: " ").joined(separator: " ")
        )
        let client = try context.connect()
        try save(roll, on: client)
        guard !context.json else { return }
        let shelf = SavedShelf { try client.call(.listRolls).rolls }
        if let gaps = (try? RollWords.read(text, [:], shelf))?.expression.gaps {
            Output.message("no outcome for \(gaps)")
        }
    }

    /// The expressions, separated by `;`.
    var expressions: String {
        get throws {
            try RollGrammar(words, takesValues: false)
                .phrases(joinsNames: true, separated: true)
                .map(\.text).joined(separator: "; ")
        }
    }

    private func save(_ roll: SavedRoll, on client: Client) throws {
        do {
            try context.perform(.saveRoll, roll, on: client) {
                ["\($0.name): \(Expression.shortened($0.expression)) saved"]
            }
        } catch ClientError.refused(let error) where error.known == .badExpression {
            throw CommandError.notation(NotationErrorText.error(error), roll.expression)
        }
    }

    /// Returns the table in a file as an expression. Throws `usage`, which lists all mistakes in
    /// the file.
    private func table(_ path: String) throws -> String {
        var file = try LineReader(path)
        let maximum = NotationLimits.length
        guard let bytes = try file.all(atMost: 1 << 20) else {
            throw CommandError.usage(
                "\(path) is larger than a megabyte; a random table has at most \(maximum) bytes"
            )
        }
        let table = OutcomeTable(String(decoding: bytes, as: UTF8.self))
        if !table.mistakes.isEmpty {
            let more =
                table.mistakes.count > 20
                ? ["and \(table.mistakes.count - 20) more"] : []
            throw CommandError.usage(
                (["nothing was saved from \(path)"] + table.mistakes.prefix(20) + more)
                    .joined(
                        separator: "\n"
                    )
            )
        }
        let text = table.expression(dice)
        if let excess = TextLimit.expression.excess(of: text) {
            throw CommandError.usage(
                "a saved roll has \(excess.words); shorten the outcomes"
            )
        }
        return text
    }

    /// Saves all rolls of a system, or none.
    private func saveSystem() throws {
        guard let system, let rolls = DiceSystem.rolls(of: system) else {
            return try Output.lines(
                DiceSystem.names.map { name in
                    "\(name): \((DiceSystem.rolls(of: name) ?? []).map(\.name.description).joined(separator: ", "))"
                }
            )
        }
        let client = try context.connect()
        let before = try client.call(.listRolls).rolls
        let taken = before.filter { old in
            rolls.contains { $0.name == old.name && $0.expression != old.expression }
        }
        if !taken.isEmpty, !force {
            let names = taken.map(\.name.description).joined(separator: ", ")
            throw CommandError.declined(
                "nothing was saved: \(names) would be replaced; to replace, add --force"
            )
        }
        do {
            for roll in rolls {
                try save(roll, on: client)
            }
        } catch {
            for roll in rolls {
                let old = before.first { $0.name == roll.name }
                _ = try? client.call(
                    old.map { Method.saveRoll($0) }
                        ?? Method.deleteRoll(RollNameParams(name: roll.name))
                )
            }
            throw error
        }
    }

    /// Throws `ValidationError` for a word that refers to a table's dice.
    static func rollName(_ text: String) throws -> RollName {
        if text == "all" {
            throw ValidationError(
                "all means every die of the table; choose another name"
            )
        }
        return try RollName(text).orInvalid(RollName.rule)
    }
}

struct Saved: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "saved",
        abstract: "Lists the saved rolls.",
        discussion: "Columns: name, expression."
    )
    static let examples = ["saved", "saved --json"]

    @OptionGroup var common: CommonOptions

    func run() throws {
        try context.perform(.listRolls, EmptyObject()) { list in
            if list.rolls.isEmpty {
                let nothing = "no saved rolls; to save one: dicectl save attack '1d20+7'"
                return [context.calling(nothing)]
            }
            return Columns.lines(
                (Window.isTerminal ? [["NAME", "EXPRESSION"]] : [])
                    + list.rolls.map(Self.row)
            )
        }
    }

    static func row(_ roll: SavedRoll) -> [String] {
        [roll.name.description, Printable.text(roll.expression)]
    }
}
