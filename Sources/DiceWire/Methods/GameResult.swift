public import DiceGames

/// The result of `table.game`.
public struct GameResult: Message, Hashable {
    public var document: Game

    public init(document: Game) {
        self.document = document
    }

    static var blank: Self { Self(document: Game.all[0]) }

    mutating func visit(_ field: inout Fields) {
        field("document", &document)
    }
}
