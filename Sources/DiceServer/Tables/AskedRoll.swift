import DiceModel
import DiceProof
import DiceTable
import DiceWire

/// A roll that has been asked for and waits for its contributors.
@TableActor
final class AskedRoll {
    let contributions: [Contribution]
    private var reveals: [String?]
    /// Why it is void; nil while it need not be.
    private(set) var reason: CancelReason?
    /// Who is to blame for that: they did not reveal, each name once.
    private(set) var absent: [String] = []
    private var isOver = false
    private var waiting: CheckedContinuation<Void, Never>?

    init(_ contributions: [Contribution]) {
        self.contributions = contributions
        reveals = Array(repeating: nil, count: contributions.count)
    }

    /// Throws `revealMismatch` if this connection contributes nothing, or something else.
    func reveal(_ entropy: String, from owner: RollOwner) throws(WireError) {
        guard let index = contributions.firstIndex(where: { $0.owner == owner }),
            !isOver || reason != nil
        else {
            throw .nothingToReveal
        }
        guard Entropy.commitment(entropy) == contributions[index].contributor.commitment
        else {
            throw .otherSecret
        }
        guard !isOver else { throw .tooLate }
        reveals[index] = entropy
        if !reveals.contains(nil) {
            end(nil)
        }
    }

    /// The connection is gone: what it has not revealed will not come.
    func left(_ owner: RollOwner, _ reason: CancelReason) {
        end(reason) { $0 == owner }
    }

    /// The time is up.
    func timeIsUp() {
        end(.absent) { _ in true }
    }

    /// Nobody is waited for any more, and nobody is to blame.
    func stop(_ reason: CancelReason) {
        end(reason)
    }

    /// - Parameter isAbsent: whether a connection may be blamed for not revealing. If nobody is to
    ///   blame, nothing ends.
    private func end(
        _ reason: CancelReason?,
        for isAbsent: ((RollOwner) -> Bool)? = nil
    ) {
        guard !isOver else { return }
        if let isAbsent {
            for (contribution, reveal) in zip(contributions, reveals)
            where reveal == nil && isAbsent(contribution.owner) {
                if !absent.contains(contribution.contributor.by) {
                    absent.append(contribution.contributor.by)
                }
            }
            if absent.isEmpty {
                return
            }
        }
        isOver = true
        self.reason = reason
        waiting.take()?.resume()
    }

    /// Returns when all have answered, or nobody is waited for any more. To be called once.
    func ended() async {
        // Checked inside: a task that awaits may be overtaken by the end before it waits.
        await withCheckedContinuation { continuation in
            if isOver {
                continuation.resume()
            } else {
                waiting = continuation
            }
        }
    }

    /// What they have revealed, in the order of the list.
    var revealed: [String] { reveals.compactMap(\.self) }

    /// What is not revealed yet.
    var missing: [String] {
        zip(contributions, reveals).filter { $1 == nil }.map(\.0.contributor.commitment)
    }
}
