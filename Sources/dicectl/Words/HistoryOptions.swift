import ArgumentParser
import DiceModel

/// Which part of the history is meant.
struct HistoryOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Only turns that ended then or later, as \(TimeWords.examples).", valueName: "time"),
        completion: .list(Self.times), transform: TimeWords.current.instant)
    var since: Timestamp?

    @Option(
        help: ArgumentHelp("Only turns that ended before, written as for --since.", valueName: "time"),
        completion: .list(Self.times), transform: TimeWords.current.instant)
    var until: Timestamp?

    @Option(
        help: ArgumentHelp("Only turns that this player ended.", valueName: "name"), completion: Completions.players,
        transform: Player.label)
    var by: String?

    @OptionGroup var look: ViewerOption

    @Flag(help: "The turns of every table.")
    var all = false

    @OptionGroup var table: TableArgument

    func validate() throws {
        if all, let table = table.tables.first {
            throw ValidationError("--all is every table, and \(table) is one; choose")
        }
        if let since, let until, since.millisecondsSinceEpoch >= until.millisecondsSinceEpoch {
            throw ValidationError("nothing is between --since and --until: the one is not before the other")
        }
    }

    /// - Parameter table: the one that is meant without --all.
    func query(_ table: TableName, before: Int? = nil) -> HistoryQuery {
        look.into(
            HistoryQuery(all ? .all : .one(table), before: before, by: by, since: since, until: until))
    }

    static let times = ["today", "yesterday", "last monday", "3 days ago"]
}
