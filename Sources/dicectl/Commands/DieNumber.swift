internal import ArgumentParser

/// The number of a die on the command line.
enum DieNumber {
    static func parse(_ text: String) throws -> Int {
        guard let number = Int(text), number >= 1 else {
            throw ValidationError("dice go by their numbers on the table: 1, 2, …")
        }
        return number
    }
}
