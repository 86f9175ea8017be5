package import DiceDrawing
package import DiceGames
package import DiceModel
package import DiceWire

/// The words for the events of a table that a daemon sends.
extension EventText {
    /// Returns the text of an event at a table whose open turn and roll are those of `table`; `nil`
    /// for events about watchers and those that add nothing new. Titles come from the game's
    /// `document`, or else from a built-in game.
    ///
    /// - Parameter remark: text to add after the end of a turn, except in a line.
    package func event(
        _ event: TableEvent,
        at table: TableSnapshot,
        _ document: Game? = nil,
        remark: String = ""
    ) -> String? {
        let game = table.game?.rules(document)
        let name = Printable.text(event.table)
        let by =
            event.by.map { Self.author(Printable.text($0), event.bot) }
            ?? (self == .spoken ? "Someone" : "someone")
        switch event.kind {
        case .rollStarted(let rolled, _, _, _):
            return atTable(name, "\(by) rolls", self == .caption ? "" : dice(rolled))
        case .rollSettled(
            let rolled,
            let outcome,
            let reason,
            let absent,
            let dice,
            let total,
            _,
            let entered
        ):
            let result = RollResult(
                table: event.table,
                turn: table.turn,
                roll: table.roll,
                by: event.by ?? by,
                outcome: outcome,
                reason: reason,
                rolled: rolled,
                dice: dice,
                total: total,
                chance: RollChance(entered: entered),
                absent: absent
            )
            return roll(result, bot: event.bot)
        case .rollAsked(let roll, _, let contributors):
            let names = Self.names(contributors.map(\.by))
            let haveOrHas = Set(contributors.map(\.by)).count > 1 ? "have" : "has"
            return self == .line
                ? "\(name) turn \(table.turn) roll \(roll) \(by): waiting for \(names)"
                : atTable(name, "\(by) rolls when \(names) \(haveOrHas) answered")
        case .lockChanged(let changed):
            let parts = [
                ("locked", changed.filter(\.locked)),
                ("unlocked", changed.filter { !$0.locked }),
            ]
            let words = parts.filter { !$0.1.isEmpty }.map {
                "\($0.0) \(dice($0.1.map(\.die)))"
            }
            return atTable(
                name,
                event.by == nil && self == .line ? "" : by,
                words.joined(separator: ", ")
            )
        case .turnEnded(let turn, _):
            return self == .line
                ? turnEnded(turn, game)
                : atTable(
                    name,
                    "\(by) ended turn \(turn.turn) with \(Self.points(turn, game) ?? "\(turn.total)")\(remark)"
                )
        case .corrected(let correction):
            return self == .line
                ? Self.corrected(correction, game)
                : atTable(
                    name,
                    "\(by) corrected turn \(correction.turn): \(Self.score(correction.score, game))"
                )
        case .playerRests(let rest):
            return self == .line ? Self.rested(rest) : atTable(name, Self.restOf(rest))
        case .throwShown(let entry):
            let shows = "\(by) shows throw \(entry.number)"
            return self == .spoken
                ? "\(shows): \(thrown(entry))" : atTable(name, shows, thrown(entry))
        case .gameOver: return atTable(name, table.game?.result ?? "the match is over")
        case .tableChanged(let snapshot):
            let asking = snapshot.asking.map { "; \(Self.asking($0))" } ?? ""
            let rules = Self.rules(snapshot) + asking
            return choose(
                "\(name) has \(rules)",
                spoken: "Table \(name) has \(rules) now.",
                caption: rules
            )
        case .watchersChanged, .contributorsChanged, .mayChanged, .throwEnded: return nil
        case .tableDeleted:
            return choose(
                "\(name) deleted",
                spoken: "Table \(name) was deleted.",
                caption: "deleted"
            )
        case .serverStopping:
            let stopping = "the daemon is stopping"
            return choose(
                "\(name) \(stopping)",
                spoken: "The daemon is stopping.",
                caption: stopping
            )
        }
    }

    /// `default turn 3 roll 2 ann: 4 6 [3] 1 5 = 19`, `ann rolled 4, 6, 3 locked, 1, 5. Total 19.`,
    /// or `ann rolled`; followed by the ending if it is unusual.
    ///
    /// - Parameter bot: True if a bot made the roll, otherwise `nil`.
    package func roll(_ result: RollResult, bot: Bool? = nil) -> String {
        let by = Self.author(Printable.text(result.by), bot)
        let head =
            "\(Printable.text(result.table)) turn \(result.turn) roll \(result.roll)"
        if result.outcome == .void {
            let void = Self.void(by: result.by, result.absent, result.reason)
            return choose("\(head): \(void)", spoken: void + ".", caption: void)
        }
        let ending =
            Self.ending(result.outcome, result.reason)
            + Self.entered(result.entered, by: [result.by])
        return choose(
            "\(head) \(by): \(faces(result.dice))\(ending)",
            spoken:
                "\(by) rolled \(Self.spokenValues(result.dice))\(ending). Total \(result.dice.total).",
            caption: result.entered == true
                ? "entered by \(by)" : "\(by) rolled\(ending)"
        )
    }
}
