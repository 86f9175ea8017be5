import DiceModel
import DiceProof

/// The members that all chained entries share.
struct ChainedEntry {
    let name: EntryName
    let endedAt: Timestamp
    let proof: EntryProof
    let isHidden: Bool
    private let by: String

    init(_ turn: Turn) {
        name = EntryName(.turn, turn.turn, of: turn.table, id: turn.id)
        endedAt = turn.endedAt
        by = turn.by
        proof = turn.proof
        isHidden = false
    }

    /// - Throws: `Finding` if the result is not an entry of a history.
    init(_ result: ThrowResult) throws(Finding) {
        name = EntryName(.throw, result.number, of: result.table, id: result.id)
        guard result.id != nil, let endedAt = result.endedAt else {
            throw Finding(
                name,
                .notOfHistory,
                "it is not a history entry: it has no id or no end time"
            )
        }
        self.endedAt = endedAt
        by = result.by
        proof = result.proof
        isHidden = result.hidden == true
    }

    init(_ correction: Correction) {
        name = EntryName(
            .correction,
            correction.turn,
            of: correction.table,
            id: correction.id
        )
        endedAt = correction.endedAt
        by = correction.by
        proof = EntryProof(
            digest: correction.digest,
            chain: correction.chain,
            edition: correction.edition
        )
        isHidden = false
    }

    init(_ rest: Rest) {
        name = EntryName(.rest, rest.match, of: rest.table, id: rest.id)
        endedAt = rest.endedAt
        by = rest.by
        proof = EntryProof(
            digest: rest.digest,
            chain: rest.chain,
            edition: rest.edition
        )
        isHidden = false
    }

    /// True if the entry's seed was derived from a number.
    var isSeeded: Bool { proof.seeded == true }

    /// True if the entry is subject to the rules of the fifth edition.
    var isStrict: Bool { Edition.hasDigests(proof.edition) }

    func finding(_ reason: Finding.Reason, _ sentence: String) -> Finding {
        Finding(name, reason, sentence)
    }

    /// Throws a finding unless `holds` is true.
    func require(
        _ holds: Bool,
        _ reason: Finding.Reason,
        _ sentence: @autoclosure () -> String
    )
        throws(Finding)
    {
        if !holds {
            throw finding(reason, sentence())
        }
    }

    /// Returns true if the entry belongs to the chain. Entries older than the introduction of seeds
    /// do not belong to it.
    func isChained() throws(Finding) -> Bool {
        if let edition = proof.edition, !Edition.known.contains(edition) {
            throw finding(
                .unknownEdition,
                "its edition \(edition) does not exist"
            )
        }
        switch name.kind {
        case .correction:
            try require(
                proof.edition ?? 0 >= 4,
                .correctionEdition,
                "corrections exist only from edition 4 on"
            )
        case .rest:
            try require(
                isStrict,
                .restEdition,
                "rests of players exist only from edition 5 on"
            )
        case .turn, .throw, .entry:
            guard proof.commitment != nil else {
                guard proof.seed == nil, proof.digest == nil, proof.chain == nil,
                    proof.edition == nil
                else {
                    throw finding(
                        .withoutCommitment,
                        "it has a seed, a chain hash or an edition, but no commitment"
                    )
                }
                return false
            }
        }
        try require(
            proof.commitment.map(Digest.isDigest) != false,
            .malformedCommitment,
            "its commitment is not a SHA-256 in hex"
        )
        guard let chain = proof.chain else {
            throw finding(.missingChain, "it has a commitment but no chain hash")
        }
        try require(
            Digest.isDigest(chain),
            .malformedChain,
            "its chain hash is not a SHA-256 in hex"
        )
        if isStrict {
            guard let digest = proof.digest else {
                throw finding(.missingDigest, "it has no digest")
            }
            try require(
                Digest.isDigest(digest),
                .malformedDigest,
                "its digest is not a SHA-256 in hex"
            )
        } else {
            try require(
                proof.digest == nil,
                .needlessDigest,
                "it has a digest, which its edition does not have"
            )
        }
        try check(by: by)
        return true
    }

    /// Rejects control characters. A label is the last field of a line that the chain covers, so a
    /// label with a line break could pass for other fields.
    func check(by: String) throws(Finding) {
        for byte in by.utf8 where byte < 0x20 {
            throw finding(
                .controlCharacter,
                "a player's name contains a control character"
            )
        }
    }

    /// Checks the form of the other chance members that the chain covers.
    func check(_ chance: RollChance) throws(Finding) {
        if chance.entered != nil, proof.edition ?? 0 < 4 || chance != .real {
            throw finding(
                .enteredWithEntropy,
                "its faces were entered, but it has entropy, or its edition has no real dice"
            )
        }
        let entropy = chance.entropy ?? Entropy.none
        try require(
            entropy.isEmpty || Entropy.isEntropy(entropy),
            .malformedEntropy,
            "its entropy is not 16 bytes in hex"
        )
        try require(
            !isSeeded || entropy.isEmpty,
            .seededEntropy,
            "its seed was made from a number, but it has entropy, which a seeded daemon omits"
        )
        for reveal in chance.reveals ?? [] where !Entropy.isEntropy(reveal) {
            throw finding(
                .malformedReveal,
                "a contribution is not 16 bytes in hex"
            )
        }
    }

    /// Returns the seed after checking it against its commitment, or `nil` if a backup omitted it.
    func seed() throws(Finding) -> Seed? {
        guard let text = proof.seed else { return nil }
        guard let seed = Seed(hex: text) else {
            throw finding(.malformedSeed, "its seed is not 32 bytes in hex")
        }
        let commitment = seed.commitment
        try require(
            commitment == proof.commitment,
            .otherSeed,
            "its seed does not match its commitment: the seed's own commitment is \(commitment)"
        )
        return seed
    }

    var isRestored: Bool { proof.seed == nil && !isHidden }
}

/// The counts of the rolls or throws in an entry, by the origin of their faces.
struct Drawn {
    /// The number of rolls, or throws, whose faces follow from the seed.
    var right = 0
    /// The number of rolls, or throws, whose faces were entered.
    var entered = 0
    var voids: [VoidRoll: Int] = [:]
}

extension KindReport {
    mutating func count(_ entry: ChainedEntry, _ drawn: Drawn, isPromised: Bool) {
        let number = entry.name.number
        numbers =
            min(
                numbers?.lowerBound ?? number,
                number
            )...max(numbers?.upperBound ?? number, number)
        chained += 1
        right += drawn.right
        entered += drawn.entered
        voids.merge(drawn.voids, uniquingKeysWith: +)
        if isPromised {
            promised += 1
        }
        if entry.isSeeded {
            seeded += 1
        }
        if entry.isRestored {
            restored += 1
        }
    }
}
