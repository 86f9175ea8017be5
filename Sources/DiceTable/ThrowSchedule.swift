import DiceNotation

/// When the draws of a throw are told: each once those have settled that told of it. A chain, in
/// which each tells of the next, is told link by link; from `lastLink` on all that is left of it
/// comes at once, so that it ends within about 10 s at pace 1.
struct ThrowSchedule {
    /// The draws that nothing is waited for.
    private(set) var first: [Int] = []
    private var waiting: [Waiting] = []
    /// Which link of a chain each draw is.
    private var links: [Int] = []

    private static let lastLink = 8

    /// Draws that wait for the same others.
    private struct Waiting {
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
                    // What comes at once is not waited for, except for what it waits for itself.
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

    /// The draws that have waited for this one, and now for none.
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
