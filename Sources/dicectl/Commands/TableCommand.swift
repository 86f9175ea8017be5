internal import ArgumentParser

struct TableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "table", abstract: "Lists, makes, changes, shows and removes tables.",
        subcommands: [TableList.self, TableNew.self, TableSet.self, TableShow.self, TableRemove.self])
}
