internal import ArgumentParser
internal import DiceModel

/// Who plays at a table, and how often a turn rolls.
struct RulesOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Who plays, in the order in which they are up, as ann,bo; none for everybody.", valueName: "names|none"),
        completion: .list(["none"]), transform: Self.players)
    var players: [String]?

    @Option(
        help: ArgumentHelp(
            "How many rolls a turn may have, 1 to 1000; any for as many as one likes.", valueName: "count|any"),
        completion: .list(["1", "2", "3", "any"]), transform: Self.rolls)
    var rolls: Int?

    var isEmpty: Bool { players == nil && rolls == nil }

    static func players(_ text: String) throws -> [String] {
        if text == "none" { return [] }
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map { name in
            String(name.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
        for name in names { _ = try Player.label(name) }
        guard Set(names).count == names.count else { throw ValidationError("a player is named twice in \"\(text)\"") }
        guard Limits.players.contains(names.count) else {
            throw ValidationError("a table has at most \(Limits.players.upperBound) players")
        }
        return names
    }

    static func rolls(_ text: String) throws -> Int {
        if text == "any" { return 0 }
        let count = Int(text).flatMap { (1...Limits.rollsPerTurn).contains($0) ? $0 : nil }
        return try count.orInvalid("a turn has 1 to \(Limits.rollsPerTurn) rolls, or any, not \"\(text)\"")
    }
}
