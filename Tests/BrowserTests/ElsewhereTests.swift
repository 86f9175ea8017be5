import Foundation
import Glibc
import ProgramTestSupport
import Testing
import Unix

/// Tests `dicectl web --through` with the recipe in diced-web(8): ssh, sshd, and nginx with TLS.
@Suite(.browser, .room, .needs([.chromium] + Town.tools), .needsNetworks)
struct ElsewhereTests {
    private let room: Room

    init() throws {
        room = try Room.here
    }

    @Test("a friend plays through the recipe of the manual, also after the tunnel has died")
    func aFriendPlaysThroughTheRecipe() async throws {
        let town = try await Town(room)
        let certificate = try await Certificate(room, names: Town.name)
        let recipe = try Recipe()
        try await town.serve(
            nginx: recipe.server.replacing("/etc/ssl/", with: room.path(""))
        )
        let host = try await town.atHome("exec " + recipe.command)
        let link = try await host.output.first { $0.hasPrefix("https://") }.element
        adoptPrograms()
        #expect(link.hasPrefix("https://\(Town.name)/#"))
        try await host.errors.first { $0.contains("█") }
        try await host.errors.first { $0.contains("can read along") }
        try await town.isPassedOn(8_080)

        let browser = try town.browser(certificate)
        let page = try await Page(browser, link)
        try await page.atRest()
        #expect(try await page.value("location.origin") == .string("https://\(Town.name)"))
        try await roll(page, 1)

        // The tunnel dies, and comes back.
        kill(try #require(town.tunnels.first), SIGKILL)
        try await host.errors.first { $0.contains("is started again in") }
        try await host.errors.first { $0.contains("stay valid") }
        #expect(host.output.count == 1)
        try await page.until("!document.body.matches('.gone')")
        try await roll(page, 2)

        // The link ends with the command.
        let tunnel = try #require(town.tunnels.last)
        host.signal(SIGTERM)
        #expect(try await host.ending() == .killed(by: SIGTERM))
        try await Patience.until("ssh has ended") { kill(tunnel, 0) != 0 }
        try await page.until("document.body.matches('.gone')")
        try await browser.end()
    }

    /// Rolls the dice on the page; it is the roll of this number in the turn.
    private func roll(_ page: Page, _ number: Int) async throws {
        try await page.until("document.getElementById('roll')?.ariaDisabled === 'false'")
        try await page.press("r")
        try await Patience.until("roll \(number) has ended") {
            let table = try await room.dicectl("table", "show", "--json").json
            return table["roll"] == JSON(number) && table["rolling"] == false
        }
        try await page.atRest()
    }

    private func adoptPrograms() {
        for lock in ["web.sock.lock", "diced.sock.lock"] {
            if let pid = FileLock.likelyHolder(room.path("run/" + lock)) {
                room.adopt(pid)
            }
        }
    }

    /// The displays of the section in the manual.
    private struct Recipe {
        /// The server block of nginx.
        let server: String
        /// The command, as sh(1) reads it.
        let command: String

        init() throws {
            let path = URL(filePath: #filePath).appending(path: "../../../man/diced-web.8")
                .standardized
            let manual = try String(contentsOf: path, encoding: .utf8)
            let title = try #require(
                manual.range(of: ".Ss A page for a friend elsewhere, with ssh and nginx\n")
            )
            let displays = manual[title.upperBound...]
                .components(separatedBy: ".Bd -literal -offset indent\n").dropFirst().prefix(2)
                .map { String($0.prefix(upTo: ($0.range(of: "\n.Ed")?.lowerBound) ?? $0.endIndex)) }
            try #require(displays.count == 2)
            server = displays[0]
            try #require(displays[1].hasPrefix("$ "))
            command = String(displays[1].dropFirst(2)).replacing("\\e", with: "\\")
        }
    }
}
