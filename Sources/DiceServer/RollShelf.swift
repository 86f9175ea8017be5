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
    private var rolls: [SavedRoll.Key: SavedRoll]?
    /// The users who saved everyone's rolls, where known, once loaded.
    private var savers: [SavedRoll.Key: String] = [:]

    init(store: any TableStore) {
        self.store = store
    }

    /// Returns the rolls that `player` may roll, sorted by name. A player's own roll hides
    /// everyone's of the same name.
    func all(for player: String = "") async throws(WireError) -> [SavedRoll] {
        let rolls = try await held()
        return Set(rolls.keys.map(\.name)).compactMap { rolls.roll($0, for: player) }
            .sorted { $0.key < $1.key }
    }

    /// Returns everyone's rolls and those of these names, sorted by name; `nil` for all names.
    func all(of owners: [String]?) async throws(WireError) -> [SavedRoll] {
        try await held().values
            .filter { $0.owner.isEmpty || owners?.contains($0.owner) != false }
            .sorted { $0.key < $1.key }
    }

    /// Returns the roll of this name that `player` rolls. Throws `invalidParams` if there is no such
    /// roll.
    func roll(_ name: RollName, for player: String, param: String) async throws(WireError)
        -> SavedRoll
    {
        guard let roll = try await held().roll(name, for: player) else {
            throw .noSavedRoll(name, param: param)
        }
        return roll
    }

    /// Returns a lookup by name of the current expressions that `player` may roll.
    func expressions(for player: String) async throws(WireError) -> @Sendable (String) -> String? {
        try await held().expressions(for: player)
    }

    /// Saves a roll. Throws `WireError` or `StoreError`.
    ///
    /// - Parameters:
    ///   - saver: the user who saves the roll; `nil` if unknown.
    ///   - isAdministrator: true if the limit of rolls that a user saves for everyone does not
    ///     apply.
    ///   - mayChange: returns true if everyone's roll that this user saved may be replaced.
    /// - Returns: the expression that the roll replaces; `nil` if it is new.
    @discardableResult func save(
        _ roll: SavedRoll,
        by saver: String? = nil,
        isAdministrator: Bool = true,
        if mayChange: @TableActor (_ saver: String?) -> Bool = {
            _ in true
        }
    ) async throws -> String? {
        try await lock.whileHolding {
            var rolls = try await loaded()
            let key = roll.key
            let saver = roll.owner.isEmpty ? saver : nil
            try Self.check(roll, among: rolls)
            let replaced = rolls[key]?.expression
            if roll.owner.isEmpty, replaced != nil, !mayChange(savers[key]) {
                throw WireError.belongs(roll.name, to: savers[key])
            }
            rolls[key] = roll
            var savers = savers
            savers[key] = saver
            if !roll.owner.isEmpty || !isAdministrator {
                try Self.checkUser(
                    rolls.values.filter {
                        $0.owner == roll.owner && savers[$0.key] == saver
                    }
                )
            }
            try Self.checkDaemon(
                rolls.values.filter { $0.owner.isEmpty == roll.owner.isEmpty },
                areNamed: !roll.owner.isEmpty
            )
            try await store.save(roll, by: saver)
            self.rolls = rolls
            self.savers = savers
            return replaced
        }
    }

    /// Deletes a roll. Throws `WireError` or `StoreError`.
    ///
    /// - Parameters:
    ///   - key: the roll.
    ///   - mayChange: returns true if everyone's roll that this user saved may be deleted.
    func delete(
        _ key: SavedRoll.Key,
        if mayChange: @TableActor (_ saver: String?) -> Bool = {
            _ in true
        }
    ) async throws {
        try await lock.whileHolding {
            let rolls = try await loaded()
            guard rolls[key] != nil else {
                let isEveryones = rolls[SavedRoll.Key(owner: "", name: key.name)] != nil
                throw isEveryones
                    ? WireError(.savedRollOfEveryone, ["name": key.name])
                    : WireError.noSavedRoll(key.name, param: "name")
            }
            guard !key.owner.isEmpty || mayChange(savers[key]) else {
                throw WireError.belongs(key.name, to: savers[key])
            }
            try await store.deleteRoll(key)
            self.rolls?[key] = nil
            savers[key] = nil
        }
    }

    private func held() async throws(WireError) -> [SavedRoll.Key: SavedRoll] {
        try await lock.whileHolding { () throws(WireError) in try await loaded() }
    }

    private func loaded() async throws(WireError) -> [SavedRoll.Key: SavedRoll] {
        if let rolls {
            return rolls
        }
        do throws(StoreError) {
            let stored = try await store.savedRolls()
            let rolls = Dictionary(stored.map { ($0.key, $0) }) { $1 }
            savers = try await store.rollSavers()
            self.rolls = rolls
            return rolls
        } catch { throw .notRead("the saved rolls", error) }
    }

    /// Throws `limitExceeded` if a name, or a user's part of everyone's rolls, has too many.
    private static func checkUser(_ rolls: [SavedRoll]) throws(WireError) {
        guard rolls.count <= Limits.savedRollsPerUser else {
            throw WireError(.savedRollsOfUser, ["limit": Limits.savedRollsPerUser])
        }
        guard size(of: rolls) <= Limits.savedRollsSizePerUser else {
            throw WireError(
                .savedBytesOfUser,
                ["limit": Limits.savedRollsSizePerUser]
            )
        }
    }

    /// Throws `limitExceeded` if everyone, or all names together, have too many.
    private static func checkDaemon(_ rolls: [SavedRoll], areNamed: Bool) throws(WireError) {
        guard rolls.count <= Limits.savedRolls else {
            throw WireError(.savedRollsOfDaemon, ["limit": Limits.savedRolls])
        }
        let most = areNamed ? Limits.savedRollsSizeOfNames : Limits.savedRollsSize
        guard size(of: rolls) <= most else {
            throw WireError(.savedBytesOfDaemon, ["limit": most])
        }
    }

    /// Returns the size of the rolls in bytes, each as a client saves it.
    private static func size(of rolls: [SavedRoll]) -> Int {
        rolls.reduce(0) { size, roll in
            let params = SaveRollParams(name: roll.name, expression: roll.expression)
            return size + params.jsonBytes().count + 1
        }
    }

    /// Throws if the expression is invalid after the names of other rolls in it are replaced, or if
    /// the name is itself an expression.
    private static func check(_ roll: SavedRoll, among rolls: [SavedRoll.Key: SavedRoll])
        throws(WireError)
    {
        if (try? Expression(parsing: roll.name.description)) != nil {
            throw WireError(.nameIsNotation, ["name": roll.name, "param": "name"])
        }
        var rolls = rolls
        rolls[roll.key] = roll
        let saved = rolls.expressions(for: roll.owner)
        do throws(NotationError) {
            for part in try RollText.all(of: roll.expression) {
                try part.written(saved).checkThrow()
            }
        } catch { throw WireError(error) }
    }
}

extension [SavedRoll.Key: SavedRoll] {
    /// Returns the roll of this name that `player` rolls: the player's own, or else everyone's.
    fileprivate func roll(_ name: RollName, for player: String) -> SavedRoll? {
        self[SavedRoll.Key(owner: player, name: name)]
            ?? self[SavedRoll.Key(owner: "", name: name)]
    }

    fileprivate func expressions(for player: String) -> @Sendable (String) -> String? {
        { name in RollName(name).flatMap { roll($0, for: player)?.expression } }
    }
}
