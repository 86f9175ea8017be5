internal import ArgumentParser
internal import DiceWire

struct TableList: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists the tables by name.",
        discussion: "The columns: table, dice, turn, roll, rolling or still, watchers.")

    @OptionGroup var common: CommonOptions

    func run() throws {
        try session.perform(.list, as: ListResult.self) { list in
            let header = [["TABLE", "DICE", "TURN", "ROLL", "STATE", "WATCHERS"]]
            return Columns.lines((Window.isTerminal ? header : []) + list.tables.map(Self.row))
        }
    }

    static func row(_ table: TableSummary) -> [String] {
        [
            Printable.text(table.table), String(table.dice), String(table.turn), String(table.roll),
            table.rolling ? "rolling" : "still", String(table.watchers),
        ]
    }
}
