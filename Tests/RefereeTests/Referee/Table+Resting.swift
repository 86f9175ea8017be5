import ProgramTestSupport

// Players who rest, return or join in the middle of a match.

/// What changes for a player of the open match.
enum RestState: String {
    case rests, back, joins
}

extension Table {
    /// The players who rest, in the order of the list.
    package var resting: [String] {
        guard let match else { return [] }
        return players.indices.filter(match.resting.contains).map { players[$0] }
    }

    /// Returns the names that a configuration appends to the players of a match whose first turn has
    /// a roll or has ended; empty if it changes anything else.
    func joining(_ params: JSON) -> [String] {
        guard let match, match.isBegun || !rolls.isEmpty, !match.isOver, !match.isBank,
            !players.isEmpty,
            params.members.keys.allSatisfy({ ["table", "players", "by"].contains($0) })
        else { return [] }
        let list = params["players"].strings
        guard Array(list.prefix(players.count)) == players else { return [] }
        return Array(list.dropFirst(players.count))
    }

    /// Returns true if the request would change who rests.
    func isRestChange(_ player: String, _ rests: Bool) -> Bool {
        resting.contains(player) != rests
    }

    /// Changes the state of a player. Returns the required content of the entry.
    mutating func rest(_ player: String, _ state: RestState) -> JSON {
        guard var match else { return .null }
        var entry: JSON = [
            "player": .string(player), "rests": .bool(state == .rests), "match": JSON(match.number),
        ]
        switch state {
        case .joins:
            players.append(player)
            match.sheets.append(Match.Sheet())
            entry["joins"] = true
        case .rests, .back:
            guard let index = players.firstIndex(of: player) else { return .null }
            if state == .back {
                match.resting.remove(index)
            } else {
                match.resting.insert(index)
            }
            if match.resting.contains(match.index) {
                match.handOn()
            }
        }
        self.match = match
        up = players[match.index]
        if let winners {
            entry["winners"] = JSON(winners)
        }
        return entry
    }

    /// Returns true if the match would be over if this player rested.
    private func isOver(without player: String) -> Bool {
        var table = self
        return table.rest(player, .rests)["winners"] != .null
    }

    func addRest(
        _ request: Order,
        by: String,
        from seat: Seat,
        _ refusals: inout Refusals,
        _ now: Double
    ) {
        guard let match, !players.isEmpty else { return refusals.must("noGame") }
        let player = request.params["player"].string ?? ""
        let rests = request.params["rests"].isTrue
        guard players.contains(player) else {
            refusals.must("gameOver", if: match.isOver)
            refusals.must("notAllowed", if: by != player && seat.isConfined)
            return refusals.must("invalidParams")
        }
        let isOfAnother = by != player && seat.isConfined
        // "No change is no error" may or may not go before the others.
        guard isRestChange(player, rests) else {
            refusals.may("gameOver", if: match.isOver)
            return refusals.may("notAllowed", if: isOfAnother)
        }
        refusals.must("gameOver", if: match.isOver)
        refusals.must("invalidParams", if: rests && match.resting.count == players.count - 1)
        refusals.must(
            "turnOpen",
            if: rests && player == up && (!rolls.isEmpty || asked != nil)
        )
        guard isOfAnother else { return }
        let absence = absence(of: player, now: now)
        let isPossible =
            rests && players.contains(by) && absence != .none && !isOver(without: player)
        refusals.must("notAllowed", if: !isPossible)
        refusals.may("notAllowed", if: isPossible && absence == .unsure)
    }

    /// How sure it is that a player has been away for long enough.
    private enum Absence {
        case none, unsure, sure
    }

    /// The referee's clock may differ from the daemon's, and it is open whether a connection that
    /// does not watch is at the table.
    private func absence(of player: String, now: Double) -> Absence {
        if now - (lastSeen[player] ?? 0) < 55 {
            return .none
        }
        return now - max(lastConnected[player] ?? 0, servedSince) > 65 ? .sure : .unsure
    }
}

extension Table.Match {
    /// Returns true if a player has no more turns in the match.
    private func isDone(_ index: Int) -> Bool {
        isBank ? served.contains(index) : sheets[index].boxes.count >= rules.boxes.count
    }

    private func isPlaying(_ index: Int) -> Bool {
        !resting.contains(index) && !isDone(index)
    }

    package var isOver: Bool {
        let isClosed = closer != nil && rules.document["lastRound"] == false
        return isWon || isClosed || !sheets.indices.contains(where: isPlaying)
    }

    /// True if the players and their boxes look as in the first round. The players may look so
    /// again later, if one of them who has rested returns to an empty sheet.
    var isLikeFirstRound: Bool {
        sheets[index].boxes.isEmpty && sheets.allSatisfy { $0.boxes.count <= 1 }
    }

    var round: Int {
        let ended = isOver ? max(turns - 1, 0) : turns
        guard !isBank else { return ended / sheets.count + 1 }
        return isOver ? sheets.map(\.boxes.count).max() ?? 1 : sheets[index].boxes.count + 1
    }

    /// Passes the turn to the next player who plays, or to the next one of the list if nobody does.
    mutating func handOn() {
        let order = (1...sheets.count).map { (index + $0) % sheets.count }
        index = order.first(where: isPlaying) ?? order[0]
        isPastFirstRound = isPastFirstRound || !isLikeFirstRound
    }
}
