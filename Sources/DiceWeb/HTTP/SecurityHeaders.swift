import NIOHTTP1

/// The security headers of every response.
enum SecurityHeaders {
    /// Returns the headers.
    ///
    /// - Parameter mayBeFramed: True if other sites may show the page in a frame.
    static func all(mayBeFramed: Bool = false) -> HTTPHeaders {
        [
            "Content-Security-Policy": policy + "; frame-ancestors "
                + (mayBeFramed ? "*" : "'none'"),
            "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin",
        ]
    }

    /// The hash of the inline script of each page, which reloads a page when one of its scripts did
    /// not load. Requests that wait for a connection fail when the network changes, as a phone's
    /// does shortly after it enters a house.
    private static let again = "'sha256-hp5i39CW3TivB4/hdUFp7i37a/1FPea+b/0ArwdtheQ='"

    private static let policy = [
        "default-src 'none'", "script-src 'self' \(again)", "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'", "manifest-src 'self'", "base-uri 'none'",
        "form-action 'none'",
    ].joined(separator: "; ")
}
