internal import DiceModel
internal import DiceProof
internal import DiceWire

/// Adds to the chance of one table's rolls: promises, reveals when a roll asks for it, and promises anew.
struct Voucher: Hashable {
    let table: TableName
    /// Under which name; nil for who the connection is.
    let by: String?
    /// Whether there is to be another promise behind the one that stands.
    var goesOn = true
    /// What is promised and not revealed yet, in hex.
    private var secret: String?

    init(table: TableName, by: String?) {
        self.table = table
        self.by = by
    }

    var isPromised: Bool { secret != nil }

    /// A promise in the place of the one that stands, of bytes that nobody can foretell.
    mutating func promise(_ entropy: String = Entropy.fresh()) -> Request? {
        guard let commitment = Entropy.commitment(entropy) else { return nil }
        secret = entropy
        return .contribute(ContributeParams(table: table, commitment: commitment, by: by))
    }

    /// What is to be sent when this has happened at a table.
    mutating func answer(_ event: TableEvent, next entropy: @autoclosure () -> String = Entropy.fresh()) -> [Request] {
        guard case .rollAsked(_, _, let contributors) = event.kind, event.table == table.description, let secret,
            contributors.contains(where: { $0.commitment == Entropy.commitment(secret) })
        else { return [] }
        self.secret = nil
        let next = goesOn ? promise(entropy()) : nil
        return [.reveal(RevealParams(table: table, entropy: secret))] + [next].compactMap(\.self)
    }
}
