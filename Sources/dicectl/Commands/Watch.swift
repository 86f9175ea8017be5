import ArgumentParser
import DiceClient
import DiceModel
import Glibc

struct Watch: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Shows a table and what happens there, until Ctrl-C.",
        discussion: """
            On a terminal the dice are drawn in place. Elsewhere there is a line for the state and one for each event; \
            with --json the table's snapshot, then each of the daemon's notifications as it came.

            When the daemon goes away, watch waits for it to come back and shows the new state. It does not start one \
            again. It ends with status 1 when the last of its tables is deleted.

            Fields of --format: \(LineTemplate.Field.allCases.map { "{{\($0.rawValue)}} \($0.meaning)" }.joined(separator: "; ")). \
            A line comes whenever it would read differently.

            In waybar: "custom/dice": {"exec": "dicectl watch --format '{{total}} {{dice}}'", "escape": true}

            In tmux, which shows a command's newest line once in status-interval: \
            set -g status-interval 1; \
            set -g status-right '#(dicectl watch --format "{{total}} {{dice}}")'
            """
    )

    @Argument(
        help: .init(
            "The tables, side by side; \"default\" if none is named.",
            valueName: "table"
        ),
        completion: Completions.tableNames,
        transform: TableOption.tableName
    )
    var names: [TableName] = []

    @Option(
        help: .init(
            "Print a line in this form at each change, as '{{total}} {{dice}}'; see above.",
            valueName: "line"
        ),
        completion: .list(
            ["{{total}} {{dice}}"]
                + LineTemplate.Field.allCases.map { "{{\($0.rawValue)}}" }
        ),
        transform: LineTemplate.init
    )
    var format: LineTemplate?

    @Flag(help: "Print the state and end.") var once = false

    @OptionGroup var look: ViewerOption

    @OptionGroup var motionOptions: MotionOptions
    @OptionGroup var option: TableOption
    @OptionGroup var common: CommonOptions

    func validate() throws {
        if format != nil, common.json {
            throw ValidationError(
                "--format and --json are two forms of a line; choose one"
            )
        }
        if let table = option.table, !names.isEmpty, !names.contains(table) {
            throw ValidationError("name the tables as arguments, or one with --table")
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
            as: look.name,
            sheets: context.json
        )
        var missing = Set(tables.map(\.description))
        do {
            while !once || !missing.isEmpty {
                let news = try follower.next(in: display.view)
                // Warnings are printed first, since a reader of one line is gone after it. A
                // drawing has them in its caption.
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
