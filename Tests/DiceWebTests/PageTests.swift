import Foundation
import Glibc
import ProgramTestSupport
import Testing
import Unix

/// Tests the built diced-web with the built daemon.
@Suite(.quickRoom)
struct PageTests {
    private let room: Room

    init() throws {
        room = try Room.here
    }

    @Test("a link opens the table and rolls") func aLinkOpensTheTableAndRolls() async throws {
        _ = try await room.daemon()
        let web = try await room.web()
        let link = try await web.link("--as", "ann", "-t", "default")
        #expect(link.hasPrefix("http://127.0.0.1:\(web.port)/#"))
        let browser = try Browser(port: web.port)
        #expect(browser.head.hasPrefix("HTTP/1.1 101 "))
        let session = try await browser.open(link)["session"]
        #expect(
            session["as"] == "ann" && session["tables"] == ["default"]
                && session["role"] == "play"
        )
        #expect(session["expires"].string?.hasSuffix("Z") == true)
        browser.send(#"{"jsonrpc":"2.0","id":1,"method":"table.roll"}"#)
        let roll = try await browser.result(1)
        #expect(roll["by"] == "ann" && roll["outcome"] == "completed")
        browser.send(
            #"{"jsonrpc":"2.0","id":2,"method":"table.create","params":{"table":"x","dice":[6]}}"#
        )
        #expect(
            try await browser.text { $0["id"] == 2 }["error"]["data"]["reason"]
                == "notAllowed"
        )
    }

    /// A link without a name, or a page that gives up its name, reserves none, and sees only what
    /// strangers see.
    @Test("a link without a name never sees a secret throw")
    func aLinkWithoutANameNeverSeesASecretThrow() async throws {
        _ = try await room.daemon("--slow", "0.01")
        let web = try await room.web()
        _ = try await room.dicectl("roll", "--secret", "--as", "gm", "3d6")
        let seat = try Browser(port: web.port)
        #expect(
            try await seat.open(try await web.link("--as", "gm"))["session"]["as"]
                == "gm"
        )
        seat.send(
            #"{"jsonrpc":"2.0","id":1,"method":"table.history","params":{"kind":"throw"}}"#
        )
        #expect(try await seat.result(1)["entries"][0]["faces"] != .null)
        for (link, stranger) in [
            (try await web.link("--as", "gm"), true),
            (try await web.link("--watch-only"), false),
            (try await web.link("--overlay", "-t", "default"), false),
        ] {
            let browser = try Browser(port: web.port)
            let session = try await browser.open(link, asStranger: stranger)["session"]
            #expect(session["role"] == "watch" && (session["as"] == .null) != stranger)
            browser.send(
                #"{"jsonrpc":"2.0","id":1,"method":"session.confine","params":{"as":"gm"}}"#
            )
            browser.send(
                #"{"jsonrpc":"2.0","id":2,"method":"table.history","params":{"kind":"throw","viewer":"gm"}}"#
            )
            browser.send(
                #"{"jsonrpc":"2.0","id":3,"method":"table.history","params":{"kind":"throw"}}"#
            )
            for id in 1...2 {
                let reply = try await browser.text { $0["id"] == JSON(id) }
                #expect(reply["error"]["data"]["reason"] == "notAllowed")
            }
            let entry = try await browser.result(3)["entries"][0]
            #expect(
                entry["hidden"] == true && entry["faces"] == .null
                    && entry["total"] == .null
            )
        }
    }

    @Test("only this page may connect, and only under its own name")
    func onlyThisPageMayAskAndOnlyUnderItsName() async throws {
        _ = try await room.daemon()
        let web = try await room.web()
        let page = try web.get("/")
        #expect(page.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(page.contains("<!doctype html>"))
        let rebound = try web.get("/", host: "evil.example")
        #expect(rebound.hasPrefix("HTTP/1.1 403 "))
        #expect(!rebound.contains("<"))
        #expect(rebound.contains("nosniff"))
        #expect(try web.get("/etc/passwd").hasPrefix("HTTP/1.1 404 "))
        for origin in ["http://evil.example", nil] {
            let browser = try Browser(port: web.port, origin: origin)
            #expect(browser.head.hasPrefix("HTTP/1.1 403 "), "\(browser.head)")
        }
        #expect(
            try Browser(port: web.port, host: "evil.example").head.hasPrefix(
                "HTTP/1.1 403 "
            )
        )
        #expect(try web.answer(to: "nonsense\r\n\r\n").hasPrefix("HTTP/1.1 400 "))
        let long =
            "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(web.port)\r\nX: \(String(repeating: "a", count: 20_000))\r\n\r\n"
        #expect(try web.answer(to: long).hasPrefix("HTTP/1.1 431 "))
    }

    @Test("a revoked link closes its pages and opens no more")
    func aRevokedLinkClosesItsPagesAndOpensNoMore() async throws {
        _ = try await room.daemon()
        let web = try await room.web()
        let link = try await web.link()
        let browser = try Browser(port: web.port)
        _ = try await browser.open(link)
        let outcome = try await room.dicectl("web", "--revoke")
        #expect(outcome.output == ["all links revoked; 1 page closed"])
        #expect(try await browser.closeCode() == 4_401)
        let again = try Browser(port: web.port)
        #expect(try await again.open(link)["error"]["reason"] == "tokenRevoked")
        let nextLink = try await web.link()
        #expect(try await Browser(port: web.port).open(nextLink)["session"] != .null)
    }

    @Test("SIGTERM notifies the pages, exits with 0 and removes the socket")
    func sigtermTellsThePagesAndEndsWellAndTheSocketIsGone() async throws {
        _ = try await room.daemon()
        let web = try await room.web()
        let link = try await web.link()
        let browser = try Browser(port: web.port)
        _ = try await browser.open(link)
        web.child.signal(SIGTERM)
        #expect(try await browser.closeCode() == 1_001)
        #expect(try await web.child.ending() == .exited(0))
        #expect(!FileManager.default.fileExists(atPath: web.links))
        let log = try await web.child.complaint()
        #expect(!log.contains("eyJ") && !log.contains("#"), "\(log)")
    }

    @Test("messages have size limits") func messagesHaveTheirLimits() async throws {
        _ = try await room.daemon()
        let web = try await room.web()
        let link = try await web.link()
        for (first, data, code): (UInt8, [UInt8], Int) in [
            (0x81, Array(repeating: 0x20, count: 65_537), 1_009),
            (0x82, [1], 1_003),
            (0x81, [0x0A], 1_008),
            (0x81, [0xFF], 1_007),
            (0x80, [0x20], 1_002),
        ] {
            let browser = try Browser(port: web.port)
            _ = try await browser.open(link)
            browser.send(first, data)
            #expect(try await browser.closeCode() == code)
        }
        let browser = try Browser(port: web.port)
        _ = try await browser.open(link)
        let padding = String(repeating: " ", count: 65_000)
        browser.send(#"{"jsonrpc":"2.0","id":1,"method":"ping"\#(padding)}"#)
        #expect(try await browser.result(1) == .object([:]))
    }
}
