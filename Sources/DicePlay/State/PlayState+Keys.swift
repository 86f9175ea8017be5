import DiceDrawing
import DiceFollowing
import DiceGames
import DiceModel
import DiceWire

extension PlayState {
    /// Handles a key pressed on this picture.
    mutating func press(_ key: Key, on layout: PlayLayout) -> [PlayAction] {
        if entry != nil, let actions = type(key) {
            return actions
        }
        let asked = question
        if question != nil {
            question = nil
            notice = ""
        }
        let namesDice = pane == nil || pane == .sheet || pane == .hint
        if namesDice, case .character(let digit) = key, digit.isASCII, digit.isNumber {
            return type(digit, on: layout)
        }
        if !typed.isEmpty {
            let actions = endTyping(on: layout)
            if key == .enter || key == .escape {
                return key == .escape ? [] : actions
            }
            return actions + press(key, on: layout)
        }
        if let offered = offerDaemon(for: key, asked) {
            return offered
        }
        switch key {
        case .character(let character):
            if let motion = Self.motions[character] {
                return press(motion, on: layout)
            }
            return press(character, asked)
        case .click(let row, let column): return click(row, column, layout, asked)
        case .escape:
            pane = nil
            return []
        case .paste: return notifying("ignored: pasted text")
        case .enter where pane == .tables:
            return choose(
                tables.indices.contains(paneRow) ? tables[paneRow].table : nil
            )
        case .enter where pane == .sheet: return fillChosen(asked)
        case .enter where pane == nil && missingBot != nil:
            return missingBot.map { [.bringBack($0)] } ?? []
        case .enter: return chosenDie.map { toggle($0.die, on: layout) } ?? []
        default:
            if let pane {
                move(key, in: pane, on: layout)
            } else {
                move(key, on: layout)
            }
            return []
        }
    }

    /// The keys that move, as in vi, except `h`, which opens the history.
    private static let motions: [Character: Key] = [
        "j": .down, "k": .up, "l": .right, "b": .left, "w": .right, "g": .home,
        "G": .end,
    ]

    /// Shows this text, and does not request anything.
    mutating func notifying(_ words: String) -> [PlayAction] {
        notice = words
        return []
    }

    /// Handles a letter; capitals are equivalent.
    private mutating func press(_ character: Character, _ asked: Question?)
        -> [PlayAction]
    {
        switch character.lowercased() {
        case "r", " ":
            if let choice = choiceToKeep {
                return notifying(choice)
            }
            if hasIdleDie {
                return notifying("one of these dice scores nothing; take it back, then roll")
            }
            return askForFaces() ? [] : keeping(before: .roll, .roll)
        case "e": return endTurn(asked)
        case "c":
            if isRolling {
                return [.cancel]
            }
            if let own = thrown.last(where: { $0.rolling && $0.by == player }) {
                return [.cancelThrow(own.number)]
            }
            return notifying("no die is in flight")
        case "a" where choice != nil:
            clearChoice()
            return []
        case "a":
            return locked.isEmpty ? notifying("no die is locked") : [.unlock(locked)]
        case "v": return toggleContributing()
        case "h": return toggle(.history)
        case "t": return toggle(.tables)
        case "s" where table?.snapshot.game != nil: return toggle(.sheet)
        case "?":
            return toggle(
                pane == .help && table?.snapshot.game != nil || pane == .hint
                    ? .hint : .help
            )
        case "u" where askForFacesAgain(): return []
        case "u" where table?.snapshot.game != nil:
            if let game = table?.snapshot.game {
                chooseOtherBox(in: game)
            }
            return []
        case "n" where isGuest && !isOld: return [.ask(!asks)]
        case "o" where table?.snapshot.game != nil: return goOn()
        case "n" where isMatchOver && !isOld: return [.newGame]
        case "/":
            entry = EntryLine(after: earlierLines)
            return []
        case "q": return [.quit]
        default:
            if !hasPointedAtHelp {
                notice = "no key \(character) here; ? for help"
            }
            hasPointedAtHelp = true
            return []
        }
    }

    /// Handles `r` and Enter while no daemon is running: the first press offers to start one, the
    /// second starts it. `nil` for other keys.
    private mutating func offerDaemon(for key: Key, _ asked: Question?) -> [PlayAction]? {
        guard absence == .daemon, pane == nil, startsDaemon else { return nil }
        guard key == .enter || key == .character("r") || key == .character("R") else {
            return nil
        }
        if asked == .startDaemon {
            notice = "starting the daemon"
            return [.startDaemon]
        }
        question = .startDaemon
        return notifying(
            "start the daemon? press r or enter again, or any other key to cancel"
        )
    }

    /// Ends the turn; needs a second press while rolls are left, since it cannot be undone.
    private mutating func endTurn(_ asked: Question?) -> [PlayAction] {
        if table?.snapshot.game?.options?.isEmpty == false, canEndTurn {
            notice = "choose a box with the arrows; enter fills it"
            return pane == .sheet ? [] : toggle(.sheet)
        }
        if let left = rollsLeft, left > 0, table?.snapshot.by != nil, canEndTurn,
            asked != .endTurn
        {
            question = .endTurn
            return notifying(
                "\(left) \(left == 1 ? "roll is" : "rolls are") left; press e again to end the turn"
            )
        }
        return keeping(before: .endTurn, .endTurn)
    }

    /// Performs a button's action. While dice are in flight, only acknowledges the press briefly.
    mutating func changing(_ action: PlayAction) -> [PlayAction] {
        guard table != nil else { return [] }
        guard isRolling, !isOld else { return [action] }
        ignored = Set(dice.filter(\.animating).map(\.die))
        notice = "ignored: dice are in flight"
        return [.endIgnoring]
    }

    /// Handles a tap on a die, by its number, and scrolls to it.
    mutating func toggle(_ number: Int, on layout: PlayLayout) -> [PlayAction] {
        guard dice.indices.contains(number - 1) else {
            return notifying("no die \(number)")
        }
        chosen = number - 1
        top = layout.dice.grid.top(showing: chosen, near: top)
        guard dice[chosen].animating, !isOld else {
            notice = obstacle(to: .lock) ?? ""
            guard notice.isEmpty else { return [] }
            guard choice != nil else { return [.toggle(number)] }
            choose(number)
            return []
        }
        ignored = [number]
        notice = "ignored: die \(number) is in flight"
        return [.endIgnoring]
    }

    private mutating func toggleContributing() -> [PlayAction] {
        guard table != nil, !isOld else { return [] }
        guard mayPlay else { return notifying("you may only watch") }
        contributing = !contributes
        notice =
            contributes
            ? "you contribute to the rolls of others"
            : "you stop contributing after the next roll"
        return [.contribute]
    }

    private mutating func toggle(_ wanted: Pane) -> [PlayAction] {
        pane = pane == wanted ? nil : wanted
        paneRow = 0
        switch pane {
        case .history: return [.readHistory]
        case .tables:
            paneRow = tables.firstIndex { $0.table == name.description } ?? 0
            return [.readTables]
        case .sheet:
            paneRow = sheet.flatMap { $0.best ?? $0.maximum } ?? 0
            return []
        case .hint: return [.readHint]
        case .help, .end, nil: return []
        }
    }

    private mutating func choose(_ table: String?) -> [PlayAction] {
        pane = nil
        return table.flatMap { TableName($0) }.map { [.change(to: $0)] } ?? []
    }

    private mutating func click(
        _ row: Int,
        _ column: Int,
        _ layout: PlayLayout,
        _ asked: Question?
    )
        -> [PlayAction]
    {
        switch layout.target(row: row, column: column) {
        case .key(let character):
            question = asked
            return press(.character(character), on: layout)
        case .die(let index): return toggle(index + 1, on: layout)
        case .table(let name): return choose(name)
        case .sheetLine(let line) where pane == .sheet:
            paneRow = line
            return fillChosen(asked)
        case .sheetLine(let line) where pane == nil && sheet?.row(ofLine: line) != nil:
            pane = .sheet
            paneRow = line
            return []
        case .sheetLine, nil: return []
        }
    }
}
