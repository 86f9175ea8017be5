import DiceModel
import DiceNotation
import DiceTable
import DiceWire

/// The daemon's saved rolls, loaded on first use.
@TableActor
final class RollShelf {
    private let store: any TableStore
    /// Held while the rolls are read or changed.
    private let lock = WriteLock()
    private var rolls: [RollName: SavedRoll]?
    /// The owners of the owned rolls, once loaded.
    private var owners: [RollName: String] = [:]

    init(store: any TableStore) {
        self.store = store
    }

    /// Returns all saved rolls, sorted by name.
    func all() async throws(WireError) -> [SavedRoll] {
        try await lock.whileHolding { () throws(WireError) in
            Self.sorted(try await loaded())
        }
    }

    /// Returns a saved roll. Throws `invalidParams` if none has this name.
    func roll(_ name: RollName, param: String) async throws(WireError) -> SavedRoll {
        try await lock.whileHolding { () throws(WireError) in
            guard let roll = try await loaded()[name] else {
                throw .noSavedRoll(name, param: param)
            }
            return roll
        }
    }

    /// Returns a lookup of the current expressions by name.
    func expressions() async throws(WireError) -> @Sendable (String) -> String? {
        Self.expressions(
            try await lock.whileHolding { () throws(WireError) in try await loaded() }
        )
    }

    private static func expressions(_ rolls: [RollName: SavedRoll])
        -> @Sendable (String) -> String?
    {
        { name in RollName(name).flatMap { rolls[$0]?.expression } }
    }

    /// Saves a roll. Throws `WireError` or `StoreError`.
    ///
    /// - Parameters:
    ///   - owner: the roll's owner; `nil` if the roll belongs to everyone.
    ///   - isAdministrator: true if the limit per user does not apply.
    ///   - mayChange: returns true if a roll of this owner may be replaced.
    func save(
        _ roll: SavedRoll,
        owner: String? = nil,
        isAdministrator: Bool = true,
        if mayChange: @TableActor (_ owner: String?) -> Bool = {
            _ in true
        }
    ) async throws {
        try await lock.whileHolding {
            var rolls = try await loaded()
            try Self.check(roll, among: rolls)
            if rolls[roll.name] != nil, !mayChange(owners[roll.name]) {
                throw WireError.belongs(roll.name, to: owners[roll.name])
            }
            rolls[roll.name] = roll
            var owners = owners
            owners[roll.name] = owner
            if !isAdministrator {
                try Self.check(rolls.filter { owners[$0.key] == owner })
            }
            guard rolls.count <= Limits.savedRolls else {
                throw WireError(.savedRollsOfDaemon, ["limit": Limits.savedRolls])
            }
            let size = SavedRolls(rolls: Self.sorted(rolls)).jsonBytes().count
            guard size <= Limits.savedRollsSize else {
                throw WireError(.savedBytesOfDaemon, ["limit": Limits.savedRollsSize])
            }
            try await store.save(roll, owner: owner)
            self.rolls = rolls
            self.owners = owners
        }
    }

    /// Deletes a roll. Throws `WireError` or `StoreError`.
    ///
    /// - Parameter mayChange: returns true if a roll of this owner may be deleted.
    func delete(
        _ name: RollName,
        if mayChange: @TableActor (_ owner: String?) -> Bool = {
            _ in true
        }
    ) async throws {
        try await lock.whileHolding {
            guard try await loaded()[name] != nil else {
                throw WireError.noSavedRoll(name, param: "name")
            }
            guard mayChange(owners[name]) else {
                throw WireError.belongs(name, to: owners[name])
            }
            try await store.deleteRoll(name)
            rolls?[name] = nil
            owners[name] = nil
        }
    }

    private func loaded() async throws(WireError) -> [RollName: SavedRoll] {
        if let rolls {
            return rolls
        }
        do throws(StoreError) {
            let stored = try await store.savedRolls()
            let rolls = Dictionary(stored.map { ($0.name, $0) }) { $1 }
            owners = try await store.rollOwners()
            self.rolls = rolls
            return rolls
        } catch { throw .notRead("the saved rolls", error) }
    }

    private static func sorted(_ rolls: [RollName: SavedRoll]) -> [SavedRoll] {
        rolls.values.sorted { $0.name < $1.name }
    }

    /// Throws `limitExceeded` if one user has too many saved rolls.
    private static func check(_ rolls: [RollName: SavedRoll]) throws(WireError) {
        guard rolls.count <= Limits.savedRollsPerUser else {
            throw WireError(.savedRollsOfUser, ["limit": Limits.savedRollsPerUser])
        }
        let size = SavedRolls(rolls: Array(rolls.values)).jsonBytes().count
        guard size <= Limits.savedRollsSizePerUser else {
            throw WireError(
                .savedBytesOfUser,
                ["limit": Limits.savedRollsSizePerUser]
            )
        }
    }

    /// Throws if the expression is invalid after the names of other rolls in it are replaced, or if
    /// the name is itself an expression.
    private static func check(_ roll: SavedRoll, among rolls: [RollName: SavedRoll])
        throws(WireError)
    {
        if (try? Expression(parsing: roll.name.description)) != nil {
            throw WireError(.nameIsNotation, ["name": roll.name, "param": "name"])
        }
        let saved = expressions(rolls.merging([roll.name: roll]) { $1 })
        do throws(NotationError) {
            for part in try RollText.all(of: roll.expression) {
                try part.written(saved).checkThrow()
            }
        } catch { throw WireError(error) }
    }
}
