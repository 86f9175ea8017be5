public import DiceModel

// The method of a host's page for bots.

extension Method where Params == BotParams, Result == EmptyObject {
    public static var startBot: Self {
        Self(
            "bot.start",
            "Has a bot play at a table, on the machine that serves the page, until the match is over.",
            result: "empty",
            errors: [.limitExceeded, .internalError],
            examples: [BotParams(table: .default, as: "robo", level: .good)]
        )
    }
}

extension MethodTable {
    /// The methods that diced-web itself answers on a host's page, for the daemon of one user.
    public static let hostPage = MethodTable([Method.makeLink.any, Method.startBot.any])
}

/// The skill of a bot.
public enum BotLevel: String, Sendable, Hashable, CaseIterable {
    case perfect, good, casual
}

extension BotLevel: WireChoice {}

/// The params of `bot.start`.
public struct BotParams: Message, Hashable {
    /// The table; `default` if a request omits it.
    public var table: TableName
    /// The player for whom the bot plays.
    public var `as`: String
    /// The bot's skill; `nil` for the best one that the game has.
    public var level: BotLevel?
    /// True if the bot ends as soon as another connection watches under the name.
    public var untilBack: Bool

    public init(
        table: TableName,
        as name: String,
        level: BotLevel? = nil,
        untilBack: Bool = false
    ) {
        self.table = table
        self.as = name
        self.level = level
        self.untilBack = untilBack
    }

    static var blank: Self { Self(table: .default, as: "") }

    mutating func visit(_ field: inout Fields) {
        field.table(&table)
        field("as", &`as`, .label, "The player for whom the bot plays.")
        field("level", &level, .any, "The bot's skill; by default the best one that the game has.")
        field(
            "untilBack",
            &untilBack,
            default: false,
            "True if the bot ends when the player watches the table again; false by default."
        )
    }
}
