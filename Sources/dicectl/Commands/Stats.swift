import ArgumentParser
import DiceClient
import DiceDrawing
import DiceFollowing
import DiceModel
import DiceWire

struct Stats: OneTableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Counts the faces, and tests whether dice are fair.",
        discussion: """
            Counts by size of die and, if several players have rolled, by player; real dice are counted separately. \
            Only dice that were rolled count, once they have settled. With --since or --until, only turns and throws \
            that ended in that time count.

            dicectl stats                 every die ever rolled at the table
            dicectl stats --by ann        ann's dice
            dicectl stats --sides 20      only the d20
            dicectl stats --since 20:00   this evening
            """
    )
    static let examples = ["stats", "stats --by ann --sides 20"]

    @Option(
        help: .init("Count only the dice that this player rolled.", valueName: "name"),
        completion: Completions.players,
        transform: Player.label
    )
    var by: String?

    @Option(
        help: .init("Count only dice of this size, written as 20 or d20.", valueName: "sides"),
        transform: Self.sides
    )
    var sides: Int?

    @OptionGroup var range: TimeRange

    @Flag(help: "Count the dice of every table.") var all = false

    @OptionGroup var table: TableArgument
    @OptionGroup var common: CommonOptions

    func validate() throws {
        if all, let table = table.tables.first {
            throw ValidationError.allAndOne(table)
        }
    }

    func run() throws {
        let (client, table) = try context.open()
        let query = FaceQuery(
            table: all ? .all : .one(table),
            by: by,
            sides: sides,
            since: range.since,
            until: range.until,
            progress: true
        )
        let traits = context.traits
        let text = FaceText(
            columns: Window.size(environment: context.environment).columns,
            bar: traits.isTerminal ? traits.glyphs.full : nil
        )
        let progress = CopyProgress(environment: context.environment)
        defer {
            progress.end()
        }
        let reply = try ask(query, client, progress)
        progress.end()
        let statistics = try reply.result(of: .stats)
        if context.json {
            try Output.result(of: reply)
        } else {
            try Output.lines(
                statistics.faces.isEmpty
                    ? [context.calling(Self.nothing(query))] : text.lines(statistics.faces)
            )
        }
        try reportArchive(query, client)
        try client.witness.check()
    }

    /// Queries the daemon. A daemon older than this program does not know `progress`.
    private func ask(_ query: FaceQuery, _ client: Client, _ progress: CopyProgress)
        throws
        -> ServerLine
    {
        var query = query
        do {
            let reply = try client.call(Method.stats(query)) { line in
                if case .progress(let news)? = try? line.news() {
                    progress.counted(news.done, of: news.total)
                }
                return true
            }
            if let reply {
                return reply
            }
            throw CommandError.outputClosed
        } catch ClientError.refused(let error)
            where query.progress && error.data.param == "progress"
        {
            query.progress = false
            return try client.call(Method.stats(query))
        }
    }

    /// Tells the person if the time range includes archived entries, since the faces in those
    /// entries count only if there is no time range.
    private func reportArchive(_ query: FaceQuery, _ client: Client) throws {
        guard query.entries != nil, let table = query.table.name, !context.json else {
            return
        }
        guard let archived = try client.call(.get, GetParams(table: table)).archived
        else { return }
        guard
            query.since?.millisecondsSinceEpoch ?? 0
                <= archived.at.millisecondsSinceEpoch
        else {
            return
        }
        Output.message("not counted: \(EventText.archived(archived))")
    }

    static func nothing(_ query: FaceQuery) -> String {
        let dice = query.sides.map { "no d\($0)" } ?? "no dice"
        let who =
            query.by.map { "\(Printable.text($0)) has rolled \(dice)" }
            ?? "\(dice) rolled"
        guard query.entries == nil, let table = query.table.name else {
            return "\(who) in that time"
        }
        let at = Advice.at(table)
        return "\(who) at \(table) yet; roll first: dicectl roll\(at)"
    }

    private static func sides(_ text: String) throws -> Int {
        guard let sides = try? DiceWords.sides([text]), sides.count == 1 else {
            throw ValidationError(
                "\"\(text)\" is not the size of a die; write it as 20 or d20, 2 to 1000"
            )
        }
        return sides[0]
    }
}
