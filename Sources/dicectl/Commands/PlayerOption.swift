internal import ArgumentParser

/// The option of the commands that somebody at the table does.
struct PlayerOption: ParsableArguments {
    @Option(
        name: .customLong("as"),
        help: ArgumentHelp("Do it under this name instead of the login name.", valueName: "name"),
        completion: Completions.players, transform: Player.label)
    var name: String?
}
