import ArgumentParser
import DiceClient
import DiceDrawing
import DiceFollowing
import DiceModel
import DiceNotation
import DiceWire

struct Again: TableOptionCommand {
    static let configuration = CommandConfiguration(
        commandName: "again",
        abstract: "Repeats your last throw at the table."
    )
    static let examples = ["again", "again -2 +1d4"]

    @Argument(
        help: .init(
            "-1 for your last throw, -2 for the one before it; an operator and dice to add.",
            valueName: "-count|+dice"
        )
    )
    var words: [String] = []

    @OptionGroup var option: TableOption
    @OptionGroup var player: PlayerOption
    @OptionGroup var motionOptions: MotionOptions
    @OptionGroup var common: CommonOptions

    private var count: Int? {
        words.first.flatMap { $0.hasPrefix(" -") ? Int($0.dropFirst(2)) : nil }
    }
    private var addition: String {
        words.dropFirst(count == nil ? 0 : 1).joined().filter { $0 != " " }
    }

    func validate() throws {
        guard Limits.historyPage.contains(count ?? 1),
            addition.first.map("+-*/%".contains) ?? true
        else {
            let table = words.first.flatMap { word in
                RollGrammar.isNotation(word) || TableWords.looksLikeDice(word)
                    ? nil : TableName(word)
            }
            throw ValidationError(
                table.map { "to repeat a throw at a table: dicectl again -t \($0)" }
                    ?? "give a throw from -1 to -1000, and what to add to it, such as: dicectl again -2 +1d4"
            )
        }
    }

    func run() throws {
        let (client, table) = try context.open()
        let name =
            try player.name ?? client.call(.confine, ConfineParams()).as?.first
            ?? Player.login
        let query = HistoryQuery(
            .one(table),
            limit: count ?? 1,
            by: name,
            kind: .throw,
            viewer: name
        )
        let found = try client.call(.history, query).entries.compactMap(\.thrown)
        guard found.count == query.limit, let last = found.last, last.hidden != true
        else {
            let who =
                "\(Printable.text(name)) has made no such throw at the table \(table)"
            throw CommandError.declined(who + ", or is not to see it")
        }
        // A saved roll is repeated as it was at that time, and keeps its name.
        var order = RollOrder(
            isTableNamed: true,
            label: last.label ?? last.saved?.description,
            player: player.name,
            motion: motionOptions.motion,
            isPlain: motionOptions.plain
        )
        order.words = RollWords(expression: last.rolled(adding: addition))
        order.viewers = last.seenBy.map { names in
            Viewers(
                names: names.filter { $0 != last.by },
                isBlind: !names.contains(last.by)
            )
        }
        try RollRun(order, context).run()
    }
}

extension ThrowResult {
    /// Returns the throw's expression with a text inserted after the dice, before any target or
    /// outcomes.
    fileprivate func rolled(adding text: String) -> String {
        let end =
            (try? Expression(parsing: expression, .current, .stored))?.rolled.range
            .upperBound
            ?? expression.utf8.count
        var bytes = Array(expression.utf8)
        bytes.insert(contentsOf: text.utf8, at: end)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Again: QuickCommand {
    static let quickOptions: [QuickLine.Option] = [.table, .player, .motion, .plain]

    init(_ line: QuickLine) throws {
        words = line.words
        option = try TableOption(line)
        player = try PlayerOption(line)
        motionOptions = try MotionOptions(line)
        common = CommonOptions(line)
    }
}
