import ArgumentParser
import DiceModel

/// The time range in which an entry must have ended.
struct TimeRange: ParsableArguments {
    @Option(
        help: .init(
            "Only entries that ended at this time or later: \(TimeWords.examples).",
            valueName: "time"
        ),
        completion: .list(Self.times),
        transform: TimeWords.current.instant
    )
    var since: Timestamp?

    @Option(
        help: .init(
            "Only entries that ended before this time, written as for --since.",
            valueName: "time"
        ),
        completion: .list(Self.times),
        transform: TimeWords.current.instant
    )
    var until: Timestamp?

    init() {}

    init(since: Timestamp?, until: Timestamp?) {
        self.since = since
        self.until = until
    }

    func validate() throws {
        if let since, let until,
            since.millisecondsSinceEpoch >= until.millisecondsSinceEpoch
        {
            throw ValidationError(
                "--since must be before --until"
            )
        }
    }

    static let times = ["today", "yesterday", "last monday", "3 days ago"]
}

extension ValidationError {
    static func allAndOne(_ table: TableName) -> Self {
        ValidationError("--all covers every table; omit --all or \(table)")
    }
}

/// The selection of history entries.
struct HistoryOptions: ParsableArguments {
    @OptionGroup var range: TimeRange

    @Option(
        help: .init("Only turns that this player ended.", valueName: "name"),
        completion: Completions.players,
        transform: Player.label
    )
    var by: String?

    @OptionGroup var look: ViewerOption

    @Flag(help: "The turns of every table.") var all = false

    @OptionGroup var table: TableArgument

    init() {}

    init(_ line: QuickLine) throws {
        range = TimeRange(since: nil, until: nil)
        by = nil
        look = try ViewerOption(line)
        all = line.has(.all)
        table = try TableArgument(line)
        try validate()
    }

    func validate() throws {
        if all, let table = table.tables.first {
            throw ValidationError.allAndOne(table)
        }
    }

    /// - Parameters:
    ///   - table: the table to use without --all.
    ///   - viewer: the name whose secret throws are included.
    func query(
        _ table: TableName,
        before: Int? = nil,
        kind: HistoryKind,
        viewer: String?
    ) -> HistoryQuery {
        HistoryQuery(
            all ? .all : .one(table),
            before: before,
            by: by,
            since: range.since,
            until: range.until,
            kind: kind,
            viewer: viewer
        )
    }
}
