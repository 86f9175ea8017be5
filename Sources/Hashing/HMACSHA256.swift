import CSodium

/// HMAC-SHA256 (RFC 2104) with one key, for any number of messages.
package struct HMACSHA256: Sendable {
    /// The state after the key and the common beginning of the messages.
    private var keyed: crypto_auth_hmacsha256_state

    /// - Parameter key: a key of any length.
    package init(key: [UInt8]) {
        var state = crypto_auth_hmacsha256_state()
        _ = unsafe crypto_auth_hmacsha256_init(&state, key, key.count)
        keyed = state
    }

    /// Returns the same for messages that begin with `start`, which is then omitted from each.
    package func begun(with start: [UInt8]) -> HMACSHA256 {
        var begun = self
        _ = unsafe crypto_auth_hmacsha256_update(
            &begun.keyed,
            start,
            UInt64(start.count)
        )
        return begun
    }

    /// Returns the 32-byte code of the message.
    package func code(of message: [UInt8]) -> [UInt8] {
        var state = keyed
        var code = [UInt8](repeating: 0, count: Int(crypto_auth_hmacsha256_BYTES))
        _ = unsafe crypto_auth_hmacsha256_update(&state, message, UInt64(message.count))
        _ = unsafe crypto_auth_hmacsha256_final(&state, &code)
        return code
    }

    /// Returns true if `code` is the message's. Runs in constant time.
    package func isCode(_ code: [UInt8], of message: [UInt8]) -> Bool {
        guard code.count == Int(crypto_verify_32_BYTES) else { return false }
        return unsafe crypto_verify_32(code, self.code(of: message)) == 0
    }
}
