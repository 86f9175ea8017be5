/// The faces rolled at a table.
public struct FaceStatistics: Sendable, Hashable {
    public var table: String
    public var faces: [FaceCounts]

    public init(table: String, faces: [FaceCounts]) {
        self.table = table
        self.faces = faces
    }

    /// The counts for one player or for all players, in ascending order of die size. If several
    /// players rolled dice of the same size, the sum of their counts comes first, followed by each
    /// player in order of name. Fate dice follow the others of their size, real dice all others.
    public init(_ query: FaceQuery, _ tally: FaceTally) {
        self.init(table: query.table.description, faces: [])
        let asked = tally.counts.filter { key, _ in
            query.sides ?? key.sides == key.sides && query.by ?? key.by == key.by
        }
        for entered in [nil, true] as [Bool?] {
            add(
                asked.filter { $0.key.entered == (entered == true) },
                query,
                entered: entered
            )
        }
    }

    private mutating func add(
        _ asked: [FaceTally.FaceKey: [Int]],
        _ query: FaceQuery,
        entered: Bool?
    ) {
        let kinds = Dictionary(grouping: asked, by: \.key.counted).sorted {
            ($0.key.magnitude, -$0.key) < ($1.key.magnitude, -$1.key)
        }
        for (counted, players) in kinds {
            let together = FaceTally.FaceKey(counted: counted, by: "")
            let fate = together.fate ? true : nil
            if query.by == nil {
                var all = FaceTally()
                for player in players {
                    all.add(player.value, together)
                }
                faces.append(
                    FaceCounts(
                        by: nil,
                        entered: entered,
                        fate: fate,
                        counts: all.counts[together] ?? []
                    )
                )
                if players.count == 1 {
                    continue
                }
            }
            for player in players.sorted(by: { $0.key.by < $1.key.by }) {
                faces.append(
                    FaceCounts(
                        by: player.key.by,
                        entered: entered,
                        fate: fate,
                        counts: player.value
                    )
                )
            }
        }
    }
}
