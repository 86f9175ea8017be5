package import ProgramTestSupport

/// A request sent on a connection.
package struct Order: Sendable {
    package var id: String
    package var connection: Int
    package var method: String
    package var params: JSON

    package init(
        _ connection: Int,
        _ id: String,
        _ method: String,
        _ params: JSON = .object([:])
    ) {
        self.connection = connection
        self.id = id
        self.method = method
        self.params = params
    }

    /// The request as sent on the wire.
    package var value: JSON {
        [
            "jsonrpc": "2.0", "id": .string(id), "method": .string(method),
            "params": params,
        ]
    }

    var isLockChange: Bool {
        ["table.lock", "table.unlock", "table.toggleLock"].contains(method)
    }
    var isOfPlayers: Bool {
        isLockChange
            || ["table.roll", "table.cancel", "table.endTurn"].contains(method)
    }
    /// True if the request only reads.
    package var isReading: Bool {
        ["ping", "hello", "rpc.discover", "server.status", "session.confine"].contains(
            method
        )
            || method.hasSuffix("watch") || method.hasSuffix("list")
            || method.hasSuffix(".get")
            || ["table.history", "table.matches", "table.stats", "table.game"].contains(
                method
            )
    }
    /// True if only a connection that is not confined may send the request.
    var isOfOwners: Bool {
        [
            "table.create", "table.delete", "table.configure", "server.backup",
            "server.status",
            "roll.save",
        ]
        .contains(method)
    }
    var isAnimated: Bool { params["animate"] != false }
    var isRestart: Bool { params["restart"].isTrue }
    /// The dice that the request names.
    var dice: [Int]? { params["dice"] == .null ? nil : params["dice"].ints }
}

/// The state of a connection.
package struct Seat {
    let account: String
    /// The only name that the connection may use.
    package internal(set) var name: String?
    package internal(set) var mayOnlyWatch = false
    package internal(set) var isConfined = false
    /// The state that the connection has received; `nil` while the connection is not watching.
    var view: View?
    var isPlanned = false
    /// True if unchanged sheets are omitted from the connection's messages.
    var isBrief = false
    /// The last revision that the connection received.
    var revision = 0

    /// Returns the name of the player who makes a request on this connection.
    func name(of request: Order) -> String {
        request.params["by"].string ?? name ?? account
    }

    init(account: String) {
        self.account = account
    }

    struct View {
        var turn = 0
        var roll = 0
        var dice: [Int: JSON] = [:]
    }
}

/// The possible reasons for a refusal.
package struct Refusals: Equatable {
    /// The request must be refused for one of these reasons, if there are any.
    package private(set) var must: Set<String> = []
    /// The request may be refused for one of these reasons, or granted.
    package private(set) var may: Set<String> = []

    package init() {}

    mutating func must(_ reason: String, if holds: Bool = true) {
        if holds {
            must.insert(reason)
        }
    }
    mutating func may(_ reason: String, if holds: Bool = true) {
        if holds {
            may.insert(reason)
        }
    }
}

extension Table {
    /// Returns the reasons for which the rules refuse the request.
    ///
    /// - Parameter now: in seconds.
    package func refusals(
        of request: Order,
        from seat: Seat,
        _ known: Referee.Known,
        now: Double
    ) -> Refusals {
        var refusals = Refusals()
        let by = seat.name(of: request)
        refusals.must("notAllowed", if: !request.isReading && seat.mayOnlyWatch)
        refusals.must("notAllowed", if: request.isOfOwners && seat.isConfined)
        refusals.must(
            "notAllowed",
            if: seat.name != nil && request.params["by"] != .null && by != seat.name
        )
        if request.isOfPlayers {
            refusals.must("notYourTurn", if: !players.isEmpty && by != up)
        }
        let isPlay = request.isOfPlayers && request.method != "table.cancel"
        let isChange =
            isPlay || ["table.configure", "table.newGame"].contains(request.method)
        // It is open whether players may rest, return or join while a roll waits.
        let isOfMatch = request.method == "table.rest" || !joining(request.params).isEmpty
        refusals.must("busy", if: asked != nil && isChange && !isOfMatch)
        refusals.may("busy", if: asked != nil && isOfMatch)
        switch request.method {
        case "table.roll": addRoll(request, &refusals)
        case _ where request.isLockChange: addLocks(request, &refusals, now)
        case "table.endTurn": addEnd(request.params["box"].string, &refusals)
        case "table.correct":
            addCorrection(to: request.params["box"].string, by: by, &refusals)
        case "table.game": refusals.must("noGame", if: match == nil)
        case "table.configure": addConfigure(request.params, known.games, &refusals)
        case "table.newGame":
            refusals.must("noGame", if: match == nil)
            guard let match, match.isBegun || !rolls.isEmpty else { break }
            refusals.must("busy", if: isRolling)
            refusals.must("notAllowed", if: !match.isOver && seat.isConfined)
        case "table.rest": addRest(request, by: by, from: seat, &refusals, now)
        case "table.contribute":
            // Anyone may withdraw an existing contribution of theirs.
            let isTakenBack = request.params["commitment"] == ""
            refusals.must(
                "notAllowed",
                if: !isTakenBack && !players.isEmpty && !players.contains(by)
            )
            let others = promises.filter { $0.connection != request.connection }.map(
                \.by
            )
            let isFull =
                others.contains(by)
                ? others.count { $0 == by } >= 4 : Set(others).count >= 16
            refusals.must("limitExceeded", if: isFull && !isTakenBack)
        case "table.reveal":
            let promise = asked?.promises.first { $0.connection == request.connection }
            let secret = known.secrets[request.params["entropy"].string ?? ""]
            refusals.must(
                "revealMismatch",
                if: promise == nil || promise?.commitment != secret
            )
        default: break
        }
        return refusals
    }

    private func addRoll(_ request: Order, _ refusals: inout Refusals) {
        let dice = request.dice
        refusals.must("gameOver", if: match?.isOver == true)
        refusals.must("busy", if: isRolling && !request.isRestart)
        refusals.must("noRollsLeft", if: rollsLeft == 0 || (match != nil && isFull))
        refusals.must("noSuchDie", if: dice?.contains { !numbers.contains($0) } == true)
        refusals.must("dieLocked", if: dice?.contains(where: locked.contains) == true)
        refusals.must("allLocked", if: rollable.isEmpty)
        refusals.must(
            "rollAllFirst",
            if: isFirst && dice.map { Set($0).count < sides.count } == true
        )
        let rolled = dice.map { $0.sorted() } ?? rollable
        let wanted = hand ? rolled.filter(numbers.contains).map { sides[$0 - 1] } : []
        let faces =
            request.params["faces"] == .null ? nil : request.params["faces"].ints
        let fit = faces.map {
            $0.count == wanted.count
                && zip($0, wanted).allSatisfy { (1...$1).contains($0) }
        }
        refusals.must("wrongFaces", if: hand ? fit != true : faces != nil)
        refusals.must(
            "commitmentChanged",
            if: match == nil && isFull && request.params["entropy"] != .null
        )
        guard match?.isBank == true, !counted.isEmpty else { return }
        refusals.must(
            "noScore",
            if: fresh.isEmpty || dice.map { Set($0) != Set(rollable) } == true
        )
    }

    private func addLocks(_ request: Order, _ refusals: inout Refusals, _ now: Double) {
        let dice = request.dice ?? []
        refusals.must("gameOver", if: match?.isOver == true)
        refusals.must("nothingRolled", if: isFirst)
        guard dice.allSatisfy(numbers.contains) else {
            return refusals.must("noSuchDie")
        }
        if let flight {
            let moving = dice.filter {
                flight.rolled.contains($0) && flight.settled[$0] == nil
            }
            refusals.may("dieAnimating", if: !moving.isEmpty)
            refusals.must(
                "dieAnimating",
                if: !moving.isEmpty && now - flight.since < 0.5 / pace
            )
        }
        let after = locks(after: request)
        guard let match, match.isBank, after != locked else { return }
        refusals.must("noScore", if: !locked.isSubset(of: after))
        let fresh = after.subtracting(match.kept)
        // The referee knows the face of a die in flight only after it has been shown.
        let unknown = fresh.filter {
            flight?.rolled.contains($0) == true && flight?.settled[$0] == nil
        }
        let faces = fresh.map { flight?.settled[$0] ?? values[$0 - 1] }
        if unknown.isEmpty {
            refusals.must("noScore", if: match.rules.maximum(faces) == nil)
        } else {
            refusals.may("noScore")
        }
    }

    /// Returns the dice that are locked after a request has changed the locks.
    func locks(after request: Order) -> Set<Int> {
        let dice = Set(request.dice ?? [])
        return switch request.method {
        case "table.unlock": locked.subtracting(dice)
        case "table.toggleLock": locked.symmetricDifference(dice)
        default: request.params["only"].isTrue ? dice : locked.union(dice)
        }
    }

    private func addEnd(_ box: String?, _ refusals: inout Refusals) {
        refusals.must("gameOver", if: match?.isOver == true)
        refusals.must("busy", if: isRolling)
        refusals.must("nothingRolled", if: counted.isEmpty)
        guard let match, !match.isBank else {
            refusals.must("noSuchBox", if: box != nil)
            guard let match, !counted.isEmpty else { return }
            let mayBank = match.rules.mayBank(
                gathered,
                with: match.sheets[match.index].total
            )
            refusals.must("noScore", if: (fresh.isEmpty || !mayBank) && !isStuck)
            return
        }
        // The possible boxes are unknown before the dice are at rest.
        guard !isRolling, !counted.isEmpty, !match.isOver else {
            for reason in ["boxNeeded", "noSuchBox", "boxTaken", "boxNotAllowed"] {
                refusals.may(reason)
            }
            return
        }
        guard let box else { return refusals.must("boxNeeded", if: options.count > 1) }
        refusals.must("noSuchBox", if: match.rules.box(box) == nil)
        let isTaken = match.sheets[match.index].boxes[box] != nil
        refusals.must("boxTaken", if: isTaken)
        let isOpen = !isTaken && match.rules.box(box) != nil
        refusals.must(
            "boxNotAllowed",
            if: isOpen && !options.contains { $0.box == box }
        )
    }

    private func addCorrection(to box: String?, by: String, _ refusals: inout Refusals) {
        guard !isRolling else { return refusals.must("busy") }
        guard let ended, rolls.isEmpty, asked == nil else {
            return refusals.must("nothingToCorrect")
        }
        refusals.must("notAllowed", if: !players.isEmpty && by != ended.by)
        refusals.must("nothingToCorrect", if: ended.corrections >= 16)
        guard let rules = match?.rules else { return }
        let boxes = ended.before.boxes
        let options = rules.options(ended.values, isFirst: ended.isFirstRoll, boxes)
        refusals.must("nothingToCorrect", if: options.allSatisfy { $0.box == ended.box })
        let isThere = rules.box(box) != nil
        let isTaken = isThere && (box == ended.box || boxes[box ?? ""] != nil)
        refusals.must("noSuchBox", if: !isThere)
        refusals.must("boxTaken", if: isTaken)
        refusals.must(
            "boxNotAllowed",
            if: isThere && !isTaken
                && !options.contains {
                    $0.box == box
                }
        )
    }

    /// True if, in the turn of a bank game, the player can neither roll nor bank, whatever dice are
    /// locked.
    var isStuck: Bool {
        guard let match, match.isBank, rollsLeft == 0 || isFull else { return false }
        let scoring = numbers.filter { !match.kept.contains($0) }
        let maximum = (0..<1 << scoring.count).compactMap { choice in
            match.rules.maximum(
                faces(
                    scoring.indices.filter { choice >> $0 & 1 == 1 }.map { scoring[$0] }
                )
            )
        }.max()
        return !match.rules.mayBank(
            match.gathered + (maximum ?? 0),
            with: match.sheets[match.index].total
        )
    }

    private func addConfigure(
        _ params: JSON,
        _ games: [String: JSON],
        _ refusals: inout Refusals
    ) {
        let isOpen = match?.isBegun == true && match?.isOver == false
        let document = Self.game(params, games)
        let isOfGame = ["dice", "players", "rollsPerTurn", "hand", "game"].contains {
            params[$0] != .null
        }
        if !joining(params).isEmpty {
            let isLate = match?.isPastFirstRound == true
            let isLikeFirst = match?.isLikeFirstRound == true
            refusals.must("gameOpen", if: isLate && !isLikeFirst)
            return refusals.may("gameOpen", if: isLate && isLikeFirst)
        }
        refusals.must("gameOpen", if: isOpen && isOfGame)
        let rules = (document ?? match?.rules.document).flatMap {
            $0 == .null ? nil : Rules($0)
        }
        let dice = params["dice"] == .null ? nil : params["dice"].ints
        if let rules, isOfGame {
            refusals.must("gameOpen", if: dice.map { $0 != rules.dice } == true)
            refusals.must(
                "gameOpen",
                if: params["rollsPerTurn"].int.map { $0 != rules.rollsPerTurn ?? 0 }
                    == true
            )
        }
        let pace = params["pace"].double
        // Removing a game where there is none changes nothing.
        let isOtherGame = document.map { $0 != .null || match != nil } == true
        let others =
            dice.map { $0 != sides } == true || pace.map { $0 != self.pace } == true
            || isOtherGame
            || params["hand"] != .null && params["hand"].isTrue != hand
        for (reason, holds) in [("busy", isRolling), ("turnOpen", !rolls.isEmpty)] {
            refusals.must(reason, if: others && holds)
            // The contract leaves open whether players and rolls may change in the middle of a turn
            // of a game.
            refusals.may(reason, if: isOfGame && rules != nil && holds)
            refusals.may("gameOpen", if: params["players"] != .null && rules != nil && holds)
        }
        let count = (rules?.dice ?? dice ?? sides).count
        let limit = rules == nil ? params["rollsPerTurn"].int ?? rollsPerTurn ?? 0 : 0
        refusals.must("limitExceeded", if: limit * count > 100_000)
    }
}
