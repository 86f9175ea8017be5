import Foundation
import ProgramTestSupport
import Testing

/// Tests the page in Firefox.
@Suite(.browser, .room, .needs(.firefox))
struct FirefoxTests {
    private let room: Room

    init() throws {
        room = try Room.here
    }

    private static let isSettled = "!document.querySelector('.moving')"

    @Test("a player rolls, keeps a die, fills a box, throws and reads the history in Firefox")
    func aMatch() async throws {
        let web = try await room.web("--slow", "0.05")
        _ = try await room.did(
            "table",
            "new",
            "home",
            "--game",
            "yahtzee",
            "--players",
            "ann,bo"
        )
        let firefox = try await Firefox(room)
        let link = try await web.link("--as", "ann", "-t", "home")
        try await firefox.open(link)
        try await firefox.until("document.getElementById('roll')?.ariaDisabled === 'false'")
        try await firefox.click("#roll")
        try await firefox.until(
            "\(Self.isSettled) && document.getElementById('said').textContent.startsWith('ann rolled')"
        )
        let first = try await firefox.value(Self.faces)
        try await firefox.click("[data-die='1']")
        try await firefox.until("document.querySelector('[data-die=\"1\"].locked')")
        try await firefox.press("r")
        try await firefox.until(
            "\(Self.isSettled) && /Roll 2( |$)/.test(document.getElementById('facts').textContent)"
        )
        #expect(try await firefox.value(Self.faces)[0] == first[0])
        try await firefox.click("[data-box=chance]")
        try await firefox.until(
            "document.querySelector('[data-box=chance] .own')?.textContent.match(/[0-9]/)"
        )
        try await firefox.value(
            "document.getElementById('expression').value = 'd20+5 vs 12', document.getElementById('entry').requestSubmit()"
        )
        try await firefox.until("document.querySelector('#thrown .meaning')?.textContent")
        try await firefox.press("\u{E00C}")
        try await firefox.value("document.activeElement.blur()")
        try await firefox.press("h")
        try await firefox.until(
            "document.getElementById('content').textContent.includes('d20+5')"
        )
        let origin = link.split(separator: "/").prefix(2).joined(separator: "//")
        #expect(try await firefox.errors(of: origin) == [])
        try await firefox.end()
    }

    private static let faces =
        "[...document.querySelectorAll('#dice .die')].map((die) => die.dataset.value)"

    /// Without a screen Firefox has no WebGL, so no dice are drawn.
    @Test("dice of all kinds follow their plan in Firefox")
    func depth() async throws {
        let web = try await room.web()
        let firefox = try await Firefox(room)
        let link = try await web.link("--as", "ann")
        try await firefox.open(link)
        try await firefox.until("document.querySelector('.die')")
        let script = try String(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(
                path: "Depth.js"
            ),
            encoding: .utf8
        )
        let expression = script.split(separator: "\n").dropFirst().joined(separator: "\n")
            .replacing(/;\s*$/, with: "")
        #expect(try await firefox.value(expression) == [])
        let origin = link.split(separator: "/").prefix(2).joined(separator: "//")
        #expect(try await firefox.errors(of: origin) == [])
        try await firefox.end()
    }
}
