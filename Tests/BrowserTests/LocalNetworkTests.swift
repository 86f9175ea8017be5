import Foundation
import ProgramTestSupport
import Testing
import Unix

/// Tests the page over plain HTTP on an address of a local network, as on a phone at the kitchen
/// table.
@Suite(.browser, .room, .needs([.chromium, .nc] + LocalNetwork.tools), .needsNetworks)
struct LocalNetworkTests {
    private let room: Room

    init() throws {
        room = try Room.here
    }

    private func adoptPrograms() {
        for lock in ["lan.sock.lock", "web.sock.lock", "diced.sock.lock"] {
            if let pid = FileLock.likelyHolder(room.path("run/" + lock)) {
                room.adopt(pid)
            }
        }
    }

    @Test("a phone plays, contributes and verifies without TLS")
    func aPhonePlaysContributesAndChecksWithoutTLS() async throws {
        let network = try await LocalNetwork(room)
        let made = try await network.dicectl("web", "--lan", "--qr", "--as", "ann")
        adoptPrograms()
        let link = try #require(made.output.first, "\(made.complaint)")
        #expect(made.output.count == 1)
        #expect(link.hasPrefix("http://\(LocalNetwork.hostAddress):7447/#"))
        #expect(made.complaint.contains("without encryption"))
        #expect(made.complaint.contains("█"))
        #expect(!made.complaint.contains("this machine alone"))
        _ = try await network.dicectl("table", "set", "--players", "ann,bo")

        let browser = try network.browser()
        let page = try await Page(browser, link)
        try await page.atRest()
        #expect(try await page.value("isSecureContext || !!crypto.subtle") == false)
        try await page.press("r")
        try await page.until(
            "document.getElementById('said').textContent.startsWith('ann rolled')"
        )
        try await page.atRest()
        try await page.press("e")
        // It is bo's turn, and ann's page contributes to the roll.
        let rolled = try await network.dicectl("roll", "--as", "bo", "--json")
        #expect(
            rolled.json["outcome"] == "completed"
                && rolled.json["reveals"].array.count == 1,
            "\(rolled)"
        )
        _ = try await network.dicectl("end-turn", "--as", "bo")
        try await page.press("h")
        try await page.until("document.body.textContent.match(/checked/g)?.length >= 2")
        try await browser.end()
    }

    @Test("a host's page copies an invitation and draws its code without TLS")
    func anInvitationIsCopiedWithoutTLS() async throws {
        let network = try await LocalNetwork(room)
        let made = try await network.dicectl("web", "--lan")
        adoptPrograms()
        let link = try #require(made.output.first, "\(made.complaint)")
        _ = try await network.dicectl("table", "set", "--players", "ann,bo")
        let browser = try network.browser()
        let page = try await Page(browser, "\(link)")
        try await page.until("document.querySelector('#content button')")
        try await page.value(
            """
            document.addEventListener("copy", () => {
              window.copied = document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd);
            });
            [...document.querySelectorAll("#content button")].find((each) => each.textContent === "Invite").click();
            """
        )
        try await page.until("document.querySelector('#content form')")
        try await page.value("document.querySelector('#content form').requestSubmit()")
        try await page.until("document.querySelector('#content .made .code .dark')")
        // Only a real tap may copy.
        try await page.tap("#content .made button")
        try await page.until(
            "[...document.querySelectorAll('#content .made button')].some((each) => each.textContent === '\(Phrases.text("copied"))')"
        )
        #expect(
            try await page.value("copied === document.querySelector('#content .made input').value")
                == true
        )
        // The screen may turn itself off, and Help says so.
        try await page.value("document.activeElement.blur()")
        try await page.press("?")
        try await page.until(
            "document.body.textContent.includes('\(Phrases.text("helpAwake"))')"
        )
        try await browser.end()
    }

    @Test("the page answers to its own host name only and its links end")
    func itAnswersToThatNameAloneAndItsLinksEnd() async throws {
        let network = try await LocalNetwork(room)
        let usual = try await network.dicectl("web")
        let before = Date.now
        let made = try await network.dicectl("web", "--lan", "--json")
        let after = Date.now
        adoptPrograms()
        let expires = try Date(
            try #require(made.json["expires"].string),
            strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        )
        #expect(
            (before.addingTimeInterval(14_399)...after.addingTimeInterval(14_401))
                .contains(expires)
        )
        let link = try #require(made.json["url"].string, "\(made.complaint)")
        let port = try #require(
            link.split(separator: "/").dropFirst().first?.split(separator: ":").last
                .flatMap {
                    Int($0)
                }
        )
        func status(_ host: String, more: String = "") async throws -> String {
            try await String(
                network.answer(
                    to: "GET / HTTP/1.1\r\nHost: \(host)\r\n\(more)\r\n",
                    at: port
                )
                .prefix(12)
            )
        }
        let own = "\(LocalNetwork.hostAddress):\(port)"
        #expect(try await status(own) == "HTTP/1.1 200")
        #expect(
            try await status(own, more: "Origin: http://\(own)\r\n") == "HTTP/1.1 200"
        )
        for other in [
            "localhost:\(port)", "127.0.0.1:\(port)", "192.168.77.2:\(port)",
            "dice.example.org",
        ] {
            #expect(try await status(other) == "HTTP/1.1 403", "\(other)")
        }
        #expect(
            try await status(own, more: "Origin: http://localhost:\(port)\r\n")
                == "HTTP/1.1 403"
        )
        // The page of the machine itself is a separate one, which no phone can reach.
        #expect(
            usual.output.first?.hasPrefix("http://127.0.0.1:") == true,
            "\(usual.complaint)"
        )
        let browser = try network.browser()
        let page = try await Page(browser, link)
        try await page.atRest()
        #expect(
            try await network.dicectl("web", "--revoke", "--json").output == [
                #"{"closed":1}"#
            ]
        )
        try await page.until(
            "document.body.textContent.includes('This link was revoked')"
        )
        try await browser.end()
    }
}
