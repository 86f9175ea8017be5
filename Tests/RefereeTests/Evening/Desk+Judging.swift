import DiceProof
import ProgramTestSupport
import Referee

// The consequences of each step.

extension Desk {
    /// The time since the last step, in seconds of the daemon's clock.
    var elapsed: Double { judged.duration(to: .now) / .seconds(1) * speed }

    /// Has the referee judge a cause, or the passage of time, once everyone has received all its
    /// messages.
    func perform(_ cause: Referee.Step.Cause?) async throws {
        let end = ContinuousClock.now + Patience.limit
        var objections = 0
        while true {
            try await hear()
            do throws(Objection) {
                return try judge(cause ?? .passed(elapsed))
            } catch Objection.missing where ContinuousClock.now < end {
                continue
            } catch {
                // One connection may already have received messages that others have not.
                objections += 1
                guard objections > 3 else { continue }
                throw Found(
                    error,
                    steps + [Referee.Step(cause ?? .passed(elapsed), lines)]
                )
            }
        }
    }

    func judge(_ cause: Referee.Step.Cause) throws(Objection) {
        if case .sent(let orders) = cause {
            learn(orders)
        }
        let step = Referee.Step(cause, lines)
        do throws(Objection) {
            try referee.watch(step)
            note([step])
        } catch {
            for parts in parts(step) {
                guard let next = after(parts) else { continue }
                referee = next
                return note(parts)
            }
            throw error
        }
    }

    /// Returns the referee after these steps, or `nil` if it objects.
    private func after(_ steps: [Referee.Step]) -> Referee? {
        var next = referee
        for step in steps where (try? next.watch(step)) == nil {
            return nil
        }
        return next
    }

    private func note(_ judged: [Referee.Step]) {
        lines = []
        for step in judged {
            if case .passed(let seconds) = step.cause {
                self.judged += .seconds(seconds / speed)
            }
            if case .sent(let orders) = step.cause {
                requests += orders.count
            }
        }
        steps = Array((steps + judged).suffix(6))
    }

    /// Records contributions, which become known when they are revealed.
    private func learn(_ orders: [Order]) {
        for order in orders where order.method == "table.reveal" {
            let entropy = order.params["entropy"].string ?? ""
            referee.known.secrets[entropy] = Entropy.commitment(entropy)
        }
    }

    /// Returns the ways to split a step into events before its cause, the cause, and events after
    /// it.
    private func parts(_ step: Referee.Step) -> [[Referee.Step]] {
        if case .passed = step.cause {
            return []
        }
        var ids: Set<String> = []
        if case .sent(let orders) = step.cause {
            ids = Set(orders.map(\.id))
        }
        var revisions: [Int: Int] = [:]
        // A reply follows everything sent to its connection before. Everything except the reply to
        // a roll follows from the cause.
        let lines = step.lines.map { to, line in
            if let revision = line["params"]["revision"].int {
                revisions[to] = revision
            }
            let isAnswer = (line.array + [line]).contains {
                ids.contains($0["id"].string ?? "")
            }
            let isPinned = isAnswer && line["result"]["outcome"] == .null
            return (to: to, line: line, at: revisions[to] ?? 0, isPinned: isPinned)
        }
        let bounds = [-1] + Set(lines.map(\.at)).sorted()
        let elapsed = elapsed
        return bounds.flatMap { first in
            bounds.filter { $0 >= first }.flatMap { last in
                func part(_ cause: Referee.Step.Cause, _ isIn: (Int, Bool) -> Bool)
                    -> Referee.Step
                {
                    Referee.Step(
                        cause,
                        lines.filter { isIn($0.at, $0.isPinned) }.map {
                            ($0.to, $0.line)
                        }
                    )
                }
                return (first < 0 ? [0] : [0, elapsed / 2, elapsed]).map { before in
                    [
                        part(.passed(before)) { $0 <= first && !$1 },
                        part(step.cause) { $1 || $0 > first && $0 <= last },
                        part(.passed(elapsed - before)) { $0 > last && !$1 },
                    ]
                }
            }
        }
    }
}
