import DiceClient
import DiceDrawing
import DiceFollowing
import DiceGames
import DiceModel
import DiceWire

/// The sheet of a game, and the state of its match.
extension PlayState {
    /// `nil` without a game, or until its state arrives.
    var sheet: ScoreSheet? {
        guard let table, var game = table.snapshot.game else { return nil }
        if let correcting {
            game.options = correcting.options
        }
        let hints = search.flatMap {
            $0.game == table.game ? (try? $0.result?.get()) ?? nil : nil
        }
        return ScoreSheet(
            game,
            table.document,
            best: correcting == nil ? hints?.box(table.snapshot, game) : nil
        )
    }

    /// True if the turn can only continue by filling a box.
    var mustChoose: Bool {
        rollsLeft == 0 && table?.snapshot.game?.options?.isEmpty == false
    }

    /// `your turn`, `bo's turn, choose a box` or `bo's turn, last turn: beat 10000`, at a table
    /// with players.
    var whoseTurn: String? {
        guard let up else { return nil }
        let turn =
            isUp && players.count == 1 ? "your turn" : "\(Printable.text(up))'s turn"
        let aim =
            mustChoose ? "choose a box" : table?.snapshot.game?.ending(table?.game)
        return turn + (aim.map { ", " + $0 } ?? "")
    }

    /// The result of the match, and the overall score between the players here.
    var end: [String] {
        guard let game = table?.snapshot.game, game.over else { return [] }
        let totals = game.standing.map {
            [$0.player.map { PlayerTag.text($0, among: seated) } ?? "", "\($0.total)"]
        }
        let turns = (lastEntries ?? []).corrected.compactMap(\.turn).filter {
            $0.score?.match == game.match
        }
        let best = turns.max { $0.score?.points ?? 0 < $1.score?.points ?? 0 }.flatMap { turn in
            EventText.points(turn, table?.game).map {
                "best turn: \(PlayerTag.text(turn.by, among: seated)), \($0)"
            }
        }
        let won = game.sheets.compactMap(\.player).map { player in
            "\(Printable.text(player)) \(matches.count { $0.winners?.contains(player) == true })"
        }
        let wins =
            won.isEmpty || matches.isEmpty
            ? nil : "won so far: \(won.joined(separator: ", "))"
        return [game.result, ""] + Columns.lines(totals)
            + ["", best, wins, nextMatch].compactMap(\.self) + takingIn
    }

    /// Names the players of the next match, or offers to be in it.
    private var nextMatch: String {
        if isGuest {
            return asks ? "n: do not be in the next match" : "n: be in the next match"
        }
        return seated.isEmpty ? "n: next match" : "n: next match, for \(EventText.names(seated))"
    }

    /// Says who asked to be in the next match, and how to take them in.
    private var takingIn: [String] {
        guard let asking = table?.snapshot.asking, let table else { return [] }
        let name = table.snapshot.table
        let all = ShellWord.quoted((seated + asking).joined(separator: ","))
        return [
            EventText.asking(asking),
            "to take them in: dicectl table set \(name) --players \(all)",
        ]
    }

    /// The current player and the state of the match, for a screen reader; `nil` without a game.
    var standing: String? {
        guard let game = table?.snapshot.game else { return nil }
        if game.over {
            return "\(game.result). Press n for the next match."
        }
        return (whoseTurn.map { "It is \($0). " } ?? "") + "\(game.standings[0])."
    }

    /// Ends the turn with the selected box. A box that does not score needs confirmation if another
    /// box would score.
    mutating func fillChosen(_ asked: Question?) -> [PlayAction] {
        guard let sheet, let row = sheet.row(ofLine: paneRow), let option = row.option
        else {
            return notifying("that box cannot be filled now")
        }
        guard canEndTurn || correcting != nil else { return changing(.fill(option.box)) }
        if asked != .fill(option.box), let loss = sheet.loss(in: option.box) {
            question = .fill(option.box)
            return notifying("\(loss); enter again fills it")
        }
        return [correcting.map { .correct(option.box, by: $0.by) } ?? .fill(option.box)]
    }
}

extension [HistoryEntry] {
    /// The entries, newest first, each turn with the score of its last correction.
    var corrected: [HistoryEntry] {
        var scores: [Int: Match.Score] = [:]
        for correction in compactMap(\.correction) where scores[correction.turn] == nil {
            scores[correction.turn] = correction.score
        }
        return map { entry in
            guard var turn = entry.turn, let score = scores[turn.turn] else { return entry }
            turn.score = score
            return .turn(turn)
        }
    }
}
