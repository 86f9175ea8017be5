import DiceModel
import DiceNotation
import DiceWire

extension RequestHandler {
    mutating func addSavedRolls() {
        let rolls = rolls
        storing(.saveRoll) { params, connection in
            let owner = try connection.rollOwner(by: params.by, params.owner)
            let roll = SavedRoll(
                name: params.name,
                expression: params.expression,
                owner: owner
            )
            let replaced = try await rolls.save(
                roll,
                by: connection.ownerName,
                isAdministrator: connection.isAdministrator,
                if: connection.maySave(over:)
            )
            let notes = NotationNote.all(in: roll.expression)
            return .done(
                SaveRollResult(
                    roll: roll,
                    replaced: replaced,
                    notes: notes.isEmpty ? nil : notes
                )
            )
        }
        storing(.listRolls) { params, connection in
            let listed =
                params.all
                ? try await rolls.all(of: connection.listedOwners(params.by))
                : try await rolls.all(for: params.by ?? connection.shelfName)
            return .done(SavedRolls(rolls: listed))
        }
        storing(.deleteRoll) { params, connection in
            try await rolls.delete(
                SavedRoll.Key(
                    owner: connection.rollOwner(by: params.by, params.owner),
                    name: params.name
                ),
                if: connection.maySave(over:)
            )
            return .done(EmptyObject())
        }
    }
}

extension ClientConnection {
    /// Returns the owner of the rolls that a request saves or deletes: the acting name on a confined
    /// connection, else everyone. Only the daemon's own user may give another `owner`.
    fileprivate func rollOwner(by name: String?, _ owner: String?) throws(WireError) -> String {
        let own = permit.isConfined ? name ?? permit.name : ""
        guard let owner, owner != own else { return own }
        guard isAdministrator else { throw WireError(.administratorOnly) }
        return owner
    }

    /// Returns true if the client may replace and delete everyone's roll that `saver` saved; `nil` if
    /// that is unknown.
    fileprivate func maySave(over saver: String?) -> Bool {
        isAdministrator || saver.map(permit.names.all.contains) == true
    }

    /// The name whose saved rolls a request without one lists; empty for an anonymous connection.
    fileprivate var shelfName: String {
        permit.isNamed || !permit.isConfined ? permit.name : ""
    }

    /// Returns the names whose saved rolls the client may list; `nil` for all names.
    fileprivate func listedOwners(_ name: String?) -> [String]? {
        if let name {
            return [name]
        }
        if isAdministrator {
            return nil
        }
        return permit.isNamed ? permit.names.all : []
    }
}
