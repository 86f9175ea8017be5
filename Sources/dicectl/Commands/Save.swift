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
            Everyone may roll it. What a seat or an invited player saves is for that name alone, and
            hides everyone's roll of the same name. An existing roll of that name is replaced.

            dicectl save attack '1d20+7'             roll it with: dicectl roll attack
            dicectl save attack '1d20+{bonus=7}'     with a parameter: dicectl roll attack bonus=9
            dicectl save combo '1d20+7; 1d8+4'       two throws: dicectl roll combo
            dicectl save loot --from loot.txt        a random table: lines such as 01-05 sword,
                                                     Markdown, CSV, Foundry or Roll20
            dicectl save --from shelf.json           what dicectl saved --json has printed
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
            "Save the random table in this file; without a name, the output of saved --json.",
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

    @OptionGroup var owner: RollOwnerOption
    @OptionGroup var common: CommonOptions

    func validate() throws {
        let isOne =
            [name != nil && !words.isEmpty, from != nil, system != nil].count { $0 }
            == 1
        guard isOne, system == nil || name == nil, from == nil || words.isEmpty else {
            throw ValidationError(
                "give something to save: attack '1d20+7', loot --from FILE, or --system genesys"
            )
        }
        if dice != nil, from == nil || name == nil {
            throw ValidationError(
                "--dice needs a name and --from, such as: loot --from FILE --dice 2d6"
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
        guard let name else {
            return try from.map(saveShelf) ?? saveSystem()
        }
        let text = try from.map(table) ?? expressions
        let roll = request(name, text.split(separator: " ").joined(separator: " "))
        let client = try context.connect()
        try show(try save(roll, on: client), on: client)
        guard !context.json else { return }
        let shelf = SavedShelf { try client.call(.listRolls, owner.list).rolls }
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

    private func request(_ name: RollName, _ expression: String) -> SaveRollParams {
        SaveRollParams(name: name, expression: expression, by: owner.name, owner: owner.owner)
    }

    private func save(_ roll: SaveRollParams, on client: Client) throws -> ServerLine {
        do {
            return try client.call(Method.saveRoll(roll))
        } catch ClientError.refused(let error) where error.known == .badExpression {
            throw CommandError.notation(NotationErrorText.error(error), roll.expression)
        }
    }

    /// Prints what has been saved, and what it has replaced.
    private func show(_ reply: ServerLine, on client: Client) throws {
        let saved = try reply.result(of: .saveRoll)
        let roll = saved.roll
        if context.json {
            try Output.result(of: reply)
        } else {
            try Output.lines(["\(roll.name): \(Expression.shortened(roll.expression)) saved"])
        }
        if let replaced = saved.replaced, replaced != roll.expression {
            Output.message("\(roll.name): replaced \(replaced)")
        }
        if !context.json {
            for note in saved.notes ?? [] {
                Output.message(NoteText.text(note))
            }
        }
        try client.witness.check()
    }

    /// Returns the table in a file as an expression. Throws `usage`, which lists all mistakes in
    /// the file.
    private func table(_ path: String) throws -> String {
        var file = try LineReader(path)
        guard let bytes = try file.all(atMost: 1 << 20) else {
            throw CommandError.usage(
                "\(path) is larger than a megabyte; a random table has at most "
                    + "\(NotationLimits.text) bytes"
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

    /// Saves the rolls that `dicectl saved --json` has printed, or none.
    private func saveShelf(_ path: String) throws {
        var file = try LineReader(path)
        let bytes = try file.all(atMost: 4 << 20) ?? []
        guard let json = try? JSONValue(parsing: bytes),
            let list = try? SavedRolls(json: json)
        else {
            throw CommandError.usage(
                "\(file.name) is not the output of: dicectl saved --json; a random table needs a name: "
                    + "dicectl save NAME --from FILE"
            )
        }
        let rolls = list.rolls.map { roll in
            let isOwned = owner.owner == nil && !roll.owner.isEmpty
            return SaveRollParams(
                name: roll.name,
                expression: roll.expression,
                by: isOwned ? roll.owner : owner.name,
                owner: isOwned ? roll.owner : owner.owner
            )
        }
        try saveAll(rolls, on: try context.connect())
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
        let before = try client.call(.listRolls, owner.list).rolls
        let taken = before.filter { old in
            rolls.contains { $0.name == old.name && $0.expression != old.expression }
        }
        if !taken.isEmpty, !force {
            let names = taken.map(\.name.description).joined(separator: ", ")
            throw CommandError.declined(
                "nothing was saved: \(names) would be replaced; to replace, add --force"
            )
        }
        try saveAll(rolls.map { request($0.name, $0.expression) }, on: client)
    }

    /// Saves all of these rolls, or none. One that refers to another is saved after it.
    private func saveAll(_ rolls: [SaveRollParams], on client: Client) throws {
        var done: [(roll: SaveRollParams, reply: ServerLine)] = []
        var open = rolls
        do {
            while !open.isEmpty {
                var refused: [SaveRollParams] = []
                var mistake: CommandError?
                for roll in open {
                    do {
                        done.append((roll, try save(roll, on: client)))
                    } catch CommandError.notation(let error, let text) {
                        refused.append(roll)
                        mistake = mistake ?? .notation(error, text)
                    }
                }
                if let mistake, refused.count == open.count {
                    throw mistake
                }
                open = refused
            }
        } catch {
            for (roll, reply) in done.reversed() {
                let replaced = (try? reply.result(of: .saveRoll))?.replaced
                let undo = replaced.map {
                    Method.saveRoll(
                        SaveRollParams(
                            name: roll.name,
                            expression: $0,
                            by: roll.by,
                            owner: roll.owner
                        )
                    )
                }
                let name = RollNameParams(name: roll.name, by: roll.by, owner: roll.owner)
                _ = try? client.call(undo ?? Method.deleteRoll(name))
            }
            throw error
        }
        for (_, reply) in done {
            try show(reply, on: client)
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
        discussion: """
            Columns: name, expression, and the owner of a roll that is not everyone's. Your own roll
            hides everyone's of the same name.
            """
    )
    static let examples = ["saved --all", "saved --json"]

    @Flag(help: "List hidden ones, too; for the daemon's own user, those of all names.")
    var all = false

    @OptionGroup var owner: RollOwnerOption
    @OptionGroup var common: CommonOptions

    func run() throws {
        var params = owner.list
        params.all = all
        try context.perform(.listRolls, params) { list in
            if list.rolls.isEmpty {
                let nothing = "no saved rolls; to save one: dicectl save attack '1d20+7'"
                return [context.calling(nothing)]
            }
            return Columns.lines(
                (Window.isTerminal ? [["NAME", "EXPRESSION", "OWNER"]] : [])
                    + list.rolls.map(Self.row)
            )
        }
    }

    static func row(_ roll: SavedRoll) -> [String] {
        let owner = roll.owner.isEmpty ? [] : [Printable.text(roll.owner)]
        return [roll.name.description, Printable.text(roll.expression)] + owner
    }
}
