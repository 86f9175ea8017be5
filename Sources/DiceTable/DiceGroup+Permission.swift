import DiceGames
package import DiceModel

/// The people who may do an act at a table now.
package enum Party: Sendable, Hashable {
    case everyone
    case player(String)
    /// Those who may change the table.
    case owner
    /// The host, and those who may change the table.
    case host
    /// Each of these players, the host, and those who may change the table.
    case playersOrHost([String])

    /// Returns true if one of these people belongs to the party.
    ///
    /// - Parameters:
    ///   - names: The names of the people; `nil` for people who may use any name.
    ///   - standing: What they may decide at the table.
    package func includes(_ names: [String]?, standing: Standing) -> Bool {
        switch self {
        case .everyone: true
        case .player(let name): names?.contains(name) ?? true
        case .owner: standing == .owner
        case .host: standing != .guest
        case .playersOrHost(let players):
            standing != .guest || names.map { !players.filter($0.contains).isEmpty } ?? true
        }
    }
}

/// What somebody may decide at a table besides their own turns.
package enum Standing: Sendable, Hashable, CaseIterable {
    case guest
    /// Decides for absent players.
    case host
    /// Changes the table, and does what a host does.
    case owner
}

/// Who may do an act at a table now, and why nobody else may.
package struct Permission: Sendable, Hashable {
    /// Those who may do the act, unless there is an `obstacle`.
    package let party: Party
    /// The refusal for those who do not belong to the party.
    package let exclusion: DiceError?
    /// The reason why not even the party may do the act.
    package let obstacle: DiceError?

    init(
        _ party: Party = .everyone,
        others exclusion: DiceError? = nil,
        unless obstacle: DiceError? = nil
    ) {
        self.party = party
        self.exclusion = exclusion
        self.obstacle = obstacle
    }

    /// Returns the reason why these people may not do the act; `nil` if one of them may.
    package func refusal(of names: [String]?, standing: Standing) -> DiceError? {
        party.includes(names, standing: standing) ? obstacle : exclusion
    }

    func check(_ name: String, standing: Standing = .guest) throws(DiceError) {
        if let refusal = refusal(of: [name], standing: standing) {
            throw refusal
        }
    }
}

extension DiceGroup {
    /// Returns who may do an act. Each act asks this before it looks at its own params. The answer
    /// does not depend on the faces of dice in flight, nor on throws.
    ///
    /// - Parameter restart: True for a roll that first settles the dice in flight.
    package func permission(for act: Act, restart: Bool = false) -> Permission {
        let isOfDice = ![.lock, .rest, .join].contains(act)
        let isBusy = isOfDice && !restart && isAnyDieAnimating
        return switch act {
        case .correct: isBusy ? Permission(unless: .busy) : permissionToCorrect
        case .newGame: permissionToBegin
        case .rest: permission(toRest: settings.up ?? "", true)
        case .endAbsent: isBusy ? Permission(unless: .busy) : permissionToEndAbsent
        case .join: permissionToJoin
        case .roll, .lock, .endTurn:
            if isBusy || awaitsReveals {
                Permission(unless: .busy)
            } else if !contradictions.isEmpty {
                Permission(unless: .contradicts(contradictions, at: name))
            } else if let up = settings.up {
                Permission(.player(up), others: .notYourTurn(up), unless: obstacle(to: act))
            } else {
                Permission(unless: obstacle(to: act))
            }
        }
    }

    /// Returns the reason why the current player may not do an act of the turn.
    private func obstacle(to act: Act) -> DiceError? {
        if act == .lock {
            return state.mustRollAll ? .nothingRolled : nil
        }
        if match?.isOver == true {
            return .game(.over)
        }
        return act == .roll ? obstacleToRoll : obstacleToEnd
    }

    private var obstacleToRoll: DiceError? {
        if let limit = settings.rollsPerTurn, rollsLeft == 0 {
            return .noRollsLeft(limit)
        }
        do throws(MatchTurn.Refusal) {
            try matchTurn?.checkRoll()
        } catch { return DiceError(error) }
        return isHot || dice.contains { !$0.locked } ? nil : .allLocked
    }

    private var obstacleToEnd: DiceError? {
        guard rollsMade > 0 else { return .nothingRolled }
        guard var turn = matchTurn, turn.match.game.bank != nil else { return nil }
        do throws(Match.Refusal) {
            _ = try turn.end(nil)
            return nil
        } catch { return .game(error) }
    }

    private var permissionToCorrect: Permission {
        guard contradictions.isEmpty else {
            return Permission(unless: .contradicts(contradictions, at: name))
        }
        guard let match, match.game.sheet != nil else {
            return Permission(unless: .noBoxToCorrect)
        }
        guard rollCount == 0, !awaitsReveals else { return Permission(unless: .rolledSince) }
        guard let turn = lastTurn, turn.match.score?.match == match.number,
            let filled = match.progress.filled
        else { return Permission(unless: .noTurnToCorrect) }
        guard filled.corrections < Limits.corrections else {
            return Permission(unless: .correctedTooOften)
        }
        guard !match.otherBoxes(for: turn).isEmpty else {
            return Permission(unless: .noOtherBox)
        }
        guard !match.players.isEmpty else { return Permission() }
        return Permission(.player(turn.by), others: .notYourTurnToCorrect(turn.by))
    }

    /// Returns who may make a player rest, or play again.
    func permission(toRest player: String, _ rests: Bool) -> Permission {
        guard let match, !match.players.isEmpty else { return Permission(unless: .noGame) }
        guard contradictions.isEmpty else {
            return Permission(unless: .contradicts(contradictions, at: name))
        }
        guard !match.isOver else { return Permission(unless: .game(.over)) }
        guard match.players.contains(player) else {
            return Permission(unless: .noSuchPlayer(player, of: match.players))
        }
        let obstacle = rests ? obstacleToRest(player) : nil
        guard rests, absentPlayers.contains(player) else {
            return Permission(
                .playersOrHost([player]),
                others: .restOfAnother(player),
                unless: obstacle
            )
        }
        guard !match.isOver(withoutPlayer: player) else {
            return Permission(
                .playersOrHost([player]),
                others: .restEndsMatch(player),
                unless: obstacle
            )
        }
        return Permission(
            .playersOrHost(match.players),
            others: .restOfAnother(player),
            unless: obstacle
        )
    }

    /// Returns who may end the turn of the current player, who is away.
    private var permissionToEndAbsent: Permission {
        guard let up = settings.up else { return Permission(unless: .noGame) }
        guard contradictions.isEmpty else {
            return Permission(unless: .contradicts(contradictions, at: name))
        }
        guard match?.isOver != true else { return Permission(unless: .game(.over)) }
        guard !awaitsReveals else { return Permission(unless: .busy) }
        let obstacle: DiceError? =
            if !absentPlayers.contains(up) {
                .notAway(up)
            } else {
                rollsMade == 0 ? .nothingRolled : nil
            }
        return Permission(.host, others: .absenceOfAnother(up), unless: obstacle)
    }

    private var permissionToJoin: Permission {
        guard let match, !match.players.isEmpty else { return Permission(unless: .noGame) }
        guard contradictions.isEmpty else {
            return Permission(unless: .contradicts(contradictions, at: name))
        }
        guard !match.isOver else { return Permission(unless: .game(.over)) }
        return Permission(
            .host,
            others: .playersOfHost,
            unless: match.isOpenToPlayers ? nil : .matchInProgress
        )
    }

    private func obstacleToRest(_ player: String) -> DiceError? {
        guard var match else { return .noGame }
        if player == match.sheet.player, rollCount > 0 || awaitsReveals {
            return .rolledInTurn(player)
        }
        do throws(Match.RestRefusal) {
            try match.rest(player, true)
            return nil
        } catch { return error == .lastPlayer ? .lastPlayer(player) : nil }
    }

    private var permissionToBegin: Permission {
        guard match != nil else { return Permission(unless: .noGame) }
        guard !awaitsReveals else { return Permission(unless: .busy) }
        guard !isMatchUntouched else { return Permission() }
        guard !isAnyDieAnimating else { return Permission(unless: .busy) }
        guard match?.isOver == false else { return Permission() }
        return Permission(.owner, others: .matchGoesOn)
    }
}

extension Match {
    /// Returns the boxes to which the last turn may be moved.
    fileprivate func otherBoxes(for turn: Turn) -> [BoxOption] {
        otherBoxes(
            faces: turn.dice.map(\.value),
            roll: turn.rolls.count { $0.outcome != .void }
        )
    }
}
