internal import DiceModel
internal import DiceProof
internal import DiceWire

/// What is to be said against a daemon that rolled with other chance than was sent to it.
enum Objection {
    /// nil where nothing is. A daemon that leaves all chance out says so when the entry is revealed.
    ///
    /// - Parameters:
    ///   - entropy: what was sent; nil where nothing was.
    ///   - told: what it was made with, as the daemon says.
    static func to(_ name: String, made told: String?, with entropy: String?) -> String? {
        guard let entropy, let told, told != Entropy.none, told != entropy else { return nil }
        return "WRONG: \(name) was made with other chance than was added to it. Do not trust this daemon"
    }

    static func to(_ result: RollResult, with entropy: String?) -> String? {
        to("roll \(result.roll)", made: result.entropy, with: entropy)
    }

    static func to(_ result: ThrowResult, with entropy: String?) -> String? {
        to("throw \(result.number)", made: result.entropy, with: entropy)
    }
}
