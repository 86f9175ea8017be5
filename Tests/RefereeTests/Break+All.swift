import ProgramTestSupport
import Referee

extension Break {
    static let all: [Break] =
        [
            "notYourTurn", "noRollsLeft", "busy", "dieAnimating", "noSuchDie",
            "dieLocked",
            "nothingRolled", "rollAllFirst", "noScore", "gameOver", "gameOpen",
            "turnOpen",
            "boxNeeded", "boxTaken",
            "notAllowed", "revealMismatch", "allLocked", "noGame", "noSuchBox",
            "nothingToCorrect",
        ].map(granted) + orders + rolls + scores + connections + rests

    private static let orders = [
        asked("the first roll of a turn leaves dice out", "rollAllFirst") {
            order,
            table in
            guard order.method == "table.roll", table.isFirst, table.sides.count > 1
            else {
                return false
            }
            order.params["dice"] = [1]
            return true
        },
        asked("somebody else rolls", "the reply to table.roll {\"by\":\"zed\"") {
            order,
            table in
            guard order.method == "table.roll", order.connection == 1,
                !table.players.isEmpty
            else {
                return false
            }
            order.params["by"] = "zed"
            return true
        },
        told("what the rules allow is refused", "it must be granted") { reply in
            guard reply["result"]["turn"] != .null, reply["result"]["kind"] == "turn"
            else {
                return
            }
            reply["result"] = .null
            reply["error"] = ["data": ["reason": "busy"]]
        },
        told("a lock is refused", "it must be granted") { reply in
            guard reply["result"]["watchers"] != .null else { return }
            reply["result"] = .null
            reply["error"] = ["data": ["reason": "nothingRolled"]]
        },
        Break("the dice settle too early", "too early") { step, referee in
            guard case .passed(5...) = step.cause, referee.table?.isRolling == true
            else {
                return false
            }
            step.cause = .passed(0.05)
            return step.lines.contains { $0.line["params"]["outcome"] == "completed" }
        },
    ]

    private static let rolls = [
        event("rollStarted", "a die that is not locked is not rolled", "rolled") { event in
            if event["rolled"].array.count > 1 {
                event["rolled"] = .array(Array(event["rolled"].array.dropFirst()))
            }
        },
        told("a die that is locked changes", "was not rolled") { event in
            guard event["event"] == "rollSettled", !event["rolled"].array.isEmpty else {
                return
            }
            event["dice"] = .array(
                event["dice"].array.map { die in
                    guard die["locked"].isTrue else { return die }
                    var die = die
                    die["value"] = die["value"] == 1 ? 2 : 1
                    return die
                }
            )
        },
        told("the entry is not what was rolled", "roll ") { entry in
            guard entry["kind"] == "turn", var roll = entry["rolls"].array.last else {
                return
            }
            var values = roll["values"].array
            values[0] = values[0] == 1 ? 2 : 1
            roll["values"] = .array(values)
            entry["rolls"] = .array(entry["rolls"].array.dropLast() + [roll])
        },
        told("the total is wrong", "total") {
            if $0["event"] == "rollSettled" {
                $0.add(1, to: "total")
            }
        },
        told("a void roll counts", "rollsLeft") {
            if $0["outcome"] == "void" {
                $0.add(-1, to: "rollsLeft")
            }
        },
        Break("a void roll is told in by", "snapshot.by") { step, referee in
            guard let by = referee.table?.voidRoller else { return false }
            return step.change {
                if $0["watchers"] != .null, $0["by"] != .null {
                    $0["by"] = .string(by)
                }
            }
        },
        told("rollsLeft is wrong", "rollsLeft") {
            if $0["outcome"] == "completed" {
                $0.add(1, to: "rollsLeft")
            }
        },
        told("nobody is to blame", "absent") {
            if $0["outcome"] == "void" { $0["absent"] = [] }
        },
        told("what was revealed is left out", "reveals") { event in
            if event["event"] == "rollStarted" {
                event["reveals"] = []
            }
        },
        event("rollAsked", "somebody is not asked", "contributors") {
            $0["contributors"] = []
        },
        told("a roll that was cancelled is told to be whole", "rollSettled") { event in
            if event["outcome"] == "cancelled" {
                event["outcome"] = "completed"
                event["reason"] = .null
            }
        },
        event("rollStarted", "the faces are told at the start", "nothing is known") {
            $0["values"] = [1]
        },
        told("a snapshot tells the sum of dice in flight", "total") { snapshot in
            if snapshot["watchers"] != .null, snapshot["rolling"].isTrue {
                snapshot["total"] = 12
            }
        },
        told("a snapshot tells what dice score in flight", "game.options") { snapshot in
            guard snapshot["watchers"] != .null, snapshot["rolling"].isTrue,
                snapshot["game"] != .null
            else { return }
            snapshot["game"]["options"] = [["box": "ones", "points": 1]]
        },
        told("a die is at rest before its time", "before its time") { frame in
            guard frame["rolling"].isTrue, frame["event"] == .null,
                frame["watchers"] != .null
            else { return }
            frame["dice"] = .array(
                frame["dice"].array.map { die in
                    var die = die
                    die["animating"] = false
                    return die
                }
            )
        },
        event("lockChanged", "another die is locked", "die") { event in
            event["dice"] = .array(
                event["dice"].array.map { die in
                    var die = die
                    die.add(1, to: "die")
                    return die
                }
            )
        },
        told("locks outlive a turn", "locked") { snapshot in
            guard snapshot["watchers"] != .null, snapshot["roll"] == 0 else { return }
            guard var die = snapshot["dice"].array.first else { return }
            die["locked"] = .bool(!die["locked"].isTrue)
            snapshot["dice"] = .array([die] + snapshot["dice"].array.dropFirst())
        },
        told("a roll is not counted", "roll") {
            if $0["watchers"] != .null {
                $0.add(1, to: "roll")
            }
        },
    ]

    private static let scores = [
        told("an option brings too much", "game.options") { game in
            guard var option = game["options"].array.first else { return }
            option.add(1, to: "points")
            game["options"] = .array([option] + game["options"].array.dropFirst())
        },
        told("an option is missing", "game.options") { game in
            if game["options"].array.count > 1 {
                game["options"] = .array(Array(game["options"].array.dropLast()))
            }
        },
        told("a joker is none", "game.options") {
            if $0["joker"].isTrue { $0["joker"] = .null }
        },
        told("a box is filled with too much", "score.points") { entry in
            if entry["score"]["box"] != .null {
                entry["score"].add(1, to: "points")
            }
        },
        told("too much is banked", "score.points") { entry in
            if entry["score"] != .null, entry["score"]["box"] == .null,
                entry["score"]["bust"] == .null
            {
                entry["score"].add(50, to: "points")
            }
        },
        told("a stuck turn is told to be lost", "score.bust") { entry in
            if entry["score"]["points"] == 0, entry["score"]["box"] == .null {
                entry["score"]["bust"] = true
            }
        },
        told("a full turn is not told to be full", "full") {
            if $0["full"].isTrue {
                $0["full"] = .null
            }
        },
        event("turnEnded", "another player is up after a full turn", "up") { event in
            if event["entry"]["full"].isTrue {
                event["up"] = "bo"
            }
        },
        told("a turn is corrected with too much", "correction.points") { entry in
            if entry["kind"] == "correction" {
                entry.add(1, to: "points")
            }
        },
        event("corrected", "another player is up after a correction", "up") { event in
            if event["up"] != .null {
                event["up"] = "zed"
            }
        },
        told("a bonus is missing", "score.bonuses") { entry in
            if entry["score"]["bonuses"] != .null {
                entry["score"]["bonuses"] = .null
            }
        },
        told("a lost turn is not told to be lost", "score.bust") { entry in
            if entry["score"]["bust"].isTrue {
                entry["score"]["bust"] = .null
            }
        },
        told("the third lost turn in a row costs nothing", "score.points") { entry in
            if entry["score"]["points"].int ?? 0 < 0 {
                entry["score"]["points"] = 0
            }
        },
        told("a sheet has fewer lost turns in a row", "busts") { sheet in
            if sheet["busts"].int ?? 0 > 0 {
                sheet["busts"] = .null
            }
        },
        told("the turn has gathered too much", "game.turn") {
            if $0["sheets"] != .null {
                $0.add(1, to: "turn")
            }
        },
        told("a sheet adds up wrongly", "sheets") { game in
            guard game["round"] != .null, var sheet = game["sheets"].array.first else {
                return
            }
            sheet.add(1, to: "total")
            game["sheets"] = .array([sheet] + game["sheets"].array.dropFirst())
        },
        told("a box of the sheet is empty", "sheets") { sheet in
            guard sheet["bonuses"] != .null, let box = sheet["boxes"].members.keys.min()
            else {
                return
            }
            sheet["boxes"][box] = .null
        },
        told("another one has won", "winners") { game in
            if !game["winners"].array.isEmpty {
                game["winners"] = ["zed"]
            }
        },
        told("the match goes on after its end", "over") {
            if $0["over"].isTrue {
                $0["over"] = false
            }
        },
        told("the round is wrong", "game.round") { $0.add(1, to: "round") },
        told("another player is up", "up") { event in
            if event["event"] == "turnEnded", event["up"] != .null {
                event["up"] = "zed"
            }
        },
        told("another player begins", "up") { snapshot in
            if snapshot["watchers"] != .null, snapshot["up"] != .null,
                snapshot["roll"] == 0
            {
                snapshot["up"] = "zed"
            }
        },
        told("a turn is of an older edition", "edition") {
            if $0["kind"] == "turn" {
                $0["edition"] = 3
            }
        },
        told("the entry reveals no seed", "reveals nothing") {
            if $0["kind"] == "turn" {
                $0["seed"] = .null
            }
        },
        told("another seed was promised", "commitment") { entry in
            if entry["kind"] == "turn" {
                entry["commitment"] = entry["nextCommitment"] == .null ? "0" : "1"
            }
        },
        told("an entry of history is altered", "history") {
            if $0["entries"] != .null {
                $0["entries"] = []
            }
        },
        told("a match is told wrongly", "matches") {
            if !$0["matches"].array.isEmpty {
                $0["matches"] = []
            }
        },
    ]

    private static let connections = [
        Break("a revision goes down", "revision") { step, referee in
            guard
                let last = step.lines.lastIndex(where: {
                    $0.to == 0 && $0.line["params"]["revision"] != .null
                }),
                step.lines[last].line["params"]["event"] != .null
            else { return false }
            step.lines[last].line["params"]["revision"] = 0
            return true
        },
        Break("a roll is answered before it settles", "before") { step, _ in
            let reply = step.lines.firstIndex {
                $0.line["result"]["outcome"] == "completed"
                    && $0.line["result"]["turn"] != .null
            }
            guard let reply else { return false }
            let line = step.lines.remove(at: reply)
            let first = step.lines.firstIndex {
                $0.to == line.to && $0.line["params"]["event"] == "rollSettled"
            }
            guard let first else { return false }
            step.lines.insert(line, at: first)
            return true
        },
        left(out: "no frame comes before rollSettled", "frames before") { _, params in
            params["event"] == .null && params["dice"] != .null
                && params["rolling"] == false
        },
        left(out: "a lost turn goes on", "turnEnded") { _, params in
            params["entry"]["score"]["bust"].isTrue
        },
        left(out: "nobody hears that the match is over", "gameOver") { _, params in
            params["event"] == "gameOver"
        },
        left(out: "somebody is not told", "told to connection 1") { to, params in
            to == 1 && params["event"] == "lockChanged"
        },
        Break("something is told twice", "is told of") { step, _ in
            let line = step.lines.last {
                $0.to == 1 && $0.line["params"]["event"] == "lockChanged"
            }
            guard let line else { return false }
            step.lines.append(line)
            return true
        },
    ]

    private static let rests = [
        granted("invalidParams"),
        Break("a player who rests has a turn", ".up") { step, referee in
            guard let player = referee.table?.resting.first else { return false }
            return step.change {
                if $0["event"] == "turnEnded", $0["up"] != .null {
                    $0["up"] = .string(player)
                }
            }
        },
        Break("the match goes on though nobody is left to play", "rest.winners") { step, _ in
            var isOver = false
            step.lines.removeAll { _, line in
                isOver = isOver || ends(line["params"])
                return isOver && line["params"]["event"] == "gameOver"
            }
            return step.change { event in
                guard ends(event) else { return }
                event["entry"]["winners"] = .null
                event["game"]["winners"] = .null
                event["game"]["over"] = false
            }
        },
        told("the entry of a rest lacks the winners", "rest.winners") { entry in
            if entry["kind"] == "rest", entry["winners"] != .null {
                entry["winners"] = .null
            }
        },
        told("a match that a rest has ended is not over", "playerRests.game.over") { event in
            if ends(event) {
                event["game"]["over"] = false
            }
        },
        told("a rest is hashed as a return", "digest of a rest") { entry in
            guard entry["kind"] == "rest", entry["rests"].isTrue else { return }
            var other = entry
            other["rests"] = false
            entry["digest"] = JSON(Chain.digest(of: other, players: []))
        },
        told("a join is reported as a return", "rest.joins") { entry in
            if entry["joins"].isTrue {
                entry["joins"] = .null
            }
        },
        told("a resting player is reported as playing", "game.resting") { game in
            if game["resting"] != .null {
                game["resting"] = .null
            }
        },
        Break("somebody rests in a new match", "game.resting") { step, referee in
            guard let player = referee.table?.players.first else { return false }
            return step.change { snapshot in
                if snapshot["watchers"] != .null, snapshot["game"]["match"].int ?? 1 > 1 {
                    snapshot["game"]["resting"] = [.string(player)]
                }
            }
        },
        Break("the current player rests after a roll", "turnOpen") { step, referee in
            guard case .sent(var orders) = step.cause, orders.count == 1,
                orders[0].method == "table.rest", orders[0].params["rests"].isTrue,
                let table = referee.table, table.flight != nil,
                step.lines.contains(where: { $0.line["params"]["event"] == "playerRests" })
            else { return false }
            orders[0].params["player"] = JSON(table.up)
            step.cause = .sent(orders)
            return true
        },
        left(out: "nobody hears of a rest", "playerRests") { _, params in
            params["event"] == "playerRests"
        },
    ]

    /// Returns true if the event is a rest that ends the match.
    private static func ends(_ event: JSON) -> Bool {
        event["event"] == "playerRests" && event["entry"]["winners"] != .null
    }
}

extension JSON {
    /// Adds a number.
    fileprivate mutating func add(_ number: Int, to name: String) {
        if let int = self[name].int {
            self[name] = JSON(int + number)
        }
    }
}
