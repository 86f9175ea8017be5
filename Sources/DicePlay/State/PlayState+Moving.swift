import DiceDrawing
import DiceModel
import DiceWire

extension PlayState {
    /// Handles a digit of a die's number. The number takes effect at once if no longer number can
    /// begin with it.
    mutating func type(_ digit: Character, on layout: PlayLayout) -> [PlayAction] {
        typed.append(digit)
        guard let number = Int(typed), number > 0 else {
            typed = ""
            return []
        }
        guard number * 10 <= dice.count else { return endTyping(on: layout) }
        notice = "die \(typed)_: another digit, or enter"
        return [.awaitDigit]
    }

    /// Completes the typed number.
    mutating func endTyping(on layout: PlayLayout) -> [PlayAction] {
        defer {
            typed = ""
        }
        notice = ""
        return Int(typed).map { toggle($0, on: layout) } ?? []
    }

    /// Selects another die and scrolls to it, or only scrolls.
    mutating func move(_ key: Key, on layout: PlayLayout) {
        let grid = layout.dice.grid
        switch key {
        case .left: chosen -= 1
        case .right: chosen += 1
        case .tab: chosen = (chosen + 1) % max(1, dice.count)
        case .backTab: chosen = (chosen + max(1, dice.count) - 1) % max(1, dice.count)
        case .up: if chosen >= grid.perRow { chosen -= grid.perRow }
        case .down: if chosen + grid.perRow < dice.count { chosen += grid.perRow }
        case .home: chosen = 0
        case .end: chosen = dice.count - 1
        case .pageUp: chosen -= grid.perRow * grid.visibleRows
        case .pageDown: chosen += grid.perRow * grid.visibleRows
        case .wheel(let notches):
            top = grid.top(near: grid.top(near: top) + notches)
            return
        default: return
        }
        chosen = max(0, min(chosen, dice.count - 1))
        top = grid.top(showing: chosen, near: top)
        notice = ""
    }

    /// Scrolls the pane, or selects another table in it.
    mutating func move(_ key: Key, in pane: Pane, on layout: PlayLayout) {
        let page = max(1, layout.head.body.rows - 1)
        let last = max(0, lines(of: pane, on: layout) - 1)
        switch key {
        case .up, .backTab: paneRow -= 1
        case .down, .tab: paneRow += 1
        case .pageUp: paneRow -= page
        case .pageDown: paneRow += page
        case .home: paneRow = 0
        case .end: paneRow = last
        case .wheel(let notches): paneRow += notches
        default: break
        }
        paneRow = max(0, min(paneRow, last))
    }

    /// Returns the number of lines in the pane: as drawn, unless it has just been opened.
    private func lines(of pane: Pane, on layout: PlayLayout) -> Int {
        switch pane {
        case .tables: return tables.count
        case .sheet: return sheet?.rows.count ?? 0
        case let kind where layout.pane?.kind == kind:
            return layout.pane?.text.lines.count ?? 0
        case .history, .help, .hint, .end:
            return PaneText(pane, of: self, sheet, glyphs: .ascii).lines.count
        }
    }

    /// Updates the list of tables. The selection stays; at first it is the current table.
    mutating func list(_ tables: [TableSummary]) {
        let wanted =
            self.tables.indices.contains(paneRow)
            ? self.tables[paneRow].table : name.description
        self.tables = tables
        guard pane == .tables else { return }
        paneRow =
            tables.firstIndex { $0.table == wanted }
            ?? max(0, min(paneRow, tables.count - 1))
    }
}
