internal import ArgumentParser

struct TableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "table", abstract: "Lists, makes, shows and removes tables.",
        subcommands: [TableList.self, TableNew.self, TableShow.self, TableRemove.self])
}
