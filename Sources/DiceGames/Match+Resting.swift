// Players who rest, return or join in the middle of a match.

/// The order of play, once a player has rested or joined.
public struct PlayOrder: Sendable, Hashable {
    /// The index of the current player's sheet.
    public var up: Int
    /// The index of the sheet that played the last turn; `nil` before the first turn.
    public var last: Int?
    /// The indices of the sheets whose players are resting.
    public var resting: Set<Int>
    /// The indices of the sheets whose players have had their turn in the last round of a bank
    /// game.
    public var served: Set<Int>

    public init(up: Int, last: Int?, resting: Set<Int> = [], served: Set<Int> = []) {
        self.up = up
        self.last = last
        self.resting = resting
        self.served = served
    }

    /// Returns true if all indices are below the number of sheets.
    func fits(_ sheets: Int) -> Bool {
        ([up, last ?? 0] + resting + served).allSatisfy((0..<sheets).contains)
    }
}

extension Match {
    /// The reason why a player cannot rest, return or join.
    public enum RestRefusal: Error, Sendable, Hashable {
        case over
        /// No player of the match has this name.
        case unknownPlayer
        /// The player is already in this state.
        case noChange
        /// No other player is playing.
        case lastPlayer
        /// Players can join only a sheet game, and only in its first round.
        case tooLateToJoin
        /// A player of the match has this name.
        case nameTaken
    }

    /// The players who are resting, in the order of the list.
    public var resting: [String] {
        let indices = progress.order?.resting ?? []
        return indices.sorted().compactMap { sheets[$0].player }
    }

    /// Makes a player rest, or play again from the player's next turn on.
    public mutating func rest(_ player: String, _ rests: Bool) throws(RestRefusal) {
        guard !isOver else { throw .over }
        guard let index = sheets.firstIndex(where: { $0.player == player }) else {
            throw .unknownPlayer
        }
        var order = currentOrder
        guard order.resting.contains(index) != rests else { throw .noChange }
        if rests {
            guard order.resting.count < sheets.count - 1 else { throw .lastPlayer }
            order.resting.insert(index)
        } else {
            order.resting.remove(index)
        }
        progress.order = order
        guard rests, order.up == index else { return }
        order.up = next(after: index)
        progress.order = order
    }

    /// The match before its first turn, with the rests of its players.
    public var atStart: Match {
        var match = Match(game, number: number, players: players, first: sheet.player)
        match.progress.order = progress.order
        return match
    }

    /// Returns true if the match would be over if a player rested.
    public func isOver(withoutPlayer player: String) -> Bool {
        var match = self
        do throws(RestRefusal) {
            try match.rest(player, true)
            return match.isOver
        } catch { return false }
    }

    /// True if players can join: in a sheet game until its first round has ended. A player who has
    /// rested may come back to an empty sheet in a later round.
    public var isOpenToPlayers: Bool {
        !isOver && game.sheet != nil && !players.isEmpty && sheet.boxes.isEmpty
            && sheets.allSatisfy { $0.boxes.count <= 1 }
    }

    /// Appends a player to the list.
    public mutating func join(_ player: String) throws(RestRefusal) {
        guard !isOver else { throw .over }
        guard isOpenToPlayers else { throw .tooLateToJoin }
        guard !players.contains(player) else { throw .nameTaken }
        progress.order = currentOrder
        progress.sheets.append(Sheet(player: player))
    }

    /// The current order of play.
    private var currentOrder: PlayOrder {
        if let order = progress.order {
            return order
        }
        var order = PlayOrder(up: index, last: lastIndex)
        if let closer = progress.closer {
            var served = (closer + 1) % sheets.count
            while served != index {
                order.served.insert(served)
                served = (served + 1) % sheets.count
            }
        }
        return order
    }

    /// The index of the sheet that played the last turn; `nil` before the first turn.
    var lastIndex: Int? {
        if let order = progress.order {
            return order.last
        }
        return progress.turns > 0 ? (index + sheets.count - 1) % sheets.count : nil
    }

    func isOver(by order: PlayOrder) -> Bool {
        let playing = sheets.indices.filter { !order.resting.contains($0) }
        if let rules = game.sheet {
            return playing.allSatisfy { sheets[$0].boxes.count >= rules.boxes.count }
        }
        guard let closer = progress.closer else { return false }
        return game.bank?.hasLastRound == false
            || playing.allSatisfy { $0 == closer || order.served.contains($0) }
    }

    /// Passes the turn to the next player.
    mutating func advance() {
        let ended = index
        progress.turns += 1
        guard var order = progress.order else { return }
        order.last = ended
        if let closer = progress.closer, closer != ended {
            order.served.insert(ended)
        }
        progress.order = order
        order.up = next(after: ended)
        progress.order = order
    }

    /// Gives the turn back to the player of the last turn.
    mutating func stepBack() {
        progress.turns -= 1
        if let last = progress.order?.last {
            progress.order?.up = last
        }
    }

    /// Returns the index of the sheet whose player plays next; after the end of a match, the index
    /// of the next sheet in the list.
    private func next(after index: Int) -> Int {
        let following = (1...sheets.count).map { (index + $0) % sheets.count }
        return following.first(where: mayPlay) ?? following[0]
    }

    private func mayPlay(_ index: Int) -> Bool {
        guard let order = progress.order, !order.resting.contains(index) else {
            return false
        }
        if let rules = game.sheet {
            return sheets[index].boxes.count < rules.boxes.count
        }
        return progress.closer == nil
            || progress.closer != index && !order.served.contains(index)
    }
}
