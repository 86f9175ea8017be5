import DiceWire

extension RequestHandler {
    mutating func addSavedRolls() {
        let rolls = rolls
        storing(.saveRoll) { roll, connection in
            try await rolls.save(
                roll,
                owner: connection.ownerName,
                isAdministrator: connection.isAdministrator,
                if: connection.mayChange
            )
            return .done(roll)
        }
        storing(.listRolls) { _, _ in .done(SavedRolls(rolls: try await rolls.all())) }
        storing(.deleteRoll) { params, connection in
            try await rolls.delete(params.name, if: connection.mayChange)
            return .done(EmptyObject())
        }
    }
}
