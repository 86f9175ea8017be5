import DiceDrawing
import DiceFollowing
import DiceGames
import DiceModel

/// Correcting the last turn, which is possible until the next roll.
extension PlayState {
    /// Opens the sheet to choose another box, or says why the turn cannot be corrected.
    mutating func chooseOtherBox(in game: GameState) {
        let turn = lastEntries?.lazy.compactMap(\.turn).first
        let box = lastEntries?.lazy.compactMap {
            $0.correction?.score.box ?? $0.turn?.score?.box
        }
        .first
        let sheet = game.sheets.first { $0.player == nil || $0.player == turn?.by }
        if let obstacle = obstacle(to: .correct) {
            notice = obstacle
        } else if let turn, let box, var sheet, turn.score?.match == game.match {
            guard sheet.player == nil || players.contains(turn.by) else {
                notice =
                    "nothing to correct: the last turn was \(Printable.text(turn.by))'s"
                return
            }
            sheet.boxes.removeAll { $0.name == box }
            let faces = turn.dice.map(\.value)
            let rolls = turn.rolls.count { $0.outcome != .void }
            let rules = table?.game?.sheet
            correcting = (
                turn.by,
                rules?.options(faces, roll: rolls, at: sheet).filter { $0.box != box }
                    ?? []
            )
            pane = .sheet
            paneRow = self.sheet?.maximum ?? 0
            let choice =
                rules == nil
                ? "dicectl correct BOX" : "the arrows select it; enter"
            notice =
                "another box for \(EventText.numbers(faces)): \(choice) moves the score"
        } else {
            notice = "nothing to correct: no box of this match is filled"
        }
    }
}
