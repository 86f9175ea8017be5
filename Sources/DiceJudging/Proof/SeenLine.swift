package import DiceModel
import DiceProof
package import DiceVerifying

/// A line of `seen`: a daemon's promise, this user's contribution to a roll, the fact that such a
/// roll moved dice, or an entry that was seen when it ended.
///
///     2026-11-22T20:00:00.000Z home turn 7 COMMITMENT
///     2026-11-22T20:00:05.000Z home turn 7 COMMITMENT added ROLL ENTROPY
///     2026-11-22T20:00:06.000Z home turn 7 COMMITMENT rolled ROLL
///     2026-11-22T20:00:09.000Z home turn 7 COMMITMENT ended ID LINK NEXT DIGEST
///
/// ROLL is 0 for a throw. LINK is the chain hash. NEXT is the commitment of the next turn or throw,
/// or `-`. Entries before the fifth edition have no DIGEST.
package enum SeenLine: Hashable {
    case promised(EntryName, commitment: String)
    /// The entropy added to the roll of this number; 0 for a throw.
    case added(String, to: EntryName, roll: Int, commitment: String)
    /// The roll of this number was not void.
    case rolled(Int, of: EntryName, commitment: String)
    case ended(Notes.Head, commitment: String)

    /// `nil` if the entry is in no chain.
    package init?(_ turn: Turn) {
        guard let commitment = turn.commitment, let chain = turn.chain else {
            return nil
        }
        let name = EntryName(.turn, turn.turn, of: turn.table, id: turn.id)
        let head = Notes.Head(
            name,
            link: chain,
            digest: turn.digest,
            next: turn.nextCommitment
        )
        self = .ended(head, commitment: commitment)
    }

    /// `nil` if it is not an entry of a chain.
    package init?(_ thrown: ThrowResult) {
        guard let commitment = thrown.commitment, let chain = thrown.chain,
            let id = thrown.id
        else { return nil }
        let name = EntryName(.throw, thrown.number, of: thrown.table, id: id)
        self = .ended(
            Notes.Head(name, link: chain, digest: thrown.digest),
            commitment: commitment
        )
    }

    /// The text after the instant; `nil` if it contains something that a line cannot hold.
    var text: String? {
        switch self {
        case .promised(let name, let commitment): Self.text(name, commitment)
        case .added(let entropy, let name, let roll, let commitment):
            Entropy.isEntropy(entropy)
                ? Self.text(name, commitment).map { "\($0) added \(roll) \(entropy)" }
                : nil
        case .rolled(let roll, let name, let commitment):
            Self.text(name, commitment).map { "\($0) rolled \(roll)" }
        case .ended(let head, let commitment):
            Self.text(head.entry, commitment).flatMap { start in
                let digests = [head.link, head.next, head.digest].compactMap(\.self)
                guard digests.allSatisfy(Digest.isDigest), let id = head.entry.id else {
                    return nil
                }
                let digest = head.digest.map { " \($0)" } ?? ""
                return "\(start) ended \(id) \(head.link) \(head.next ?? "-")\(digest)"
            }
        }
    }

    private static func text(_ name: EntryName, _ commitment: String) -> String? {
        guard TableName(name.table) != nil, Digest.isDigest(commitment) else {
            return nil
        }
        return "\(name.table) \(name.kind.rawValue) \(name.number) \(commitment)"
    }

    /// Returns the instant and the line's content; `nil` for a damaged line.
    static func read(_ line: Substring) -> (Timestamp, SeenLine)? {
        let words = line.split(omittingEmptySubsequences: false) { $0 == " " }.map(
            String.init
        )
        guard [5, 7, 8, 9, 10].contains(words.count), let instant = Timestamp(words[0]),
            TableName(words[1]) != nil,
            let kind = EntryName.EntryKind(rawValue: words[2]),
            let number = Int(words[3]),
            Digest.isDigest(words[4])
        else { return nil }
        var name = EntryName(kind, number, of: words[1])
        if words.count == 5 {
            return (instant, .promised(name, commitment: words[4]))
        }
        guard let value = Int(words[6]) else { return nil }
        switch (words[5], words.count) {
        case ("rolled", 7):
            return (instant, .rolled(value, of: name, commitment: words[4]))
        case ("added", 8) where Entropy.isEntropy(words[7]):
            return (
                instant, .added(words[7], to: name, roll: value, commitment: words[4])
            )
        case ("ended", 9...)
        where Digest.isDigest(words[7])
            && (words[8] == "-" || Digest.isDigest(words[8])):
            name.id = value
            let digest = words.count > 9 ? words[9] : nil
            if let digest, !Digest.isDigest(digest) {
                return nil
            }
            let head = Notes.Head(
                name,
                link: words[7],
                digest: digest,
                next: words[8] == "-" ? nil : words[8]
            )
            return (instant, .ended(head, commitment: words[4]))
        default: return nil
        }
    }
}
