import ArgumentParser
import DiceClient
import DiceDrawing
import DiceFollowing
import DiceModel
import Glibc

struct Watch: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Shows a table and its events, until Ctrl-C.",
        discussion: """
            On a terminal the dice are drawn in place. Otherwise it prints one line for the state and one per event; \
            with --json, the table's snapshot and then each notification unchanged.

            If the daemon disconnects, watch waits for it and then shows the new state; it never starts a daemon \
            again. If a table is deleted, watch says so, and shows a new table of that name once there is one.

            Fields of --format: \(LineTemplate.Field.allCases.map { "{{\($0.rawValue)}} \($0.meaning)" }.joined(separator: "; ")). \
            A line is printed each time its text changes.

            For status bars such as waybar and tmux, see the examples in dicectl(1).
            """
    )
    static let examples = ["watch", "watch odd --once"]

    @Argument(
        help: .init(
            "The tables, side by side; by default \"default\".",
            valueName: "table"
        ),
        completion: Completions.tableNames,
        transform: TableOption.tableName
    )
    var names: [TableName] = []

    @Option(
        help: .init(
            "Print a line in this format at each change: '{{total}} {{dice}}'; see above.",
            valueName: "line"
        ),
        completion: .list(
            ["{{total}} {{dice}}"]
                + LineTemplate.Field.allCases.map { "{{\($0.rawValue)}}" }
        ),
        transform: LineTemplate.init
    )
    var format: LineTemplate?

    @Flag(help: "Print the state and exit.") var once = false

    @OptionGroup var look: ViewerOption
    @OptionGroup var stranger: StrangerOption

    @OptionGroup var motionOptions: MotionOptions
    @OptionGroup var option: TableOption
    @OptionGroup var common: CommonOptions

    func validate() throws {
        if format != nil, common.json {
            throw ValidationError(
                "--format cannot be used with --json; choose one"
            )
        }
        if let table = option.table, !names.isEmpty, !names.contains(table) {
            throw ValidationError("name several tables as arguments; --table names only one")
        }
    }

    func run() throws {
        let motion = context.motion(motionOptions.motion)
        let (client, table) = try context.open()
        let tables = tables.isEmpty ? [table] : tables
        // A daemon that this process started and that ends before the watch must not remain as a
        // zombie. The exit status of ssh is needed, though.
        if try context.remote == nil {
            signal(SIGCHLD, SIG_IGN)
        }
        let display: any WatchDisplay =
            if let format {
                FormatWatch(format)
            } else if context.json {
                JSONWatch()
            } else if context.traits.canDraw, !motionOptions.plain, !once {
                DrawnWatch(
                    LiveView(
                        traits: context.traits,
                        motion: motion,
                        environment: context.environment
                    )
                )
            } else {
                PlainWatch(speaks: context.speaks(plain: motionOptions.plain))
            }
        let follower = context.follower(
            client,
            tables,
            frames: context.json ? .values : .plan,
            as: try context.viewer(look.name, isStranger: stranger.isStranger, on: client),
            sheets: context.json
        )
        var missing = Set(tables.map(\.description))
        do {
            while !once || !missing.isEmpty {
                let news = try follower.next(in: display.view)
                // Warnings are printed first, since a reader that wants only one line is gone after
                // that line. A drawing shows the warnings in its caption.
                let warnings = follower.client?.witness.takeWarnings() ?? []
                if display.view == nil {
                    for warning in warnings {
                        Output.message(warning)
                    }
                }
                try display.show(news)
                switch news {
                case .table(let snapshot, _): missing.remove(snapshot.table)
                case .refused(_, let error, _): throw ClientError.refused(error)
                case .blocked(let failure):
                    throw ClientError.unreachable(failure.description)
                default: break
                }
            }
        } catch {
            try? display.view?.close()
            throw error
        }
    }

    /// The named tables without duplicates.
    var tables: [TableName] {
        var seen: Set<TableName> = []
        return (names.isEmpty ? [option.table].compactMap(\.self) : names).filter {
            seen.insert($0).inserted
        }
    }
}
