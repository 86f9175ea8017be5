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

extension Member {
    /// Returns the member for the SHA-256 of a seed, which may be revealed already.
    static func commitment(
        _ name: String = "commitment",
        _ value: @escaping @Sendable (Root) -> String?,
        _ summary: String = ""
    ) -> Self where Value == String? {
        Self(name, ifPresent: value, .digest, summary)
    }

    static func addedEntropy(_ entropy: @escaping @Sendable (Root) -> String?) -> Self
    where Value == String? {
        Self(
            "entropy",
            ifPresent: entropy,
            .entropy,
            "16 unpredictable bytes in hex that contribute to the faces."
        )
    }

    static func absent(_ value: @escaping @Sendable (Root) -> [String]?) -> Self
    where Value == [String]? {
        Self("absent", ifPresent: value, .names, "The contributors who did not reveal (void roll).")
    }
}

extension RollChance {
    static let members = Members(
        { Self(entropy: $0.entropy, reveals: $0.reveals, entered: $1) },
        Member(inline: \.self, as: added),
        .entered(\.entered)
    )

    /// The members that a roll's start adds.
    static let added = Members(
        { Self(entropy: $0, reveals: $1) },
        Member(
            "entropy",
            ifPresent: \.entropy,
            .entropyOrEmpty,
            "The roller's contribution, in hex."
        ),
        Member(
            "reveals",
            ifPresent: \.reveals,
            .reveals,
            "The revealed contributions, in the order of contributors."
        )
    )
}

extension Member where Value == Bool? {
    static func entered(_ value: @escaping @Sendable (Root) -> Bool?) -> Self {
        Self(
            "entered",
            ifPresent: value,
            Bool.wireForm,
            "True if the faces of real dice were entered."
        )
    }

    static func bot(_ value: @escaping @Sendable (Root) -> Bool?) -> Self {
        Self("bot", ifPresent: value, Bool.wireForm, "True if a bot acted.")
    }
}

extension Member where Value == String? {
    /// Returns the member for the hash of an entry; present from the fifth edition.
    static func entryDigest(_ value: @escaping @Sendable (Root) -> String?) -> Self {
        Self(
            "digest",
            ifPresent: value,
            .digest,
            "The SHA-256 of the entry, which the chain hash covers; since edition 5."
        )
    }
}

extension EntryProof {
    /// - Parameter event: the event before which the commitment is sent.
    static func members(before event: String) -> Members<Self> {
        Members(
            Self.init,
            .commitment(
                "commitment",
                \.commitment,
                "The SHA-256 of the seed, sent before \(event)."
            ),
            Member(
                "seed",
                ifPresent: \.seed,
                .digest,
                "The 32 bytes, in hex, from which the faces are derived."
            ),
            .entryDigest(\.digest),
            Member(
                "chain",
                ifPresent: \.chain,
                .digest,
                "The chain hash of the entry in the table's history."
            ),
            Member(
                "seeded",
                ifPresent: \.seeded,
                Bool.wireForm,
                "True if the seed was derived from a number and is predictable."
            ),
            Member(
                "edition",
                ifPresent: \.edition,
                .count,
                "The edition of the rules for the chain hash; absent before edition 3."
            )
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
    static let members = Members(
        component: "Contributor",
        Self.init,
        Member("by", \.by, .label),
        Member("commitment", \.commitment, .digest, "The SHA-256 of 16 secret bytes."),
        Member(
            "nextTurn",
            ifPresent: \.nextTurn,
            Bool.wireForm,
            "True if the contributor is asked only from the next turn on."
        )
    )
}

extension Form<[Contributor]> {
    static var contributors: Self { .atMost(Limits.contributions) }
}
