import CSodium

// Hashes by libsodium. None of these functions needs sodium_init(3): they draw no random bytes and
// have one implementation.

/// SHA-256 (FIPS 180-4).
package enum SHA256 {
    /// Returns the 32-byte digest.
    package static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        _ = unsafe crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
        return digest
    }

    /// An incremental hash.
    package struct Pieces: Sendable {
        private var state: crypto_hash_sha256_state

        package init() {
            var state = crypto_hash_sha256_state()
            _ = unsafe crypto_hash_sha256_init(&state)
            self.state = state
        }

        package mutating func add(_ bytes: [UInt8]) {
            _ = unsafe crypto_hash_sha256_update(&state, bytes, UInt64(bytes.count))
        }

        /// Returns the 32-byte digest of all pieces.
        package consuming func digest() -> [UInt8] {
            var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
            _ = unsafe crypto_hash_sha256_final(&state, &digest)
            return digest
        }
    }
}
