// Writes and reads a game's document (dice-games(7)). Reading reports the position of each error.

public import DiceGames

extension Game: WireValue {
    /// The maximum size of a document in bytes.
    public static let largestDocument = 32 * 1_024

    public init(json: JSONValue) throws(JSONMismatch) {
        do throws(GameError) { self = try Game(document: json) } catch {
            throw JSONMismatch(wanted: "a game: \(error.path): \(error.expected)")
        }
    }

    /// Reads a document. Throws the first error, with its position.
    public init(document: JSONValue) throws(GameError) {
        let game = try DocumentPart(document)
        let known = [
            "name", "title", "source", "dice", "rollsPerTurn", "boxes", "bonuses",
            "joker", "sets",
            "target", "minimum", "bankMinimum", "threeBusts",
            "lastRound", "words",
        ]
        try game.knows(known)
        let rules: Rules =
            if game["sets"] != nil {
                .bank(
                    BankRules(
                        try game.parts("sets") { (set) throws(GameError) in
                            try set.knows(["needs", "points"])
                            return ScoringSet(
                                try set.required(
                                    set.needs(),
                                    "needs",
                                    DocumentPart.needs
                                ),
                                try set.integer("points")
                            )
                        },
                        target: try game.integer("target"),
                        minimum: try game.integer(ifPresent: "minimum") ?? 0,
                        bankMinimum: try game.integer(ifPresent: "bankMinimum") ?? 0,
                        threeBusts: try game.integer(ifPresent: "threeBusts"),
                        hasLastRound: try game.bool(ifPresent: "lastRound") ?? true
                    )
                )
            } else {
                .sheet(
                    SheetRules(
                        try game.parts("boxes") { (box) throws(GameError) in
                            try Box(box)
                        },
                        bonuses: try game["bonuses"] == nil
                            ? []
                            : game.parts("bonuses") { (bonus) throws(GameError) in
                                try Bonus(bonus)
                            },
                        joker: try game.part(ifPresent: "joker").map {
                            (joker) throws(GameError) in
                            try joker.knows(["box", "forced"])
                            return Joker(
                                try joker.text("box"),
                                isForced: try joker.bool(ifPresent: "forced") ?? true
                            )
                        }
                    )
                )
            }
        self.init(
            try game.text("name"),
            try game.text("title"),
            source: try game.text(ifPresent: "source"),
            dice: try game.integers("dice"),
            rollsPerTurn: try game.integer(ifPresent: "rollsPerTurn"),
            rules: rules,
            words: try game.parts(byName: "words") { (words) throws(GameError) in
                try GameWords(words)
            }
        )
        try check()
    }

    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("name", name)
            json.member("title", title)
            json.member("source", ifPresent: source)
            json.member("dice", dice)
            json.member("rollsPerTurn", ifPresent: rollsPerTurn)
            switch rules {
            case .sheet(let rules):
                json.member("boxes", rules.boxes)
                if !rules.bonuses.isEmpty {
                    json.member("bonuses", rules.bonuses)
                }
                if let joker = rules.joker {
                    json.member("joker") { json in
                        json.member("box", joker.box)
                        json.member("forced", joker.isForced)
                    }
                }
            case .bank(let rules):
                json.member("sets", objects: rules.sets) { set, json in
                    json.member("needs", set.needs)
                    json.member("points", set.points)
                }
                json.member("target", rules.target)
                json.member("minimum", rules.minimum)
                if rules.bankMinimum > 0 {
                    json.member("bankMinimum", rules.bankMinimum)
                }
                json.member("threeBusts", ifPresent: rules.threeBusts)
                if !rules.hasLastRound {
                    json.member("lastRound", false)
                }
            }
            if !words.isEmpty {
                json.member("words") { json in
                    for (tag, words) in words.sorted(by: { $0.key < $1.key }) {
                        json.member(named: tag, TitlesInOrder(words, of: self))
                    }
                }
            }
        }
    }

    static var wireForm: Form<Game> {
        Form(schema: .component("Game") { .object(properties) })
    }

    private static var properties: [Property] {
        func needed(_ name: String, _ schema: JSONSchema) -> Property {
            Property(name: name, schema: schema)
        }
        func optional(_ name: String, _ schema: JSONSchema) -> Property {
            Property(name: name, isRequired: false, schema: schema)
        }
        let numbers = JSONSchema.array(of: .number)
        let needs = JSONSchema.object([
            optional("alike", numbers), optional("straight", .number),
            optional("faces", numbers),
        ])
        let sum = JSONSchema.object([
            needed("sum", .oneOf([.enumeration(["all", "alike"]), .number]))
        ])
        let box = [
            needed("box", .string()), needed("title", .string()),
            optional("needs", needs),
            needed("points", .oneOf([.integer(Self.points), sum])),
            optional("firstRoll", .integer(Self.points)),
            optional("wins", .boolean),
        ]
        let bonus = [
            needed("bonus", .string()), needed("title", .string()),
            optional("of", .array(of: .string())),
            optional("atLeast", .number), optional("again", .string()),
            optional("onlyUpper", .boolean),
            needed("points", .integer(Self.points)),
        ]
        let joker = [needed("box", .string()), optional("forced", .boolean)]
        let set = [needed("needs", needs), needed("points", .number)]
        let words = [
            optional("title", .string()), optional("boxes", .map(of: .string())),
            optional("bonuses", .map(of: .string())),
        ]
        return [
            needed("name", .string()), needed("title", .string()),
            optional("source", .string()),
            needed("dice", numbers), optional("rollsPerTurn", .number),
            optional("boxes", .array(of: .object(box))),
            optional("bonuses", .array(of: .object(bonus))),
            optional("joker", .object(joker)),
            optional("sets", .array(of: .object(set))),
            optional("target", .number), optional("minimum", .integer(Self.points)),
            optional("bankMinimum", .integer(Self.points)),
            optional("threeBusts", .integer(Self.losses)),
            optional("lastRound", .boolean),
            optional("words", .map(of: .object(words))),
        ]
    }
}

extension Box: JSONWritable {
    fileprivate init(_ box: DocumentPart) throws(GameError) {
        try box.knows(["box", "title", "needs", "points", "firstRoll", "wins"])
        self.init(
            try box.text("box"),
            try box.text("title"),
            needs: try box.needs(),
            try box.points(),
            firstRoll: try box.integer(ifPresent: "firstRoll"),
            wins: try box.bool(ifPresent: "wins") ?? false
        )
    }

    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("box", name)
            json.member("title", title)
            json.member("needs", ifPresent: needs)
            switch points {
            case .fixed(let points): json.member("points", points)
            case .sum(let summand):
                json.member("points") { json in
                    switch summand {
                    case .all: json.member("sum", "all")
                    case .alike: json.member("sum", "alike")
                    case .face(let face): json.member("sum", face)
                    }
                }
            }
            json.member("firstRoll", ifPresent: firstRoll)
            if wins {
                json.member("wins", true)
            }
        }
    }
}

extension Bonus: JSONWritable {
    fileprivate init(_ bonus: DocumentPart) throws(GameError) {
        try bonus.knows([
            "bonus", "title", "of", "atLeast", "again", "onlyUpper", "points",
        ])
        let cause: Cause =
            if let box = try bonus.text(ifPresent: "again") { .again(box) } else {
                .sum(of: try bonus.texts("of"), atLeast: try bonus.integer("atLeast"))
            }
        self.init(
            try bonus.text("bonus"),
            try bonus.text("title"),
            cause,
            points: try bonus.integer("points"),
            onlyUpper: try bonus.bool(ifPresent: "onlyUpper") ?? false
        )
    }

    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("bonus", name)
            json.member("title", title)
            switch cause {
            case .again(let box):
                json.member("again", box)
                if onlyUpper {
                    json.member("onlyUpper", true)
                }
            case .sum(let boxes, let minimum):
                json.member("of", boxes)
                json.member("atLeast", minimum)
            }
            json.member("points", points)
        }
    }
}

extension Needs: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            switch self {
            case .alike(let counts): json.member("alike", counts)
            case .straight(let length): json.member("straight", length)
            case .faces(let faces): json.member("faces", faces)
            }
        }
    }
}

extension GameWords {
    fileprivate init(_ words: DocumentPart) throws(GameError) {
        try words.knows(["title", "boxes", "bonuses"])
        self.init(
            title: try words.text(ifPresent: "title"),
            boxes: try words.texts(byName: "boxes"),
            bonuses: try words.texts(byName: "bonuses")
        )
    }
}

/// The titles of a game in one language, in the order of the sheet.
private struct TitlesInOrder: JSONWritable {
    private let title: String?
    private let boxes: [(name: String, title: String)]
    private let bonuses: [(name: String, title: String)]

    init(_ words: GameWords, of game: Game) {
        title = words.title
        boxes = (game.sheet?.boxes ?? []).compactMap { box in
            words.boxes[box.name].map { (box.name, $0) }
        }
        bonuses = (game.sheet?.bonuses ?? []).compactMap { bonus in
            words.bonuses[bonus.name].map { (bonus.name, $0) }
        }
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("title", ifPresent: title)
            Self.write("boxes", boxes, to: &json)
            Self.write("bonuses", bonuses, to: &json)
        }
    }

    private static func write(
        _ name: StaticString,
        _ titles: [(name: String, title: String)],
        to json: inout JSONWriter
    ) {
        guard !titles.isEmpty else { return }
        json.member(name) { json in
            for (name, title) in titles {
                json.member(named: name, title)
            }
        }
    }
}
