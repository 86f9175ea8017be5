import FoundationEssentials
import Hashing

/// A file of the page, packed when the program is built.
struct PackedFile: Sendable {
    let path: String
    let text: String
    /// The gzip form (RFC 1952) in base 64.
    let gzip: String

    init(_ path: String, _ text: String, _ gzip: String) {
        self.path = path
        self.text = text
        self.gzip = gzip
    }
}

/// A file to serve.
struct PageFile: Sendable {
    let bytes: [UInt8]
    /// The gzip form (RFC 1952) of these bytes; empty if it is not smaller.
    let compressed: [UInt8]
    let contentType: String
    /// The entity tag of these bytes, in quotes (RFC 9110, 8.8.3).
    let entityTag: String
    /// The entity tag of their gzip form.
    let compressedTag: String
    /// True if other sites may show it in a frame.
    let mayBeFramed: Bool

    fileprivate init(_ packed: PackedFile) {
        bytes = Array(packed.text.utf8)
        let gzip = Data(base64Encoded: packed.gzip).map(Array.init) ?? []
        compressed = gzip.count < bytes.count ? gzip : []
        contentType = Self.contentType(of: packed.path)
        let digest = Base64URL.text(SHA256.hash(bytes).prefix(16))
        entityTag = "\"\(digest)\""
        compressedTag = "\"\(digest).gzip\""
        mayBeFramed = packed.path == PageFiles.overlay
    }

    private static func contentType(of path: String) -> String {
        switch path.split(separator: ".").last {
        case "js": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "svg": "image/svg+xml"
        case "webmanifest": "application/manifest+json"
        default: "text/html; charset=utf-8"
        }
    }
}

/// The page's files by path. Nothing else is served.
enum PageFiles {
    static let overlay = "/overlay"

    static let all = Dictionary(
        uniqueKeysWithValues: PackedFiles.served.map { ($0.path, PageFile($0)) }
    )
}
