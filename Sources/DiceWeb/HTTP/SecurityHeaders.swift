import FoundationEssentials
import Hashing
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

    /// The source expression of the script in each document (Content Security Policy Level 3, 2.3.1).
    static let inlineScript: String = {
        let digest = SHA256.hash(Array(PackedFiles.inlineScript.utf8))
        return "'sha256-\(Data(digest).base64EncodedString())'"
    }()

    private static let policy = [
        "default-src 'none'", "script-src 'self' \(inlineScript)", "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'", "manifest-src 'self'", "base-uri 'none'",
        "form-action 'none'",
    ].joined(separator: "; ")
}
