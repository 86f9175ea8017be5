import DiceModel
import DiceProof
import DiceTable
import DiceWire

/// A roll that is waiting for its contributors.
@TableActor
final class AskedRoll {
    let contributions: [Contribution]
    private var reveals: [String?]
    /// The reason why the roll is void; `nil` if it is not void so far.
    private(set) var reason: CancelReason?
    /// The names that are to blame because they did not reveal, without duplicates.
    private(set) var absent: [String] = []
    private var isOver = false
    private var waiting: CheckedContinuation<Void, Never>?

    init(_ contributions: [Contribution]) {
        self.contributions = contributions
        reveals = Array(repeating: nil, count: contributions.count)
    }

    /// Records a reveal. Throws `revealMismatch` if this connection has no contribution or a
    /// different one.
    func reveal(_ entropy: String, from owner: RollOwner) throws(WireError) {
        guard let index = contributions.firstIndex(where: { $0.owner == owner }),
            !isOver || reason != nil
        else {
            throw WireError(.nothingToReveal)
        }
        guard Entropy.commitment(entropy) == contributions[index].contributor.commitment
        else {
            throw WireError(.otherSecret)
        }
        guard !isOver else { throw WireError(.revealedLate, ["late": true]) }
        reveals[index] = entropy
        if !reveals.contains(nil) {
            end(nil)
        }
    }

    /// Notes that a connection has left and will not reveal.
    func left(_ owner: RollOwner, _ reason: CancelReason) {
        end(reason) { $0 == owner }
    }

    /// Ends the wait because its time is up.
    func timeIsUp() {
        end(.absent) { _ in true }
    }

    /// Ends the wait without blaming anyone.
    func stop(_ reason: CancelReason) {
        end(reason)
    }

    /// - Parameter isAbsent: returns true if a connection may be blamed for not revealing. If no
    ///   one is to blame, the wait continues.
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

    /// Returns when all have revealed or the wait has ended. Call it once.
    func ended() async {
        // Checked inside the closure: the roll may end before the task suspends.
        await withCheckedContinuation { continuation in
            if isOver {
                continuation.resume()
            } else {
                waiting = continuation
            }
        }
    }

    /// The reveals so far, in the order of the contributions.
    var revealed: [String] { reveals.compactMap(\.self) }

    /// The contributions that are not revealed yet.
    var missing: [String] {
        zip(contributions, reveals).filter { $1 == nil }.map(\.0.contributor.commitment)
    }
}
