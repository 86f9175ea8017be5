package import DiceDrawing
package import DiceFollowing

/// Describes the table in sentences, one per line, with the same keys: for screen readers, and for
/// terminals that cannot draw.
package final class SpokenPlay: PlayScreen {
    private let glyphs: Glyphs
    /// The last notice printed, which is not repeated.
    private var notice = ""
    private var chosen: Int?
    private var pane: [String] = []
    private var entry: EntryLine?

    package init(glyphs: Glyphs) {
        self.glyphs = glyphs
    }

    package let isMoving = false

    package func show(_ state: PlayState, on terminal: FullScreen) throws(CommandError)
        -> PlayLayout
    {
        let lines = sentences(of: state)
        if !lines.isEmpty {
            try Output.lines(lines.map(glyphs.shown))
        }
        return PlayLayout(state, size: terminal.size, glyphs: glyphs)
    }

    /// Returns the news since the last call.
    func sentences(of state: PlayState) -> [String] {
        var lines = state.announcements
        if state.notice != notice, !state.notice.isEmpty, state.announcements.isEmpty {
            lines.append(state.notice)
        }
        notice = state.notice
        lines += spokenLines(of: state.entry, state)
        let sheet = state.sheet
        let now = state.pane.map { spokenLines(of: $0, state, sheet) } ?? []
        let choice = state.pane == .sheet ? -1 - state.paneRow : state.chosen
        let hasMoved =
            chosen != nil && chosen != choice
            && (lines.isEmpty || pane.isEmpty && !now.isEmpty)
        lines += now.filter { !pane.contains($0) }
        if hasMoved, state.notice.isEmpty {
            lines.append(PlayFoot.text(of: state, sheet))
        }
        chosen = choice
        pane = now
        return lines
    }

    private func spokenLines(of pane: PlayState.Pane, _ state: PlayState, _ sheet: ScoreSheet?)
        -> [String]
    {
        if pane == .sheet {
            return sheet.map { sheet in sheet.rows.map { sheet.sentence(of: $0) + "." }
            } ?? []
        }
        let text = PaneText(pane, of: state, sheet, glyphs: glyphs)
        return [text.title] + text.lines.map { PlayerTag.removed(from: $0) }
    }

    /// Returns the changes in the input line.
    private func spokenLines(of now: EntryLine?, _ state: PlayState) -> [String] {
        defer {
            entry = now
        }
        guard let now else { return [] }
        let what = now.purpose == .notation ? "dice notation" : "the \(state.asked(by: now))"
        var lines =
            entry == nil ? ["Type \(what), then press enter. Escape cancels."] : []
        if now.text != entry?.text ?? "", !now.text.isEmpty {
            lines.append(now.text)
        }
        if let mistake = now.mistake, mistake != entry?.mistake {
            let place = now.mistaken.map { "At character \($0.lowerBound + 1): " } ?? ""
            lines.append(place + Printable.text(mistake.message))
        }
        return lines
    }
}
