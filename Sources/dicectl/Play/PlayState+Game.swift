import DiceGames
import DiceModel

/// The sheet of a game, and dice that score together.
extension PlayState {
    /// nil without a game, or if the daemon has not told.
    var sheet: ScoreSheet? { table?.snapshot.game.map(ScoreSheet.init) }

    /// `your turn` or `bo's turn`, at a table with players.
    var whoseTurn: String? { up.map { isUp ? "your turn" : "\(Printable.text($0))'s turn" } }

    /// Whose turn it is and how the match stands, to listen to; nil without a game.
    var standing: String? {
        guard let game = table?.snapshot.game else { return nil }
        if game.over { return "\(game.result). Press n for the next match." }
        return (whoseTurn.map { "It is \($0). " } ?? "") + "\(game.standings[0])."
    }

    /// Ends the turn in the box that is chosen. One that brings nothing is asked for twice if another brings points.
    mutating func fillChosen(_ asked: Question?) -> [PlayAction] {
        guard let sheet, let row = sheet.row(ofLine: paneRow), let option = row.option else {
            notice = "nothing can be filled there now"
            return []
        }
        guard canEndTurn else { return changing(.fill(option.box)) }
        if asked != .fill(option.box), let loss = sheet.loss(in: option.box) {
            question = .fill(option.box)
            notice = "\(loss); enter again fills it"
            return []
        }
        return [.fill(option.box)]
    }

    /// The dice to lock with this one in a bank game, as it scores only with them: those of its face, else the best set.
    func scoringSet(with number: Int) -> [Int] {
        guard let name = table?.snapshot.game?.name, let bank = Game.all.first(where: { $0.name == name })?.bank,
            !dice[number - 1].locked, bank.score(all: [dice[number - 1].value]) == nil
        else { return [number] }
        let open = dice.filter { !$0.locked }
        let alike = open.filter { $0.value == dice[number - 1].value }
        if bank.score(all: alike.map(\.value)) != nil { return alike.map(\.die) }
        let best = bank.best(of: open.map(\.value)).map { open[$0].die }
        return best.contains(number) ? best : [number]
    }
}
