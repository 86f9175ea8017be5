package import DiceModel

/// The words for unusual endings, such as cancelled and void rolls.
extension EventText {
    /// `120 entries archived, up to 2026-11-20 23:59:01`
    package static func archived(_ archived: Archived) -> String {
        let entries = archived.entries == 1 ? "1 entry" : "\(archived.entries) entries"
        return "\(entries) archived, up to \(WallClock.local.text(archived.at))"
    }

    /// `bo and carol did not answer`; `nil` if nobody is to blame.
    package static func why(_ absent: [String]?, _ reason: CancelReason?, you: [String] = [])
        -> String?
    {
        guard let absent, !absent.isEmpty else { return nil }
        let who = names(absent.map { you.contains($0) ? "you" : $0 })
        return who + (reason == .disconnected ? " left" : " did not answer")
    }

    /// `ann's roll is void: bo did not answer; it costs nothing, and ann may roll again`, or
    /// `your roll is void: bo did not answer; it costs nothing: roll again`
    package static func void(
        by: String,
        _ absent: [String]?,
        _ reason: CancelReason?,
        you: [String] = []
    )
        -> String
    {
        let why =
            why(absent, reason, you: you)
            ?? (reason == .serverStopping ? "the daemon was stopping" : nil)
        let void = "roll is void\(why.map { ": \($0)" } ?? ""); it costs nothing"
        let name = Printable.text(by)
        return you.contains(by)
            ? "your \(void): roll again"
            : "\(name)'s \(void), and \(name) may roll again"
    }

    static func ending(_ result: ThrowResult) -> String {
        let canceller = result.cancelledBy.map {
            " (cut short by \(Printable.text($0)))"
        }
        return (canceller ?? ending(result.outcome, result.reason))
            + entered(result.entered, by: [result.by])
    }

    /// ` (cut short: disconnected)` or ` (void: bo did not answer)` after an unusual ending, else
    /// empty. Also empty for a failed throw, whose message explains it.
    package static func ending(
        _ outcome: some OpenWord,
        _ reason: CancelReason?,
        _ absent: [String]? = nil
    )
        -> String
    {
        let word: String? =
            switch outcome.rawValue {
            case "", "completed", "failed": nil
            case "cancelled": "cut short"
            case let word: Printable.text(word)
            }
        let why = why(absent, nil) ?? reason.map { Printable.text($0.rawValue) }
        return word.map { " (\($0)\(why.map { ": \($0)" } ?? ""))" } ?? ""
    }
}
