import NIOHTTP1

/// The rules that every answer gives the browser.
enum SecurityHeaders {
    /// - Parameter mayBeFramed: whether other sites may show it in a frame.
    static func all(mayBeFramed: Bool = false) -> HTTPHeaders {
        [
            "Content-Security-Policy": policy + "; frame-ancestors " + (mayBeFramed ? "*" : "'none'"),
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin",
        ]
    }

    private static let policy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "connect-src 'self'",
        "manifest-src 'self'", "base-uri 'none'", "form-action 'none'",
    ].joined(separator: "; ")
}
