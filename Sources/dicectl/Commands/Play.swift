import ArgumentParser
import DiceClient
import DiceDrawing
import DiceFollowing
import DiceGames
import DiceHints
import DiceModel
import DicePlay
import DiceWire
import Glibc

struct Play: OneTableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play",
        abstract: "Plays at a table on the full screen.",
        discussion: """
            Keys: r or space rolls; e ends the turn (e again if rolls are left); c settles the dice in flight. \
            A die's number, or the arrows and enter, locks or unlocks the die; a unlocks all. / opens a line for \
            dice notation such as 4d6kh3+2, which enter throws. h shows the history, t switches tables, ? lists \
            all keys, q quits. Dice and buttons can be clicked.

            Roll and End Turn are dimmed while dice are in flight. If the daemon disconnects, the table stays on \
            the screen, marked DISCONNECTED, until the daemon is back; r or enter starts it. No request is sent twice.

            With --plain, or if TERM is dumb, the same keys work, and each event is described in a sentence.

            dicectl play night --game yahtzee --against robo     create a table and play a bot
            """
    )
    static let examples = ["play", "play odd --as bo"]

    @OptionGroup var table: TableArgument

    @OptionGroup var players: SeatOption
    @OptionGroup var stranger: StrangerOption

    @Flag(help: "Ring the terminal's bell when it becomes your turn.") var bell = false

    @Option(
        help: .init(
            "Have a bot play under this name while you play.",
            valueName: "name"
        ),
        transform: Player.label
    )
    var against: String?

    @Option(
        help: .init(
            "With --against: create the table for both players, with this game (see dicectl games) or game file.",
            valueName: "game|file"
        ),
        completion: .list(Game.all.map(\.name)),
        transform: RulesOptions.game
    )
    var game: Result<GameChoice, CommandError>?

    @OptionGroup var bot: RobotOptions
    @OptionGroup var motionOptions: MotionOptions
    @OptionGroup var common: CommonOptions

    /// The given names, else that of `$DICECTL_AS`; empty for the connection's own.
    private var names: [String] {
        players.name.isEmpty
            ? [(try? Player.standing()) ?? nil].compactMap(\.self) : players.name
    }

    func validate() throws {
        _ = try Player.standing()
        if let against, names.contains(against) {
            throw ValidationError("\(against) cannot play against itself")
        }
        if game != nil, against == nil {
            throw ValidationError(
                "--game needs --against; to create a table with a game: dicectl table new night --game yahtzee"
            )
        }
    }

    func run() throws {
        guard isatty(STDIN_FILENO) == 1, Window.isTerminal else {
            throw ValidationError(
                "play needs a terminal; without one use roll, lock, end-turn and watch"
            )
        }
        let (client, named) = try context.open()
        let matches = against == nil ? try openMatches(client) : []
        let table = matches.count == 1 ? matches[0] : named
        try make(table, on: client)
        try findOrRemake(table, client)
        let robot = try against.map { try makeRobot(at: table, as: $0, strategy: bot.strategy) }
        // Another ssh might prompt for the password on the screen, and an account of a shared daemon
        // acts only under its own name.
        let isHere = try context.remote == nil && !context.isShared
        // The daemon is told about several players who share a screen. A daemon older than seats
        // does not know who is connected.
        let confinement =
            players.name.count > 1 ? ConfineParams(as: players.names) : nil
        let standing =
            try confinement.map { try client.call(.confine, $0) }
            ?? (try? client.call(.confine, ConfineParams()))
        // A daemon that this process started and that ends before the game must not remain as a
        // zombie. The exit status of ssh is needed, though.
        if try context.remote == nil {
            signal(SIGCHLD, SIG_IGN)
        }
        let traits = context.traits
        let speaks = context.speaks(plain: motionOptions.plain)
        let terminal = FullScreen(
            palette: traits.palette,
            environment: context.environment,
            isDrawn: !speaks
        )
        let screen: any PlayScreen =
            speaks
            ? SpokenPlay(glyphs: traits.glyphs)
            : DrawnPlay(
                glyphs: traits.glyphs,
                motion: context.motion(motionOptions.motion)
            )
        let loop = PlayLoop(
            client,
            context,
            terminal,
            screen,
            table: table,
            by: names,
            isStranger: stranger.isStranger,
            confinement: confinement,
            standing: standing,
            bell: bell,
            robot: robot,
            bringBack: isHere
                ? { try makeRobot(at: $0, as: $1, strategy: bot.strategyAtOnce) } : nil
        )
        if !matches.isEmpty {
            let places = EventText.names(matches.map(\.description))
            loop.state.notice =
                "you have an open match at \(places)"
                + (matches.count > 1 ? "; press t to switch" : "")
        }
        try loop.run()
    }

    /// Connects a bot that plays at the table under this name.
    private func makeRobot(
        at table: TableName,
        as name: String,
        strategy: (Game) throws -> Strategy
    ) throws -> Robot {
        var context = context
        context.isBot = true
        return try Robot(
            context.connect(),
            context,
            at: table,
            as: name,
            pace: bot.pace,
            patience: bot.wait,
            strategy: strategy
        )
    }

    private func findOrRemake(_ table: TableName, _ client: Client) throws {
        do {
            _ = try client.call(.get, GetParams(table: table))
        } catch ClientError.refused(let error) where error.known == .tableNotFound {
            try context.remakeDefault(on: client, or: error)
        }
    }

    /// Returns the tables with an open match of the person; empty if a table is named, or if
    /// `default` has a game.
    private func openMatches(_ client: Client) throws -> [TableName] {
        guard try context.namedTable() == nil else { return [] }
        let names = names.isEmpty ? [Player.login] : names
        let tables = try client.call(.list).tables.prefix(PlayLoop.maxTables).compactMap {
            TableName($0.table)
        }
        let known = tables.compactMap { try? client.call(.get, GetParams(table: $0)) }
        if known.contains(where: { $0.table == "default" && $0.game != nil }) {
            return []
        }
        return known.filter {
            $0.game?.over == false
                && $0.players?.contains(where: names.contains) == true
        }
        .compactMap { TableName($0.table) }
    }

    /// Creates the table for a game against a bot, if requested. A table of that name where these
    /// play is used as it is: their match goes on, and the next one begins once it is over.
    private func make(_ table: TableName, on client: Client) throws {
        guard let game, let against else { return }
        let names = (names.isEmpty ? [Player.login] : names) + [against]
        do {
            _ = try client.call(
                .create,
                CreateParams(
                    table: table,
                    SettingsChange(players: names),
                    game: try game.get()
                )
            )
        } catch ClientError.refused(let error) where error.known == .tableExists {
            let existing = try client.call(.get, GetParams(table: table))
            guard let match = existing.game, match.name == (try? game.get().game()?.name),
                Set(existing.players ?? []) == Set(names)
            else {
                throw CommandError.declined(
                    "\(error.problem), for other players or another game; choose another name"
                )
            }
            if match.over {
                _ = try client.call(.newGame, PlayerParams(table: table))
            }
        }
    }
}
