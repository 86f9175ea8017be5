import DiceNotation

/// The order in which the draws of a throw are shown: each draw is shown when the draws that caused
/// it have settled. A chain, in which each draw causes the next, is shown link by link. From
/// `lastLink` on, the remaining draws appear together, so that the chain ends within about 10 s at
/// pace 1.
struct ThrowSchedule: Sendable, Hashable {
    /// The draws that do not wait for any other draw.
    private(set) var first: [Int] = []
    private var waiting: [Waiting] = []
    /// The position of each draw in its chain.
    private var links: [Int] = []

    private static let lastLink = 8

    /// Draws that wait for the same causes.
    private struct Waiting: Sendable, Hashable {
        let after: Range<Int>
        var missing: Int
        var draws: [Int]
    }

    init(_ draws: [Draw]) {
        var causes: [Range<Int>] = []
        for (index, draw) in draws.enumerated() {
            var link = 0
            var cause = draw.after
            if index > 0, draws[index - 1].after == draw.after {
                link = links[index - 1]
                cause = causes[index - 1]
            } else if !draw.after.isEmpty {
                var lower = index
                var upper = 0
                for other in draw.after {
                    link = max(link, min(links[other] + 1, Self.lastLink))
                    // Do not wait for a draw that appears early because its chain is long; wait for
                    // that draw's causes instead.
                    let waitedFor = isLate(other) ? causes[other] : other..<other + 1
                    lower = min(lower, waitedFor.lowerBound)
                    upper = max(upper, waitedFor.upperBound)
                }
                cause = lower..<upper
            }
            links.append(link)
            causes.append(cause)
            wait(index, after: cause)
        }
    }

    private func isLate(_ draw: Int) -> Bool {
        links[draw] == Self.lastLink
    }

    private mutating func wait(_ draw: Int, after cause: Range<Int>) {
        if cause.isEmpty {
            first.append(draw)
        } else if waiting.last?.after == cause {
            waiting[waiting.count - 1].draws.append(draw)
        } else {
            waiting.append(
                Waiting(
                    after: cause,
                    missing: cause.count { !isLate($0) },
                    draws: [draw]
                )
            )
        }
    }

    /// Returns the draws that were waiting for this draw and are no longer waiting for any.
    mutating func settled(_ draw: Int) -> [Int] {
        if isLate(draw) {
            return []
        }
        var free: [Int] = []
        for place in waiting.indices where waiting[place].after.contains(draw) {
            waiting[place].missing -= 1
            if waiting[place].missing == 0 {
                free += waiting[place].draws
            }
        }
        return free
    }
}
