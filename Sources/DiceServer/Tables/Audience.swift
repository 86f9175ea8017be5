internal import DiceModel

/// Who watches a table.
struct Audience: Equatable {
    var count = 0
    /// Those whose names are known, each name once, sorted; nil where there are none.
    var names: [String]?
}

extension Audience {
    init(count: Int, names: some Sequence<String>) {
        let sorted = Set(names).sorted().prefix(Limits.watchingNames)
        self.init(count: count, names: sorted.isEmpty ? nil : Array(sorted))
    }
}
