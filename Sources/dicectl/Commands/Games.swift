import ArgumentParser
import DiceDrawing
import DiceFollowing
import DiceGames
import DiceWire

struct Games: ExampleCommand {
    static let configuration = CommandConfiguration(
        commandName: "games",
        abstract: "Lists the built-in games, or shows one.",
        discussion: """
            dicectl games                    all of them
            dicectl games yahtzee            its boxes, and where to find its rules
            dicectl games yahtzee --json     its document, to edit into your own game: dice-games(7)
            """
    )
    static let examples = ["games", "games --json"]

    @Argument(help: "The game.", completion: .list(Game.all.map(\.name))) var name: String?

    @Flag(help: "Print the JSON document of the game, or of all games.") var json = false

    private var games: [Game] {
        name.map { name in Game.all.filter { $0.name == name } } ?? Game.all
    }

    func validate() throws {
        guard let name, games.isEmpty else { return }
        let names = Game.all.map(\.name)
        let hint =
            Suggestion.didYouMean(name, names)
            ?? "; built-in games: \(names.joined(separator: ", "))"
        throw ValidationError("no built-in game \"\(name)\"\(hint)")
    }

    func run() throws {
        if json {
            return try Output.json(
                name == nil ? games.jsonBytes() : games[0].jsonBytes()
            )
        }
        guard name != nil else {
            let rows = games.map(\.localized).map {
                [
                    $0.name, $0.title,
                    "\($0.dice.count) \($0.dice.count == 1 ? "die" : "dice")",
                    $0.kind,
                ]
            }
            return try Output.lines(
                Columns.lines(
                    (Window.isTerminal ? [["NAME", "TITLE", "DICE", "KIND"]] : [])
                        + rows
                )
            )
        }
        try Output.lines(games[0].localized.description)
    }
}

extension Game {
    fileprivate var kind: String {
        sheet.map { "\($0.boxes.count) boxes" } ?? "bank, to \(bank?.target ?? 0)"
    }

    /// The rules of the game, as lines.
    fileprivate var description: [String] {
        let rolls = rollsPerTurn.map { ", \($0) rolls per turn" } ?? ""
        var lines = ["\(title): \(dice.count)d\(dice.first ?? 6)\(rolls)"]
        if let sheet {
            var rows = sheet.boxes.map {
                ["  " + $0.title, $0.needs?.description ?? "any dice", $0.worth]
            }
            rows += sheet.bonuses.map { bonus in
                switch bonus.cause {
                case .again(let box):
                    [
                        "  " + bonus.title, "each further \(sheet[box]?.title ?? box)",
                        "\(bonus.points)",
                    ]
                case .sum(let boxes, let minimum):
                    [
                        "  " + bonus.title, "\(minimum) in \(boxes.count) boxes",
                        "\(bonus.points)",
                    ]
                }
            }
            lines += Columns.lines(rows)
            if let joker = sheet.joker {
                let box = sheet[joker.box]?.title ?? joker.box
                lines.append("  joker: another \(box) counts as other hands")
            }
        }
        lines += bank?.lines(of: dice) ?? []
        return lines + (source.map { ["rules: \($0)"] } ?? [])
            + ["play it: dicectl table new NAME --game \(name) --players ann,bo"]
    }
}

extension Box {
    fileprivate var worth: String {
        let points =
            switch points {
            case .fixed(let points): "\(points)"
            case .sum(.all): "all dice"
            case .sum(.alike): "these dice"
            case .sum(.face(let face)): "the \(face)s"
            }
        return points + (firstRoll.map { ", \($0) in the first roll" } ?? "")
            + (wins ? ", which wins" : "")
    }
}
