public import DiceGames

/// The result of `table.game`.
public struct GameResult: Message, Hashable {
    public var document: Game

    public init(document: Game) {
        self.document = document
    }

    static let members = Members(
        component: "GameResult",
        Self.init,
        Member("document", \.document)
    )
}
