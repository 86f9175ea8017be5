import DiceNotation

/// Suggestions for misspelled words.
enum Suggestion {
    /// Returns `; did you mean "home"?`, or `nil`.
    static func didYouMean(_ word: String, _ words: some Sequence<String>) -> String? {
        nearest(word, words).map { "; did you mean \"\($0)\"?" }
    }

    /// Returns the dice notation that a word resembles: `2d6` for `2W6`, `adv` for `advantage`;
    /// `nil` for other words.
    static func notation(_ word: String) -> String? {
        let small = word.lowercased()
        let known = ["advantage": "adv", "disadvantage": "dis"]
        if let meant = known[small]
            ?? nearest(small, known.keys.sorted()).flatMap({ known[$0] })
        {
            return meant
        }
        // The letter for dice is W in German, T in Swedish, K in Polish; an O looks like a zero.
        guard let letter = small.firstIndex(where: { !$0.isNumber }),
            "wtk".contains(small[letter]) || small[letter] == "d"
        else { return nil }
        let dice =
            small[..<letter] + "d"
            + small[small.index(after: letter)...].replacing("o", with: "0")
        return (try? Expression(parsing: String(dice))).map { _ in String(dice) }
    }

    /// Returns the first of the words with the smallest edit distance, which must be at most two
    /// and less than half the number of letters.
    static func nearest(_ word: String, _ words: some Sequence<String>) -> String? {
        let near = words.map { ($0, distance(word, $0)) }.filter {
            $0.1 <= 2 && 2 * $0.1 < word.count
        }
        return near.min { $0.1 < $1.1 }?.0
    }

    /// Returns the number of insertions, deletions, replacements and swaps of adjacent letters.
    static func distance(_ a: String, _ b: String) -> Int {
        let a = Array(a)
        let b = Array(b)
        var last = [Int]()
        var row = Array(0...b.count)
        for i in a.indices {
            var next = [i + 1]
            for j in b.indices {
                next.append(
                    min(row[j + 1], next[j], row[j] - (a[i] == b[j] ? 1 : 0)) + 1
                )
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                    next[j + 1] = min(next[j + 1], last[j - 1] + 1)
                }
            }
            last = row
            row = next
        }
        return row[b.count]
    }
}
