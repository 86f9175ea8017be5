import DiceModel
import DiceTable
import DiceWire

/// A player's absence from a table.
@TableActor
struct Absence {
    /// The end of the last connection, or the time of a later act.
    let since: Timestamp
    /// True if other players may make the player rest.
    var isLong = false
    /// Waits until the absence is long.
    let delay = Delay()
}

extension TableEvent.Kind {
    /// True if somebody else has ended the turn of a player who is away.
    var isActForAbsentPlayer: Bool {
        guard case .turnEnded(let turn, _) = self else { return false }
        return turn.absent == true
    }
}

extension Table {
    /// Notes which of the players have a connection here, after the players have changed.
    func notePresence() {
        let players = group.settings.players ?? []
        for player in absences.keys where !players.contains(player) {
            absences.removeValue(forKey: player)?.delay.cancel()
        }
        notePresence(of: players)
    }

    /// Notes which of these names, as far as they are players, have a connection here, after a
    /// watcher with these names has arrived or left.
    func notePresence(of names: [String]) {
        let players = group.settings.players ?? []
        for player in names where players.contains(player) {
            if subscribers.isWatching(player) {
                absences.removeValue(forKey: player)?.delay.cancel()
            } else if absences[player] == nil {
                beginAbsence(of: player)
            }
        }
        presenceChanged()
    }

    /// Notes that somebody has acted. The absence of a player who acts without watching begins anew.
    func noteAct(by player: String) {
        guard let absence = absences[player] else { return }
        absence.delay.cancel()
        beginAbsence(of: player)
        updatePresence()
    }

    private func beginAbsence(of player: String) {
        let absence = Absence(since: now())
        absences[player] = absence
        absence.delay.start(after: times.absence, on: clock) { [weak self] in
            self?.absences[player]?.isLong = true
            self?.presenceChanged()
        }
    }

    private func presenceChanged() {
        updatePresence()
        countLater()
    }

    private func updatePresence() {
        let players = group.settings.players ?? []
        let away = players.compactMap { player in
            absences[player].map { AwayPlayer(player: player, since: $0.since) }
        }
        if subscribers.away != away {
            subscribers.away = away
        }
        let before = group.absentPlayers
        group.absentPlayers = Set(absences.filter(\.value.isLong).keys)
        if group.absentPlayers != before {
            announce(.mayChanged)
        }
    }
}
