import DiceModel
import DiceProof

/// What turns, throws, corrections and rests have in common.
struct ChainedEntry {
    let name: EntryName
    let endedAt: Timestamp
    let proof: EntryProof
    private let by: String
    private let isHidden: Bool

    init(_ turn: Turn) {
        name = EntryName(.turn, turn.turn, of: turn.table, id: turn.id)
        endedAt = turn.endedAt
        by = turn.by
        proof = turn.proof
        isHidden = false
    }

    /// Throws if it is not an entry of a history.
    init(_ result: ThrowResult) throws(Finding) {
        name = EntryName(.throw, result.number, of: result.table, id: result.id)
        guard result.id != nil, let endedAt = result.endedAt else {
            throw Finding(name, "it is not an entry of a history: it has no id, or does not say when it ended")
        }
        self.endedAt = endedAt
        by = result.by
        proof = result.proof
        isHidden = result.hidden == true
    }

    init(_ correction: Correction) {
        name = EntryName(.correction, correction.turn, of: correction.table, id: correction.id)
        endedAt = correction.endedAt
        by = correction.by
        proof = EntryProof(digest: correction.digest, chain: correction.chain, edition: correction.edition)
        isHidden = false
    }

    init(_ rest: Rest) {
        name = EntryName(.rest, rest.match, of: rest.table, id: rest.id)
        endedAt = rest.endedAt
        by = rest.by
        proof = EntryProof(digest: rest.digest, chain: rest.chain, edition: rest.edition)
        isHidden = false
    }

    /// Whether its seed was made from a number.
    var isSeeded: Bool { proof.seeded == true }

    func finding(_ reason: String) -> Finding { Finding(name, reason) }

    /// Throws a finding of this reason unless `holds` is true.
    func require(_ holds: Bool, _ reason: @autoclosure () -> String) throws(Finding) {
        if !holds { throw finding(reason()) }
    }

    /// Whether it belongs to the chain: one made before there were seeds does not.
    func isChained() throws(Finding) -> Bool {
        if let edition = proof.edition, !Edition.known.contains(edition) {
            throw finding(
                "it is of edition \(edition), and only \(Edition.known.lowerBound) to \(Edition.known.upperBound) are known "
                    + "here: update dicectl")
        }
        if name.kind == .correction {
            guard proof.edition ?? 0 >= 4 else { throw finding("corrections are of edition 4 on") }
        } else if name.kind == .rest {
            guard proof.edition ?? 0 >= 5 else { throw finding("rests are of edition 5 on") }
        } else if proof.commitment == nil {
            guard proof.seed == nil, proof.digest == nil, proof.chain == nil, proof.edition == nil else {
                throw finding("it has a seed, a link or an edition without a commitment")
            }
            return false
        }
        try require(proof.commitment.map(Digest.isDigest) != false, "its commitment is not a SHA-256 in hex")
        guard let chain = proof.chain else { throw finding("it has a commitment and no link in the chain") }
        guard Digest.isDigest(chain) else { throw finding("its link in the chain is not a SHA-256 in hex") }
        if Edition.hasDigests(proof.edition) {
            try require(proof.digest.map(Digest.isDigest) == true, "its digest is not a SHA-256 in hex")
        } else {
            try require(proof.digest == nil, "it has a digest, which its edition does not know")
        }
        try check(by: by)
        return true
    }

    /// Labels are the last field of a line that the chain covers, so one of two lines could stand for other fields.
    func check(by: String) throws(Finding) {
        for byte in by.utf8 where byte < 0x20 { throw finding("the name of a player has a control character") }
    }

    /// The rest of what the chain covers must have its form, too.
    func check(_ chance: RollChance) throws(Finding) {
        if chance.entered != nil, proof.edition ?? 0 < 4 || chance != .real {
            throw finding("its faces were entered, and it has entropy, or is of an edition that knows no real dice")
        }
        let entropy = chance.entropy ?? Entropy.none
        try require(entropy.isEmpty || Entropy.isEntropy(entropy), "its entropy is not 16 bytes in hex")
        guard !isSeeded || entropy.isEmpty else {
            throw finding("its seed was made from a number, and it has entropy, which such a daemon leaves out")
        }
        for reveal in chance.reveals ?? [] where !Entropy.isEntropy(reveal) {
            throw finding("what a contributor has added is not 16 bytes in hex")
        }
    }

    /// The seed that was promised; nil if a backup has left it out.
    func seed() throws(Finding) -> Seed? {
        guard let text = proof.seed else { return nil }
        guard let seed = Seed(hex: text) else { throw finding("its seed is not 32 bytes in hex") }
        let commitment = seed.commitment
        guard commitment == proof.commitment else {
            throw finding("its seed is not the one that was promised: the commitment of this one is \(commitment)")
        }
        return seed
    }

    var isRestored: Bool { proof.seed == nil && !isHidden }
}

/// What was drawn in an entry.
struct Drawn {
    /// Rolls, or throws, whose faces follow from the seed.
    var right = 0
    /// Rolls, or throws, whose faces were entered.
    var entered = 0
    var voids: [VoidRoll: Int] = [:]
}

extension KindReport {
    mutating func count(_ entry: ChainedEntry, _ drawn: Drawn, isPromised: Bool) {
        let number = entry.name.number
        numbers = min(numbers?.lowerBound ?? number, number)...max(numbers?.upperBound ?? number, number)
        chained += 1
        right += drawn.right
        entered += drawn.entered
        voids.merge(drawn.voids, uniquingKeysWith: +)
        if isPromised { promised += 1 }
        if entry.isSeeded { seeded += 1 }
        if entry.isRestored { restored += 1 }
    }
}
