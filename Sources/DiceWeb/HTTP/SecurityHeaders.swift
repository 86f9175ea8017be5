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

    /// The hash of the inline script of each page. It asks for the page's phrases together with its
    /// scripts, and reloads a page when one of these did not load: requests that wait for a
    /// connection fail when the network changes, as a phone's does shortly after it enters a house.
    private static let inlineScript = "'sha256-JLNAnO+zJB44/Rru8b6i1LVBk1PpOGfiho6IxmdTUbo='"

    private static let policy = [
        "default-src 'none'", "script-src 'self' \(inlineScript)", "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'", "manifest-src 'self'", "base-uri 'none'",
        "form-action 'none'",
    ].joined(separator: "; ")
}
