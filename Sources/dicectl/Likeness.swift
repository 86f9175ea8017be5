/// What was probably meant by a word that is wrong.
enum Likeness {
    /// `; did you mean "home"?`, or nil.
    static func question(_ word: String, _ words: some Sequence<String>) -> String? {
        nearest(word, words).map { "; did you mean \"\($0)\"?" }
    }

    /// The first of the words that are the least edits away: at most two, and fewer than half of the letters.
    static func nearest(_ word: String, _ words: some Sequence<String>) -> String? {
        let near = words.map { ($0, distance(word, $0)) }.filter { $0.1 <= 2 && 2 * $0.1 < word.count }
        return near.min { $0.1 < $1.1 }?.0
    }

    /// How many letters are to be put in, left out or replaced.
    static func distance(_ a: String, _ b: String) -> Int {
        let b = Array(b)
        var row = Array(0...b.count)
        for (i, letter) in a.enumerated() {
            var corner = i
            row[0] = i + 1
            for (j, other) in b.enumerated() {
                (corner, row[j + 1]) = (row[j + 1], min(row[j], row[j + 1], corner - (letter == other ? 1 : 0)) + 1)
            }
        }
        return row[b.count]
    }
}
