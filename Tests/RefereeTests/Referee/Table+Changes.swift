import ProgramTestSupport

// Changes to a table, step by step.

extension Table {
    mutating func promise(_ promise: Promise) {
        if let index = promises.firstIndex(where: {
            $0.connection == promise.connection
        }) {
            promises[index] = promise
        } else {
            promises.append(promise)
        }
    }

    /// Records that the requested roll is void.
    mutating func addVoid(
        _ asked: Asked,
        _ reason: String,
        _ absent: [String],
        isSeeded: Bool
    ) {
        rolls.append(
            Roll(
                number: rolls.count + 1,
                by: asked.by,
                outcome: "void",
                reason: reason,
                absent: absent,
                rolled: [],
                values: values,
                entropy: isSeeded ? "" : asked.request.params["entropy"].string ?? ""
            )
        )
        self.asked = nil
    }

    /// Begins a roll of these dice.
    mutating func begin(_ roll: Roll, _ flight: Flight) {
        if var match, match.isBank, !counted.isEmpty {
            match.gathered = gathered
            if isHot {
                locked = []
            }
            match.kept = locked
            self.match = match
        }
        rolls.append(roll)
        self.flight = flight
        options = []
    }

    /// Settles the dice in flight on the drawn faces.
    mutating func settle(_ outcome: String, _ reason: String?, _ values: [Int]) {
        self.values = values
        rolls[rolls.count - 1].values = values
        rolls[rolls.count - 1].outcome = outcome
        rolls[rolls.count - 1].reason = reason
        flight = nil
        findOptions()
    }

    mutating func findOptions() {
        guard let match, !match.isBank, !match.isOver, !counted.isEmpty, !isRolling,
            untold.isEmpty
        else {
            options = []
            return
        }
        options = match.rules.options(
            values,
            isFirst: counted.count == 1,
            match.sheets[match.index].boxes
        )
    }

    /// The ways in which a turn ends.
    enum Ending {
        case asked(box: String?)
        case bust, full, brokenOff
    }

    /// Ends the turn. Returns the required content of its entry, without the turn's rolls.
    mutating func endTurn(_ ending: Ending, by: String) -> JSON {
        var entry: JSON = [
            "turn": JSON(turn), "by": .string(by), "total": JSON(values.reduce(0, +)),
            "dice": .array(
                numbers.map {
                    [
                        "die": JSON($0), "sides": JSON(sides[$0 - 1]),
                        "value": JSON(values[$0 - 1]),
                        "locked": .bool(locked.contains($0)),
                    ]
                }
            ),
        ]
        var isFull = false
        switch ending {
        case .full: (isFull, entry["full"]) = (true, true)
        case .brokenOff: break
        case .asked, .bust: score(ending, by: by, &entry)
        }
        turn += 1
        rolls = []
        isAfterFull = isFull
        commitment = nil
        isSeedLost = false
        options = []
        if !isFull {
            locked = []
            handOn()
        }
        return entry
    }

    private mutating func handOn() {
        match?.handOn()
        guard let index = players.firstIndex(where: { $0 == up }) else { return }
        up = players[match?.index ?? (index + 1) % players.count]
    }

    private mutating func score(_ ending: Ending, by: String, _ entry: inout JSON) {
        guard var match else { return }
        if !match.isBegun {
            entry["game"] = match.rules.document
            entry["players"] = JSON(players)
            if hand {
                entry["hand"] = true
            }
        }
        var score: JSON = ["match": JSON(match.number), "points": 0]
        let index = match.index
        let before = match.sheets[index]
        match.last = index
        match.turns += 1
        if case .asked(let box) = ending, !match.isBank {
            let chosen = options.first { $0.box == box } ?? options.first
            if let option = chosen {
                score = match.fill(option, values, isFirstRoll: counted.count == 1, at: index)
                ended = Ended(
                    turn: turn,
                    by: by,
                    values: values,
                    isFirstRoll: counted.count == 1,
                    player: index,
                    before: before,
                    box: option.box
                )
            }
        } else if case .bust = ending {
            score["bust"] = true
            match.sheets[index].losses.append(true)
            if let cost = match.rules.document["threeBusts"].int,
                match.sheets[index].busts == 0
            {
                score["points"] = JSON(cost)
                match.sheets[index].banked += cost
            }
        } else {
            match.sheets[index].losses.append(false)
            let points =
                fresh.isEmpty
                    || !match.rules.mayBank(gathered, with: match.sheets[index].total)
                ? 0 : gathered
            score["points"] = JSON(points)
            match.sheets[index].banked += points
            let target = match.rules.document["target"].int ?? 0
            if match.closer == nil, match.sheets[index].total >= target {
                match.closer = index
            }
        }
        match.gathered = 0
        match.kept = []
        if match.closer != nil {
            match.served.insert(index)
        }
        lastMatch = match.number
        self.match = match
        entry["score"] = score
        if let winners {
            entry["winners"] = JSON(winners)
            entry["players"] = JSON(players)
        }
    }

    /// Moves the last turn to another box. Returns the required content of the correction's entry.
    mutating func correct(to box: String, by: String) -> JSON {
        guard var ended, var match else { return .null }
        match.sheets[ended.player] = ended.before
        let options = match.rules.options(
            ended.values,
            isFirst: ended.isFirstRoll,
            ended.before.boxes
        )
        guard let option = options.first(where: { $0.box == box }) else { return .null }
        var entry = match.fill(
            option,
            ended.values,
            isFirstRoll: ended.isFirstRoll,
            at: ended.player
        )
        ended.corrections = ended.corrections + 1
        ended.box = box
        self.match = match
        self.ended = ended
        entry["turn"] = JSON(ended.turn)
        entry["by"] = .string(by)
        if let winners {
            entry["winners"] = JSON(winners)
        }
        return entry
    }

    /// Begins the next match.
    mutating func beginMatch() {
        guard let match else { return }
        let winner = winners?.first.flatMap { winner in
            players.firstIndex { $0 == winner }
        }
        begin(
            match.rules,
            number: match.number + 1,
            first: winner.map { ($0 + 1) % players.count } ?? 0
        )
        up = players.isEmpty ? nil : players[self.match?.index ?? 0]
    }

    private mutating func begin(_ rules: Rules, number: Int, first: Int) {
        let sheets = Array(repeating: Match.Sheet(), count: max(players.count, 1))
        match = Match(rules: rules, number: number, index: first, sheets: sheets)
        ended = nil
    }

    /// Applies the params of `table.create` or `table.configure`.
    mutating func configure(_ params: JSON, _ games: [String: JSON]) {
        if let pace = params["pace"].double {
            self.pace = pace
            if params.members.keys.allSatisfy({ ["pace", "table"].contains($0) }) {
                return
            }
        }
        isAfterFull = false
        if params["hand"] != .null {
            hand = params["hand"].isTrue
        }
        let game = Self.game(params, games) ?? match?.rules.document
        let rules = game.flatMap { $0 == .null ? nil : Rules($0) }
        if let sides = rules?.dice
            ?? (params["dice"] == .null ? nil : params["dice"].ints),
            sides != self.sides
        {
            self.sides = sides
            values = sides.map { _ in 1 }
            locked = []
        }
        if params["players"] != .null {
            players = params["players"].strings
            if !players.contains(up ?? "") {
                up = players.first
            }
            promises.removeAll { !players.isEmpty && !players.contains($0.by) }
        }
        if let rules {
            rollsPerTurn = rules.rollsPerTurn
        } else if let limit = params["rollsPerTurn"].int {
            rollsPerTurn = limit == 0 ? nil : limit
        }
        let number = match.map { $0.number + ($0.isBegun ? 1 : 0) } ?? lastMatch + 1
        // Rests before the first turn count until the players are configured, or another game.
        let isOther = params["players"] != .null || game != match?.rules.document
        let resting = isOther || match?.isBegun == true ? [] : match?.resting ?? []
        match = nil
        ended = nil
        if let rules {
            begin(rules, number: number, first: players.firstIndex { $0 == up } ?? 0)
            match?.resting = resting
        }
        if isFirst {
            locked = []
        }
    }

    /// Returns the requested game document, null to remove the game, or `nil` to leave it
    /// unchanged.
    static func game(_ params: JSON, _ games: [String: JSON]) -> JSON? {
        switch params["game"] {
        case .null: nil
        case .string(let name): games[name] ?? .null
        case let document: document
        }
    }
}

extension Table.Match {
    /// Fills a box of the sheet at this place. Returns the score.
    mutating func fill(
        _ option: Rules.Option,
        _ values: [Int],
        isFirstRoll: Bool,
        at index: Int
    ) -> JSON {
        let bonuses = rules.bonuses(option, values, sheets[index].boxes)
        isWon = rules.wins(option.box, values, isFirst: isFirstRoll)
        sheets[index].boxes[option.box] = option.points
        sheets[index].bonuses.merge(bonuses) { $0 + $1 }
        return [
            "match": JSON(number), "box": .string(option.box),
            "points": JSON(option.points),
            "bonuses": bonuses.isEmpty
                ? .null : .object(bonuses.mapValues { JSON($0) }),
        ]
    }
}
