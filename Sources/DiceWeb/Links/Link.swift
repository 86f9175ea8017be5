package import DiceModel
package import DiceWire

/// The rights of a link, which anyone who has it may use.
package struct Link: Sendable, Hashable {
    /// The user who made the link: users revoke only their own links.
    package var maker: String
    /// The number of times that the maker had revoked links before making this link.
    package var generation: Int
    /// The names that play; `nil` for a link that only watches.
    package var names: SeatNames?
    /// The only tables that the link opens; `nil` for all.
    package var tables: [TableName]?
    package var role: ConnectionRole
    package var expires: Timestamp
    /// True if the page asked to watch without a name, so that it receives no secret throws.
    package var isStranger = false

    /// The maximum number of bytes in a payload.
    static let longestPayload = 3_000

    /// True if the names, tables and role fit together: a host is one person, and has all tables.
    var isPossible: Bool {
        guard let names else { return role == .watch }
        if case .one = names, tables == nil {
            return names.isPossible
        }
        return names.isPossible && role != .host
    }

    var confinement: ConfineParams {
        // A link of an earlier version may have a longer name than is valid today.
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
    /// Decodes a payload; `nil` for anything that `payload` does not produce.
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
