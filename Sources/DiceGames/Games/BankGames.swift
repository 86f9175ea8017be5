extension Game {
    static let farkle = Game(
        "farkle",
        "Farkle",
        source: "Farkle, rules of the boxed game, PlayMonster (Patch)",
        dice: [6, 6, 6, 6, 6, 6],
        rules: .bank(
            BankRules(
                ScoringSet.singles
                    + ScoringSet.alike(3, points: [300, 200, 300, 400, 500, 600]) + [
                        ScoringSet(.alike([4]), 1_000),
                        ScoringSet(.alike([5]), 2_000),
                        ScoringSet(.alike([6]), 3_000),
                        ScoringSet(.straight(6), 1_500),
                        ScoringSet(.alike([2, 2, 2]), 1_500),
                        ScoringSet(.alike([4, 2]), 1_500),
                        ScoringSet(.alike([3, 3]), 2_500),
                    ],
                target: 10_000,
                minimum: 500
            )
        )
    )

    static let zehntausend = Game(
        "zehntausend",
        "Zehntausend",
        source:
            "“Zehntausend – Das Würfelspiel mit Regeln”, spiele.domain-root.de: six dice",
        dice: [6, 6, 6, 6, 6, 6],
        rules: .bank(
            BankRules(
                ScoringSet.singles
                    + (3...6).flatMap { count in
                        ScoringSet.alike(
                            count,
                            points: [1_000, 200, 300, 400, 500, 600].map {
                                $0 << (count - 3)
                            }
                        )
                    } + [
                        ScoringSet(.straight(5), 1_500),
                        ScoringSet(.straight(6), 3_000),
                    ],
                target: 10_000,
                minimum: 350
            )
        )
    )

    static let pig = Game(
        "pig",
        "Pig",
        source: "“Pig (dice game)”, Wikipedia",
        dice: [6],
        rules: .bank(
            BankRules(
                (2...6).map { ScoringSet(.faces([$0]), $0) },
                target: 100,
                hasLastRound: false
            )
        )
    )
}

extension ScoringSet {
    /// Ones and fives.
    static let singles = [ScoringSet(.faces([1]), 100), ScoringSet(.faces([5]), 50)]

    /// Returns sets of `count` dice with the same face.
    ///
    /// - Parameter points: The points for each face, from 1.
    static func alike(_ count: Int, points: [Int]) -> [ScoringSet] {
        points.enumerated().map { index, points in
            ScoringSet(.faces(Array(repeating: index + 1, count: count)), points)
        }
    }
}
