public import DiceGames

/// A game that a request names: a built-in one, a document, or none.
public struct GameChoice: WireValue, Hashable {
    private let json: JSONValue

    /// Chooses the game with this name; `""` for none.
    public init(_ name: String) {
        json = .string(name)
    }

    /// Chooses a document, valid or not.
    public init(json: JSONValue) {
        self.json = json
    }

    public func write(to json: inout JSONWriter) {
        self.json.write(to: &json)
    }

    static var wireForm: Form<Self> {
        Form(
            schema: .oneOf([.string(), Game.wireForm.schema]),
            rule: "the name of a game, a game document, or \"\" for no game"
        ) { choice in
            switch choice.json {
            case .string, .object: choice
            default: nil
            }
        }
    }

    /// Returns the game; `nil` for none.
    ///
    /// - Throws: `badGame`, with the position in the document; `gameTooLarge` or `noSuchGame`.
    public func game() throws(WireError) -> Game? {
        if json.string == nil {
            let count = json.jsonBytes().count
            guard count <= Game.largestDocument else {
                throw WireError(
                    .gameTooLarge,
                    [
                        "path": "",
                        "expected": ["a document of at most \(Game.largestDocument) bytes"],
                        "limit": Game.largestDocument,
                        "count": count,
                    ]
                )
            }
        }
        do throws(GameError) {
            guard let name = json.string else {
                let game = try Game(document: json)
                try game.checkTexts()
                try game.checkWayOut()
                return game
            }
            if name.isEmpty {
                return nil
            }
            if let game = Game.all.first(where: { $0.name == name }) {
                return game
            }
            throw GameError(
                "",
                "one of \(Game.all.map(\.name).joined(separator: ", ")), or a game document"
            )
        } catch { throw WireError(badGame: error) }
    }
}

extension WireError {
    fileprivate init(badGame error: GameError) {
        self.init(
            error.path.isEmpty ? .noSuchGame : .badGame,
            ["path": error.path, "expected": [error.expected]]
        )
    }
}
