import Hashing

/// A file to serve, in compact form.
struct PageFile: Sendable {
    let bytes: [UInt8]
    let contentType: String
    /// The entity tag of these bytes, in quotes (RFC 9110, 8.8.3).
    let entityTag: String
    /// True if other sites may show it in a frame.
    let mayBeFramed: Bool

    init(_ file: [UInt8], _ contentType: String, mayBeFramed: Bool = false) {
        bytes =
            if contentType.hasPrefix("text/css") {
                CompactText.style(of: file)
            } else if contentType.hasPrefix("text/javascript") {
                CompactText.script(of: file)
            } else {
                CompactText.bytes(of: file)
            }
        self.contentType = contentType
        self.mayBeFramed = mayBeFramed
        entityTag = "\"" + Base64URL.text(SHA256.hash(bytes).prefix(16)) + "\""
    }
}

/// The page's files by path. Nothing else is served.
enum PageFiles {
    static let all: [String: PageFile] = [
        "/": PageFile(PackageResources.index_html, html),
        "/overlay": PageFile(PackageResources.overlay_html, html, mayBeFramed: true),
        "/icon.svg": PageFile(PackageResources.icon_svg, "image/svg+xml"),
        "/overlay.css": PageFile(
            PackageResources.style_css + PackageResources.sheet_css
                + PackageResources.panel_css + PackageResources.looks_css
                + PackageResources.overlay_css,
            style
        ),
        "/page.css": PageFile(
            PackageResources.style_css + PackageResources.play_css
                + PackageResources.sheet_css,
            style
        ),
        "/page.webmanifest": PageFile(
            PackageResources.page_webmanifest,
            "application/manifest+json"
        ),
        "/looks.css": PageFile(PackageResources.looks_css, style),
        "/panel.css": PageFile(PackageResources.panel_css, style),
        "/panels.css": PageFile(PackageResources.panels_css, style),
    ].merging(
        ScriptFiles.joined(scripts, for: "page.js").map {
            ("/" + $0, PageFile($1, script))
        }
    ) { $1 }

    /// The scripts that the audience page shares. A page loads the phrases of one language only.
    static let commonScripts: [String: [UInt8]] = [
        "bank.js": PackageResources.bank_js, "board.js": PackageResources.board_js,
        "colour.js": PackageResources.colour_js,
        "columns.js": PackageResources.columns_js,
        "die.js": PackageResources.die_js, "element.js": PackageResources.element_js,
        "flight.js": PackageResources.flight_js, "hash.js": PackageResources.hash_js,
        "language.js": PackageResources.language_js,
        "later-de.js": PackageResources.later_de_js,
        "later-en.js": PackageResources.later_en_js,
        "later-es.js": PackageResources.later_es_js,
        "later-fr.js": PackageResources.later_fr_js,
        "looks.js": PackageResources.looks_js,
        "memory.js": PackageResources.memory_js,
        "motion.js": PackageResources.motion_js,
        "phrases.js": PackageResources.phrases_js,
        "proof.js": PackageResources.proof_js,
        "rounds.js": PackageResources.rounds_js, "row.js": PackageResources.row_js,
        "seats.js": PackageResources.seats_js,
        "shapes.js": PackageResources.shapes_js, "sheet.js": PackageResources.sheet_js,
        "stage.js": PackageResources.stage_js, "throws.js": PackageResources.throws_js,
        "titles.js": PackageResources.titles_js,
        "watch.js": PackageResources.watch_js,
        "words-de.js": PackageResources.words_de_js,
        "words-en.js": PackageResources.words_en_js,
        "words-es.js": PackageResources.words_es_js,
        "words-fr.js": PackageResources.words_fr_js,
        "words.js": PackageResources.words_js,
    ]

    /// All scripts, before those that the page imports statically are joined.
    static let scripts = commonScripts.merging([
        "acts.js": PackageResources.acts_js,
        "camera.js": PackageResources.camera_js,
        "confetti.js": PackageResources.confetti_js,
        "connection.js": PackageResources.connection_js,
        "contribution.js": PackageResources.contribution_js,
        "ending.js": PackageResources.ending_js,
        "entry.js": PackageResources.entry_js, "faces.js": PackageResources.faces_js,
        "fairness.js": PackageResources.fairness_js,
        "feat.js": PackageResources.feat_js,
        "figure.js": PackageResources.figure_js, "help.js": PackageResources.help_js,
        "history.js": PackageResources.history_js, "host.js": PackageResources.host_js,
        "invite.js": PackageResources.invite_js, "keys.js": PackageResources.keys_js,
        "match.js": PackageResources.match_js,
        "mistake.js": PackageResources.mistake_js,
        "newgame.js": PackageResources.newgame_js,
        "newtable.js": PackageResources.newtable_js,
        "noise.js": PackageResources.noise_js,
        "overlay.js": PackageResources.overlay_js,
        "refusals-de.js": PackageResources.refusals_de_js,
        "refusals-en.js": PackageResources.refusals_en_js,
        "refusals-es.js": PackageResources.refusals_es_js,
        "refusals-fr.js": PackageResources.refusals_fr_js,
        "page.js": PackageResources.page_js, "panel.js": PackageResources.panel_js,
        "pending.js": PackageResources.pending_js,
        "picture.js": PackageResources.picture_js,
        "places.js": PackageResources.places_js,
        "remedy.js": PackageResources.remedy_js, "rules.js": PackageResources.rules_js,
        "scene.js": PackageResources.scene_js,
        "shaders.js": PackageResources.shaders_js,
        "solids.js": PackageResources.solids_js, "sound.js": PackageResources.sound_js,
        "tables.js": PackageResources.tables_js, "tray.js": PackageResources.tray_js,
        "tumble.js": PackageResources.tumble_js, "turn.js": PackageResources.turn_js,
        "writing.js": PackageResources.writing_js,
    ]) { $1 }

    private static let html = "text/html; charset=utf-8"
    private static let style = "text/css; charset=utf-8"
    private static let script = "text/javascript; charset=utf-8"
}
