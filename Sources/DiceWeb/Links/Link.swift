package import DiceModel
package import DiceWire
internal import FoundationEssentials

/// What a link gives to whoever has it.
package struct Link: Sendable, Hashable {
    /// Who made it: who revokes links revokes their own.
    package var maker: String
    /// How often the maker had revoked links before.
    package var generation: Int
    /// Who plays.
    package var player: String
    /// The only tables that there are; nil for all.
    package var tables: [TableName]?
    package var role: ConnectionRole
    package var expires: Timestamp

    /// Bytes of the longest payload.
    static let longestPayload = 3_000
    /// How many tables one can name.
    static let mostTables = 32

    var confinement: ConfineParams { ConfineParams(as: player, tables: tables, role: role) }

    package var payload: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("v", 1)
            json.member("by", maker)
            json.member("g", generation)
            json.member("as", player)
            if let tables { json.member("tables", tables) }
            json.member("role", role)
            json.member("exp", Int(expires.millisecondsSinceEpoch))
        }
        return json.bytes
    }

    /// Nil for anything that `payload` does not write.
    package init?(payload: [UInt8]) {
        guard payload.count <= Self.longestPayload,
            let members = try? JSONDecoder().decode(Members.self, from: Data(payload)), members.v == 1,
            let role = ConnectionRole(rawValue: members.role), PlayerLabel.isValid(members.as), members.g >= 0
        else { return nil }
        let tables = members.tables?.compactMap { TableName($0) }
        guard tables?.count == members.tables?.count else { return nil }
        self.init(
            maker: members.by, generation: members.g, player: members.as, tables: tables, role: role,
            expires: Timestamp(millisecondsSinceEpoch: members.exp))
    }

    init(
        maker: String, generation: Int, player: String, tables: [TableName]?, role: ConnectionRole, expires: Timestamp
    ) {
        self.maker = maker
        self.generation = generation
        self.player = player
        self.tables = tables
        self.role = role
        self.expires = expires
    }

    private struct Members: Decodable {
        var v: Int
        var by: String
        var g: Int
        var `as`: String
        var tables: [String]?
        var role: String
        var exp: Int64
    }
}
