import Foundation
import Glibc
import ProgramTestSupport
import Testing
import Unix

/// Tests the page behind nginx and TLS, with the configuration in diced-web(8).
@Suite(.browser, .room, .needs(.chromium, .nginx, .openssl))
struct ProxyTests {
    private let room: Room

    init() throws {
        room = try Room.here
    }

    @Test("the nginx configuration in the manual serves the page")
    func theManualsConfigurationServesThePage() async throws {
        let daemon = try await room.daemon()
        let inner = try FreePort.find()
        let outer = try FreePort.find()
        let url = "https://dice.example.org:\(outer)"
        let web = try room.start(
            Programs.dicedWeb,
            [
                "--socket", room.socket, "--state-dir", room.state, "--listen",
                "127.0.0.1:\(inner)", "--public-url", url,
            ]
        )
        try await web.errors.first { $0.contains("ready page=") }
        let certificate = try await Certificate(
            room,
            names: "dice.example.org",
            "evil.example"
        )
        try room.makeFile("nginx.conf", try configuration(inner, outer))
        let nginx = try room.start(
            try #require(Tool.nginx.path),
            ["-p", room.folder, "-c", room.path("nginx.conf"), "-g", "daemon off;"]
        )
        // nginx listens by then.
        try await nginx.errors.first { $0.contains("start worker process") }

        let browser = try Browser(room, certificate.browserOptions)
        let link = try await Web(room: room, daemon: daemon, child: web, port: inner)
            .link(
                "--as",
                "ann"
            )
        #expect(link.hasPrefix(url + "/#"))
        let page = try await Page(browser, link)
        try await page.atRest()
        #expect(
            try await page.value("isSecureContext && location.protocol") == "https:"
        )
        #expect(try await page.value("location.hash") == "")
        try await page.press("r")
        try await page.until(
            "document.getElementById('said').textContent.startsWith('ann rolled')"
        )
        page.expectQuiet()

        // A foreign name that resolves to this address.
        let other = try await Page(browser, link)
        try await other.open("https://evil.example:\(outer)/")
        #expect(
            try await other.value("document.querySelector('script, link, main')")
                == .null
        )
        let said = try await other.value("document.body.innerText.trim()")
        #expect(said == "This server does not serve that host name.")
        nginx.signal(SIGTERM)
        try await page.until("document.body.matches('.gone')")
        try await browser.end()
    }

    /// Returns the configuration of the manual page, for a folder and for ports of a test.
    private func configuration(_ inner: Int, _ outer: Int) throws -> String {
        let path = URL(filePath: #filePath).appending(path: "../../../man/diced-web.8")
            .standardized
        let manual = try String(contentsOf: path, encoding: .utf8)
        let start = try #require(manual.range(of: "limit_conn_zone")).lowerBound
        let end = try #require(
            manual.range(of: "\n.Ed", range: start..<manual.endIndex)
        ).lowerBound
        let server = manual[start..<end]
            .replacing("listen 443 ssl;", with: "listen 127.0.0.1:\(outer) ssl;")
            .replacing("/etc/ssl/", with: room.path(""))
            .replacing("http://127.0.0.1:7447;", with: "http://127.0.0.1:\(inner);")
        return NginxConfiguration.text(room, server: String(server))
    }
}
