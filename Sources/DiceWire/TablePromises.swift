public import DiceModel

/// A table's commitments, from its snapshot. Most rolls need nothing else from the snapshot, and a
/// process that lives for three milliseconds has no time to set up the complete reader.
public struct TablePromises: Sendable, Hashable, JSONReadable {
    public var table: String
    /// The number of the open turn.
    public var turn: Int
    /// The SHA-256 of that turn's seed, in hex; `nil` for a turn that predates seeds.
    public var commitment: String?
    /// The SHA-256 of the next throw's seed, in hex.
    public var throwCommitment: String?

    public init(_ snapshot: TableSnapshot) {
        table = snapshot.table
        turn = snapshot.turn
        commitment = snapshot.commitment
        throwCommitment = snapshot.throwCommitment
    }

    public init(json: JSONValue) throws(JSONMismatch) {
        table = try json.member("table")
        turn = try json.member("turn")
        commitment = try json.member(ifPresent: "commitment")
        throwCommitment = try json.member(ifPresent: "throwCommitment")
    }
}
