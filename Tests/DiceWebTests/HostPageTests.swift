import DiceModel
import DiceWire
import Foundation
import NIOCore
import NIOEmbedded
import ProgramTestSupport
import Testing

@testable import DiceWeb

/// Tests the page of a host's link, which makes links for others.
struct HostPageTests {
    private func open(_ rig: BridgeRig, _ order: LinkParams = LinkParams(role: .host))
        throws
        -> JSON
    {
        try rig.open(order)
    }

    private func make(_ rig: BridgeRig, _ params: String) throws -> JSON {
        rig.say(#"{"jsonrpc":"2.0","id":7,"method":"link.make","params":\#(params)}"#)
        #expect(rig.daemon.takeAsked() == "", "nothing of it is the daemon's")
        return JSON((try rig.heard() ?? "").utf8) ?? .null
    }

    private func link(_ rig: BridgeRig, _ answer: JSON) throws -> Link {
        let token = answer["result"]["url"].string?.split(separator: "#").last ?? ""
        return try rig.issuer.link(in: Array(#"{"token":"\#(token)"}"#.utf8))
    }

    @Test("the session of a host has the role 'host' and all tables") func aHostIsToldSo() throws {
        let session = try open(try BridgeRig())
        #expect(
            session["as"] == "ann" && session["role"] == "host"
                && session["tables"] == .null
        )
        #expect(
            session["shared"] == .null
                && session["expires"] == "1970-01-01T12:00:00.000Z"
        )
        #expect(try open(try BridgeRig(isShared: true))["shared"] == true)
        let screen = try open(
            try BridgeRig(isShared: true),
            LinkParams(as: ["ann", "bo"])
        )
        #expect(
            screen["as"] == ["ann", "bo"] && screen["role"] == "play"
                && screen["shared"] == .null
        )
    }

    @Test("a host page makes links for others in the name of its maker")
    func itsPageMakesLinksForOthersOfTheSameMaker() throws {
        let rig = try BridgeRig()
        _ = try open(rig, LinkParams(as: "gm", role: .host))
        let answer = try make(rig, #"{"as":["bo","cy"],"tables":["home"],"code":true}"#)
        #expect(
            answer["id"] == 7
                && answer["result"]["expires"] == "1970-01-01T12:00:00.000Z"
        )
        let made = try link(rig, answer)
        #expect(made.names == ["bo", "cy"])
        #expect(made.tables?.map(\.description) == ["home"])
        #expect(made.role == .play)
        #expect(made.maker == "ann")
        let url = try #require(answer["result"]["url"].string)
        #expect(
            answer["result"]["code"].array.compactMap(\.string) == QRCode(url)?.rows
        )
        // Without a name it is the host's own link, or no one's if it only watches.
        #expect(try link(rig, try make(rig, "{}")).names == "gm")
        let watch = try make(rig, #"{"role":"watch","overlay":true}"#)
        #expect(try link(rig, watch).names == nil && watch["result"]["code"] == .null)
        // They are revoked together, with the page.
        #expect(
            try rig.issuer.revokeAll(
                of: LinkIssuer.Asker(name: "ann", mayNameOthers: true)
            ).closed
                == 1
        )
        #expect(throws: LinkError.tokenRevoked) { try link(rig, answer) }
    }

    @Test("links of a host page last at most twelve hours and make no hosts")
    func itsLinksLastTwelveHoursAtMostAndItMakesNoHost() throws {
        let rig = try BridgeRig()
        _ = try open(rig)
        #expect(
            try make(rig, #"{"for":604800}"#)["result"]["expires"]
                == "1970-01-01T12:00:00.000Z"
        )
        #expect(
            try make(rig, #"{"for":60}"#)["result"]["expires"]
                == "1970-01-01T00:01:00.000Z"
        )
        #expect(
            try make(rig, #"{"role":"host"}"#)["error"]["data"]["reason"]
                == "notAllowed"
        )
        let wrong = try make(rig, #"{"as":[]}"#)["error"]["data"]
        #expect(wrong["reason"] == "invalidParams" && wrong["param"] == "as")
        let long = (1...16).map { "\"\($0)\(String(repeating: "ü", count: 62))\"" }
            .joined(
                separator: ","
            )
        let tables = (1...32).map { "\"t\($0)\(String(repeating: "x", count: 60))\"" }
            .joined(
                separator: ","
            )
        let refused = try make(rig, #"{"as":[\#(long)],"tables":[\#(tables)]}"#)
        #expect(refused["error"]["data"]["reason"] == "limitExceeded")
    }

    @Test("links on a shared daemon are for the host's own name or none")
    func onASharedDaemonTheyAreForItsOwnNameOrNobody() throws {
        let rig = try BridgeRig(isShared: true)
        _ = try open(rig)
        for names in [#""bo""#, #"["ann","bo"]"#] {
            #expect(
                try make(rig, #"{"as":\#(names)}"#)["error"]["data"]["reason"]
                    == "notAllowed",
                "\(names)"
            )
        }
        for names in [#""as":"ann""#, #""as":["ann"]"#, #""role":"watch""#, ""] {
            #expect(try make(rig, "{\(names)}")["result"] != .null, "\(names)")
        }
    }

    @Test("all other messages are passed to the daemon") func everythingElseIsTheDaemons() throws {
        let host = try BridgeRig()
        _ = try open(host)
        let make = #"{"jsonrpc":"2.0","id":7,"method":"link.make"}"#
        for message in [
            "[\(make)]", #"{"jsonrpc":"2.0","method":"link.make"}"#,
            #"{"jsonrpc":"2.0","id":7,"method":"link.revoke"}"#,
            #"{"jsonrpc":"2.0","id":7,"method":"table.create"}"#, "link.make", "",
        ] {
            host.say(message)
            #expect(host.daemon.takeAsked() == message + "\n")
        }
        for order in [
            LinkParams(as: "bo"), LinkParams(as: ["ann", "bo"]),
            LinkParams(role: .watch),
        ] {
            let rig = try BridgeRig()
            _ = try open(rig, order)
            rig.say(make)
            #expect(rig.daemon.takeAsked() == make + "\n")
        }
    }

    @Test("a page that does not read its links is not read from")
    func whoDoesNotReadItsLinksIsReadNothing() throws {
        let rig = try BridgeRig()
        _ = try open(rig)
        rig.browser.isWritable = false
        rig.browser.pipeline.fireChannelWritabilityChanged()
        #expect(rig.isRead)
        _ = try make(rig, "{}")
        #expect(!rig.isRead)
        rig.browser.isWritable = true
        rig.browser.pipeline.fireChannelWritabilityChanged()
        #expect(rig.isRead)
    }

    /// Timers are late after the machine was suspended.
    @Test("an expired link cannot make links") func aLinkThatIsOverMakesNone() throws {
        let rig = try BridgeRig()
        _ = try open(rig)
        rig.sleep(seconds: 43_200)
        rig.say(#"{"jsonrpc":"2.0","id":7,"method":"link.make"}"#)
        #expect(try rig.heard()?.contains("tokenExpired") == true)
        #expect(try rig.closeCode() == 4_401)
    }

    @Test("links last four hours if a network can read them in transit")
    func whereANetworkCanReadThemLinksLastFourHours() throws {
        for (base, hours) in [
            ("http://192.168.1.5:7447", 4),
            ("https://dice.example.org", 12),
            ("http://127.0.0.2:1", 12),
            ("http://[::1]:7447", 12),
            ("http://localhost:7447", 12),
            ("http://dice.example.org", 4),
        ] {
            let asker = LinkIssuer.Asker(name: "ann", mayNameOthers: true)
            let rig = try BridgeRig(base: base)
            for role in [ConnectionRole.host, .play] {
                let made = try rig.issuer.make(LinkParams(role: role), for: asker)
                #expect(
                    made.expires.millisecondsSinceEpoch == Int64(hours) * 3_600_000,
                    "\(base)"
                )
            }
            let asked = try rig.issuer.make(
                LinkParams(role: .host, seconds: 86_400),
                for: asker
            )
            #expect(asked.expires.millisecondsSinceEpoch == 86_400_000)
        }
    }

    @Test("an overlay can only watch", arguments: [nil, "ann"] as [String?])
    func anOverlayOnlyWatches(_ name: String?) throws {
        let rig = try BridgeRig()
        _ = try open(rig)
        let names = name.map { #","as":"\#($0)""# } ?? ""
        for role in ["", #","role":"watch""#] {
            let answer = try make(rig, #"{"overlay":true\#(role)\#(names)}"#)
            let made = try link(rig, answer)
            #expect(
                made.role == .watch && made.names == name.map(SeatNames.one),
                "\(role)"
            )
            #expect(answer["result"]["url"].string?.contains("/overlay#") == true)
        }
        let asker = LinkIssuer.Asker(name: "ann", mayNameOthers: true)
        for role in [ConnectionRole.play, .host] {
            let answer = try make(rig, #"{"overlay":true,"role":"\#(role)"\#(names)}"#)
            #expect(answer["error"]["data"]["reason"] == "invalidParams")
            #expect(answer["error"]["data"]["param"] == "role")
            let error = #expect(throws: WireError.self) {
                try rig.issuer.make(LinkParams(role: role, overlay: true), for: asker)
            }
            #expect(error?.data.param == "role")
        }
    }

    @Test("a host's link is for one person and every table")
    func aHostsLinkIsForOnePersonAndEveryTable() throws {
        let rig = try BridgeRig()
        let asker = LinkIssuer.Asker(name: "ann", mayNameOthers: true)
        for order in [
            LinkParams(tables: [.default], role: .host),
            LinkParams(as: ["ann"], role: .host),
        ] {
            let error = #expect(throws: WireError.self) {
                try rig.issuer.make(order, for: asker)
            }
            #expect(error?.known == .invalidParams)
            #expect(error?.data.param == "role")
        }
    }
}
