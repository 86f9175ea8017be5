extension RollText {
    /// Returns true for a word that would be a valid name, but begins with a die, after a count if
    /// any: `d6`, `3d`, `6x4d6`, `dF` and `d20advantage`. Commands read it as dice, valid or not.
    public static func beginsWithDie(_ word: String) -> Bool {
        let letters = Array(word.lowercased())
        let count = letters.prefix { "0123456789x".contains($0) }
        let rest = letters[count.count...]
        guard rest.first == "d" else { return false }
        guard let next = rest.dropFirst().first else {
            return !count.isEmpty && count.allSatisfy(\.isNumber)
        }
        return next == "f"
            ? rest.dropFirst(2).first?.isLetter != true : "0123456789".contains(next)
    }
}
