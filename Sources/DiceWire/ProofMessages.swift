// The wire format of the proofs by which clients verify rolls.

public import DiceModel

extension Form<String> {
    /// SHA-256 in hex.
    static var digest: Self { hex(64) }
    /// 16 bytes in hex.
    static var entropy: Self { hex(32) }

    static var digestOrEmpty: Self { hex(64, orEmpty: true) }
    static var entropyOrEmpty: Self { hex(32, orEmpty: true) }

    private static func hex(_ digits: Int, orEmpty: Bool = false) -> Self {
        let fits: @Sendable (String) -> Bool = {
            $0.isHex(digits: digits) || orEmpty && $0.isEmpty
        }
        let pattern = orEmpty ? "^([0-9a-f]{\(digits)})?$" : "^[0-9a-f]{\(digits)}$"
        return Form(
            schema: .string(.pattern(pattern)),
            rule:
                "\(digits) lower-case hexadecimal digits\(orEmpty ? ", or empty" : "")",
            accept: { fits($0) ? $0 : nil },
            isPossible: fits
        )
    }
}

extension Fields {
    mutating func addedEntropy(_ entropy: inout String?) {
        self(
            "entropy",
            &entropy,
            .entropy,
            "16 unpredictable bytes in hex that contribute to the faces."
        )
    }

    mutating func absent(_ names: inout [String]?) {
        self("absent", &names, .names, "The contributors who did not reveal (void roll).")
    }

    mutating func entered(_ isEntered: inout Bool?) {
        self("entered", &isEntered, .any, "True if the faces of real dice were entered.")
    }

    mutating func bot(_ isBot: inout Bool?) {
        self("bot", &isBot, .any, "True if a bot acted.")
    }

    /// Visits the hash of an entry; present from the fifth edition.
    mutating func digest(_ digest: inout String?) {
        self(
            "digest",
            &digest,
            .digest,
            "The SHA-256 of the entry, which the chain hash covers; since edition 5."
        )
    }
}

extension RollChance {
    mutating func visit(_ field: inout Fields) {
        visitAdded(&field)
        field.entered(&entered)
    }

    /// Visits the members that a roll's start adds.
    mutating func visitAdded(_ field: inout Fields) {
        field("entropy", &entropy, .entropyOrEmpty, "The roller's contribution, in hex.")
        field(
            "reveals",
            &reveals,
            .reveals,
            "The revealed contributions, in the order of contributors."
        )
    }
}

extension EntryProof {
    /// - Parameter event: the event before which the commitment is sent.
    mutating func visit(_ field: inout Fields, before event: String) {
        field(
            "commitment",
            &commitment,
            .digest,
            "The SHA-256 of the seed, sent before \(event)."
        )
        field("seed", &seed, .digest, "The 32 bytes, in hex, from which the faces are derived.")
        field.digest(&digest)
        field("chain", &chain, .digest, "The chain hash of the entry in the table's history.")
        field(
            "seeded",
            &seeded,
            .any,
            "True if the seed was derived from a number and is predictable."
        )
        field(
            "edition",
            &edition,
            .count,
            "The edition of the rules for the chain hash; absent before edition 3."
        )
    }
}

extension Form<[String]> {
    fileprivate static var reveals: Self {
        Form(
            schema: .array(of: Form<String>.entropy.schema),
            isPossible: {
                $0.count <= Limits.contributions
                    && $0.allSatisfy(Form<String>.entropy.isPossible)
            }
        )
    }

    static var names: Self { Form(schema: .array(of: .label)) }
}

extension Contributor: Message {
    static var blank: Self { Self(by: "", commitment: "") }

    mutating func visit(_ field: inout Fields) {
        field("by", &by, .label)
        field("commitment", &commitment, .digest, "The SHA-256 of 16 secret bytes.")
        field(
            "nextTurn",
            &nextTurn,
            .any,
            "True if the contributor is asked only from the next turn on."
        )
    }
}

extension Form<[Contributor]> {
    static var contributors: Self { .atMost(Limits.contributions) }
}
