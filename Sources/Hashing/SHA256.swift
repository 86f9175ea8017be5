import CSodium

// Hashes by libsodium. Nothing here needs sodium_init(3): these functions draw no random bytes and
// have one implementation.

/// SHA-256 (FIPS 180-4).
package enum SHA256 {
    /// The 32 bytes of the digest.
    package static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        _ = unsafe crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
        return digest
    }

    /// The hash of bytes that come in pieces.
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

        /// The 32 bytes of the digest of all of them.
        package consuming func digest() -> [UInt8] {
            var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
            _ = unsafe crypto_hash_sha256_final(&state, &digest)
            return digest
        }
    }
}
