import ArgumentParser
import DiceDrawing
import DiceWire

struct TableList: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the tables.",
        discussion:
            "Columns: table, dice, turn, roll, rolling or still, watchers; if names are known, also owner and watchers' names.",
        aliases: ["ls"]
    )
    static let examples = ["table list", "list --json"]

    @OptionGroup var common: CommonOptions

    func run() throws {
        try context.perform(.list, EmptyObject()) { list in
            Columns.lines(
                (Window.isTerminal ? [Self.header(of: list)] : [])
                    + list.tables.map(Self.row)
            )
        }
    }

    static func header(of list: ListResult) -> [String] {
        ["TABLE", "DICE", "TURN", "ROLL", "STATE", "WATCHERS"]
            + (list.tables.contains { $0.owner != nil || $0.watching != nil }
                ? ["OWNER", "WATCHING"] : [])
    }

    static func row(_ table: TableSummary) -> [String] {
        let names = table.watching.map { $0.map(Printable.text).joined(separator: ",") }
        let people =
            table.owner == nil && names == nil
            ? [] : [Printable.text(table.owner ?? "-"), names ?? "-"]
        return [
            Printable.text(table.table), String(table.dice), String(table.turn),
            String(table.roll),
            table.rolling ? "rolling" : "still", String(table.watchers),
        ] + people
    }
}

extension TableList: QuickCommand {
    static let quickOptions: [QuickLine.Option] = []

    init(_ line: QuickLine) throws {
        guard line.words.isEmpty else { throw QuickLine.Unclear() }
        common = CommonOptions(line)
    }
}
