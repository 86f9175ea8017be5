internal import ArgumentParser
internal import DiceModel
internal import DiceWire

struct TableList: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists the tables by name.",
        discussion: "The columns: table, dice, turn, roll, rolling or still, watchers. --table shows that one alone.")

    @OptionGroup var common: CommonOptions

    func run() throws {
        let table = session.table?.description
        try session.perform(.list, as: ListResult.self) { list in
            let tables = list.tables.filter { table == nil || $0.table == table }
            let header = [["TABLE", "DICE", "TURN", "ROLL", "STATE", "WATCHERS"]]
            return Columns.lines((Window.isTerminal ? header : []) + tables.map(Self.row))
        }
    }

    static func row(_ table: TableSummary) -> [String] {
        [
            Printable.text(table.table), String(table.dice), String(table.turn), String(table.roll),
            table.rolling ? "rolling" : "still", String(table.watchers),
        ]
    }
}
