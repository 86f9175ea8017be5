import Foundation
import Glibc
import ProgramTestSupport
import Testing

/// The page behind nginx, with the configuration that diced-web(8) shows, less its certificate.
@Suite(.room, .needs(.nginx))
struct ProxyTests {
    @Test func theManualsConfigurationServesThePage() async throws {
        let room = try Room.here
        _ = try await room.daemon()
        let (inner, outer) = (try Web.freePort(), try Web.freePort())
        let url = "http://dice.example.org:\(outer)"
        let web = try await room.webBehindProxy(url, port: inner)
        try room.makeFile("nginx.conf", try configuration(room, inner, outer))
        let nginx = try room.start(
            try #require(Tool.nginx.path), ["-p", room.folder, "-c", room.path("nginx.conf"), "-g", "daemon off;"])
        let proxy = Web(room: room, child: nginx, port: outer)
        // It listens by then.
        try await nginx.errors.first { $0.contains("start worker process") }

        let page = try proxy.get("/", host: "dice.example.org:\(outer)")
        #expect(page.hasPrefix("HTTP/1.1 200 ") && page.contains("frame-ancestors 'none'"))
        #expect(try proxy.get("/", host: "evil.example").hasPrefix("HTTP/1.1 403 "))
        let link = try await web.link("--as", "ann")
        #expect(link.hasPrefix(url + "/#"))
        let browser = try Browser(port: outer, host: "dice.example.org:\(outer)", origin: url)
        #expect(try await browser.open(link)["session"]["as"] == "ann")
        browser.send(#"{"jsonrpc":"2.0","id":1,"method":"table.roll"}"#)
        #expect(try await browser.result(1)["outcome"] == "completed")
        nginx.signal(SIGTERM)
        try await browser.frames.ended()
    }

    /// That of the manual page, for a folder and for ports of a test.
    private func configuration(_ room: Room, _ inner: Int, _ outer: Int) throws -> String {
        let path = URL(filePath: #filePath).appending(path: "../../../man/diced-web.8").standardized
        let manual = try String(contentsOf: path, encoding: .utf8)
        let start = try #require(manual.range(of: "limit_conn_zone")).lowerBound
        let end = try #require(manual.range(of: "\n.Ed", range: start..<manual.endIndex)).lowerBound
        let lines = manual[start..<end].split(separator: "\n").filter { !$0.contains("ssl_certificate") }
        let server = lines.joined(separator: "\n")
            .replacing("listen 443 ssl;", with: "listen 127.0.0.1:\(outer);")
            .replacing("http://127.0.0.1:7447;", with: "http://127.0.0.1:\(inner);")
        let folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
            "\($0)_temp_path \(room.path($0));"
        }.joined(separator: "\n")
        return """
            pid \(room.path("nginx.pid"));
            error_log stderr notice;
            events {}
            http {
            access_log off;
            \(folders)
            \(server)
            }
            """
    }
}
