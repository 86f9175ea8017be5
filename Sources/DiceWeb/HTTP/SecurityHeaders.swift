import NIOHTTP1

/// The rules that every answer gives the browser.
enum SecurityHeaders {
    /// - Parameter mayBeFramed: whether other sites may show it in a frame.
    static func all(mayBeFramed: Bool = false) -> HTTPHeaders {
        [
            "Content-Security-Policy": policy + "; frame-ancestors "
                + (mayBeFramed ? "*" : "'none'"),
            "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin",
        ]
    }

    /// The script that stands in each page itself, by its hash. It loads a page again that lacks
    /// another one: all that waits for a connection fails as a network changes, which a phone's
    /// does a moment after it has come into a house.
    private static let again = "'sha256-hp5i39CW3TivB4/hdUFp7i37a/1FPea+b/0ArwdtheQ='"

    private static let policy = [
        "default-src 'none'", "script-src 'self' \(again)", "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'", "manifest-src 'self'", "base-uri 'none'",
        "form-action 'none'",
    ].joined(separator: "; ")
}
