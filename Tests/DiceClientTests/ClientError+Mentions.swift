@testable import DiceClient

extension ClientError? {
    /// Returns true if the message contains these words.
    func mentions(_ words: String) -> Bool {
        self?.description.contains(words) ?? false
    }
}
