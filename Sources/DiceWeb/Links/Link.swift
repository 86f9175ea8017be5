package import DiceModel
package import DiceWire

/// What a link gives to anyone who has it.
package struct Link: Sendable, Hashable {
    /// Who made it: users revoke only their own links.
    package var maker: String
    /// How often the maker had revoked links before.
    package var generation: Int
    /// Who plays; nil for nobody, who only watches.
    package var names: SeatNames?
    /// The only tables that there are; nil for all.
    package var tables: [TableName]?
    package var role: ConnectionRole
    package var expires: Timestamp
    /// Whether the page that it opened asked to watch without a name, so that no secret throw is
    /// told to it.
    package var isStranger = false

    /// Bytes of the longest payload.
    static let longestPayload = 3_000

    /// Whether a link may be for these names, tables and role: a host is one person, and has all
    /// tables.
    var isPossible: Bool {
        guard let names else { return role == .watch }
        if case .one = names, tables == nil {
            return names.isPossible
        }
        return names.isPossible && role != .host
    }

    var confinement: ConfineParams {
        // A link of an earlier version may name somebody by more than a new name has.
        let isLong = names?.all.contains { WireError.nameTooLong($0) != nil } == true
        return ConfineParams(
            as: isStranger ? nil : names,
            tables: tables,
            role: role,
            issued: isLong && !isStranger ? true : nil
        )
    }

    package var payload: [UInt8] {
        JSONWriter.object { json in
            json.member("v", 1)
            json.member("by", maker)
            json.member("g", generation)
            if let names {
                json.member("as", names)
            }
            if let tables {
                json.member("tables", tables)
            }
            json.member("role", role)
            json.member("exp", Int(expires.millisecondsSinceEpoch))
        }
    }
}

extension Link {
    /// Nil for anything that `payload` does not write.
    package init?(payload: [UInt8]) {
        guard payload.count <= Self.longestPayload,
            let json = try? JSONValue(parsing: payload),
            let link = try? Self(json: json)
        else { return nil }
        self = link
    }

    private init(json: JSONValue) throws(JSONMismatch) {
        let version: Int = try json.member("v")
        let generation: Int = try json.member("g")
        self.init(
            maker: try json.member("by"),
            generation: generation,
            names: try json.member(ifPresent: "as"),
            tables: try json.member(ifPresent: "tables"),
            role: try json.member("role"),
            expires: Timestamp(
                millisecondsSinceEpoch: Int64(try json.member("exp") as Int)
            )
        )
        guard version == 1, generation >= 0, isPossible else {
            throw JSONMismatch(wanted: "a link")
        }
    }
}
