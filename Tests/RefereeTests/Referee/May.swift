import ProgramTestSupport

// What a connection is told that it may do.

extension Referee {
    /// The reasons of the causes that have names of their own.
    private static let reasons = [
        "noneLocked": "noScore", "belowMinimum": "noScore",
        "belowBankMinimum": "noScore",
        "noBoxToCorrect": "nothingToCorrect", "noTurnToCorrect": "nothingToCorrect",
        "rolledSince": "nothingToCorrect", "correctedTooOften": "nothingToCorrect",
        "noOtherBox": "nothingToCorrect", "turnOfAnother": "notAllowed",
        "matchOfOwner": "notAllowed", "watchesOnly": "notAllowed",
        "restOfAnother": "notAllowed", "restEndsMatch": "notAllowed",
        "correctionByBot": "notAllowed",
        "lastPlayer": "invalidParams", "rolledInTurn": "turnOpen",
        "playersOfHost": "notAllowed", "confined": "notAllowed",
        "matchInProgress": "gameOpen",
    ]

    /// The acts that random play does not request.
    private static let unjudged = ["endAbsent", "join"]

    /// Checks the verdict on each act: the act is possible if and only if the plain request for it
    /// must be granted under one of the connection's names.
    func check(
        may told: JSON,
        to connection: Int,
        at table: Table,
        after event: String
    ) throws(Objection) {
        // The daemon is about to end a lost turn.
        guard let seat = seats[connection], !table.isBust, table.untold.isEmpty else { return }
        try knows(told, Array(table.plainRequests.keys) + Self.unjudged, "may")
        for (act, requests) in table.plainRequests {
            var reasons: Set<String> = []
            var isPossible = false
            // The referee does not always know how long a player has been away.
            var isSure = act != "rest"
            for name in seat.name.map({ [$0] }) ?? table.players + [seat.account] {
                for request in requests {
                    var request = request
                    request.params["by"] = .string(name)
                    let refusals = table.refusals(of: request, from: seat, known, now: now)
                    isPossible = isPossible || refusals.must.isEmpty
                    isSure = isSure || refusals == Refusals()
                    reasons.formUnion(isSure ? refusals.must : refusals.must.union(refusals.may))
                }
            }
            let cause = told[act].string ?? ""
            let isRefused = reasons.contains(Self.reasons[cause] ?? cause)
            let isRight = isPossible && told[act].isTrue || (!isPossible || !isSure) && isRefused
            guard isRight else {
                let right = isPossible ? "it is possible" : "it is for \(reasons.sorted())"
                throw .wrong(
                    "\(event): may.\(act) for connection \(connection): \(told.text), and \(right)"
                )
            }
        }
    }
}

extension Table {
    /// The requests for each act that name no more than they must.
    fileprivate var plainRequests: [String: [Order]] {
        let rolled = locked.count == sides.count ? numbers : numbers.filter { !locked.contains($0) }
        let faces: JSON = hand ? JSON(rolled.map { _ in 1 }) : .null
        let boxes = match?.isBank == false ? match?.rules.boxes.map { $0["box"] } ?? [] : []
        func orders(_ method: String, _ params: [JSON]) -> [Order] {
            params.map { Order(0, "may", method, $0) }
        }
        var requests = [
            "roll": orders("table.roll", [["faces": faces]]),
            "lock": orders("table.lock", [["dice": JSON(locked.sorted()), "only": true]]),
            "endTurn": orders("table.endTurn", ([.null] + boxes).map { ["box": $0] }),
            "correct": orders("table.correct", ([.null] + boxes).map { ["box": $0] }),
            "newGame": orders("table.newGame", [.object([:])]),
            "rest": orders("table.rest", [["player": JSON(up), "rests": true]]),
        ]
        if let match, match.isBegun, !match.isOver, !players.isEmpty {
            requests["join"] = orders("table.configure", [["players": JSON(players + ["zed"])]])
        }
        return requests
    }
}
