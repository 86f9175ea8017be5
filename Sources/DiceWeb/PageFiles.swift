internal import Hashing

/// A file that is served as it is.
struct PageFile: Sendable {
    let bytes: [UInt8]
    let contentType: String
    /// Of these bytes and no others, in quotes (RFC 9110, 8.8.3).
    let entityTag: String
    /// Whether other sites may show it in a frame.
    let mayBeFramed: Bool

    init(_ bytes: [UInt8], _ contentType: String, mayBeFramed: Bool = false) {
        self.bytes = bytes
        self.contentType = contentType
        self.mayBeFramed = mayBeFramed
        entityTag = "\"" + Base64URL.text(SHA256.hash(bytes).prefix(16)) + "\""
    }
}

/// The page's files by their paths. Nothing else is served.
enum PageFiles {
    static let all: [String: PageFile] = [
        "/": PageFile(PackageResources.index_html, html),
        "/overlay": PageFile(PackageResources.overlay_html, html, mayBeFramed: true),
        "/overlay.css": PageFile(PackageResources.overlay_css, style),
        "/play.css": PageFile(PackageResources.play_css, style),
        "/style.css": PageFile(PackageResources.style_css, style),
        "/board.js": PageFile(PackageResources.board_js, script),
        "/die.js": PageFile(PackageResources.die_js, script),
        "/element.js": PageFile(PackageResources.element_js, script),
        "/entry.js": PageFile(PackageResources.entry_js, script),
        "/history.js": PageFile(PackageResources.history_js, script),
        "/keys.js": PageFile(PackageResources.keys_js, script),
        "/link.js": PageFile(PackageResources.link_js, script),
        "/motion.js": PageFile(PackageResources.motion_js, script),
        "/overlay.js": PageFile(PackageResources.overlay_js, script),
        "/page.js": PageFile(PackageResources.page_js, script),
        "/panel.js": PageFile(PackageResources.panel_js, script),
        "/proof.js": PageFile(PackageResources.proof_js, script),
        "/shapes.js": PageFile(PackageResources.shapes_js, script),
        "/stage.js": PageFile(PackageResources.stage_js, script),
        "/throws.js": PageFile(PackageResources.throws_js, script),
        "/voucher.js": PageFile(PackageResources.voucher_js, script),
        "/watch.js": PageFile(PackageResources.watch_js, script),
        "/words.js": PageFile(PackageResources.words_js, script),
    ]

    private static let html = "text/html; charset=utf-8"
    private static let style = "text/css; charset=utf-8"
    private static let script = "text/javascript; charset=utf-8"
}
