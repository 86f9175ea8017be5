package import DiceModel
import DiceProof
import DiceVerifying

/// The result of verifying a turn when it is revealed.
package enum Verdict: Hashable {
    /// The seed matches its commitment, and every face follows from it.
    case right
    /// There is nothing to verify with.
    case unknown
    /// The turn's edition is newer than this program.
    case notChecked(edition: Int)
    case wrong(String)

    /// - Parameter promised: the turn's commitment as announced before the turn ended; `nil` if
    ///   there was none.
    package init(_ turn: Turn, promised: String?) {
        self = .unknown
        guard let promised, turn.seed != nil || turn.commitment != promised else {
            return
        }
        if let edition = turn.edition, edition > Edition.known.upperBound {
            self = .notChecked(edition: edition)
            return
        }
        self = .wrong("its seed does not match the commitment")
        guard turn.commitment == promised else { return }
        var verifier = HistoryVerifier(.entry)
        do throws(Finding) {
            try verifier.check(.turn(turn))
            self = .right
        } catch {
            self = .wrong(error.sentence)
        }
    }

    /// The text to add after the end of the turn.
    package var remark: String {
        switch self {
        case .right: ", checked"
        case .unknown: ""
        case .notChecked(let edition):
            ", not checked: edition \(edition) is newer than this program"
        case .wrong(let reason): ". \(Self.warning(reason))"
        }
    }

    /// Returns the warning about a daemon that was caught cheating.
    package static func warning(_ what: String) -> String {
        "WRONG: \(what). Do not trust this daemon"
    }
}
