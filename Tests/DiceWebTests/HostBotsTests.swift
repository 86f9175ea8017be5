import DiceModel
import DiceWire
import Foundation
import NIOCore
import ProgramTestSupport
import Testing

@testable import DiceWeb

/// Tests the bots that a host's page starts.
@Suite("Bots of a host's page")
struct HostBotsTests {
    private func start(_ rig: BridgeRig, _ params: String) throws -> JSON {
        rig.say(#"{"jsonrpc":"2.0","id":7,"method":"bot.start","params":\#(params)}"#)
        return JSON((try rig.heard() ?? "").utf8) ?? .null
    }

    @Test("a bot is a process that plays one match under a name")
    func starts() throws {
        let rig = try BridgeRig()
        try rig.open()
        let answer = try start(rig, #"{"table":"night","as":"robo","level":"good"}"#)
        #expect(answer["id"] == 7 && answer["result"] == [:])
        #expect(rig.daemon.takeAsked() == "", "nothing of it is the daemon's")
        _ = try start(rig, #"{"table":"night","as":"--help","untilBack":true}"#)
        #expect(
            rig.startedBots == [
                ["--one-match", "--as=robo", "--patience", "7", "--level", "good", "--", "night"],
                ["--one-match", "--as=--help", "--patience", "7", "--until-back", "--", "night"],
            ]
        )
    }

    @Test("no second bot plays for a player, until the first has ended")
    func once() throws {
        let rig = try BridgeRig()
        try rig.open()
        for _ in 1...2 {
            #expect(try start(rig, #"{"table":"night","as":"robo"}"#)["result"] == [:])
        }
        #expect(rig.startedBots.count == 1)
        rig.bots.stop()
        // The process ends whenever it does.
        while rig.startedBots.count == 1 {
            _ = try start(rig, #"{"table":"night","as":"robo"}"#)
        }
        #expect(rig.startedBots.count == 2)
    }

    @Test("at most eight bots play, and those whose processes have ended do not count")
    func limit() throws {
        let rig = try BridgeRig()
        try rig.open()
        rig.runBots(as: "/bin/true")
        _ = try start(rig, #"{"table":"night","as":"brief"}"#)
        rig.runBots(as: "/bin/sleep")
        for number in 1...7 {
            _ = try start(rig, #"{"table":"night","as":"robo \#(number)"}"#)
        }
        while try start(rig, #"{"table":"night","as":"robo 8"}"#)["result"] != [:] {}
        let refusal = try start(rig, #"{"table":"night","as":"robo 9"}"#)["error"]["data"]
        #expect(refusal["reason"] == "limitExceeded" && refusal["of"] == "bots")
        #expect(refusal["limit"] == 8)
    }

    @Test("a page learns that a bot has not started")
    func fails() throws {
        let rig = try BridgeRig()
        try rig.open()
        rig.runBots(as: "/nonexistent/dicectl")
        let refusal = try start(rig, #"{"table":"night","as":"robo"}"#)["error"]["data"]
        #expect(refusal["cause"] == "botNotStarted")
        let wrong = try start(rig, #"{"table":"night","as":"robo","level":"best"}"#)["error"]
        #expect(wrong["data"]["reason"] == "invalidParams" && wrong["data"]["param"] == "level")
    }

    @Test("only a host's page starts bots, and not on a shared daemon")
    func hosts() throws {
        let message = #"{"jsonrpc":"2.0","id":7,"method":"bot.start","params":{"as":"robo"}}"#
        for (isShared, role) in [(false, ConnectionRole.play), (false, .watch), (true, .host)] {
            let rig = try BridgeRig(isShared: isShared)
            try rig.open(LinkParams(role: role))
            rig.say(message)
            #expect(rig.daemon.takeAsked() == message + "\n", "\(role)")
            #expect(rig.startedBots == [])
        }
    }

    @Test("bots end when the host's links are revoked")
    func revoked() throws {
        let rig = try BridgeRig()
        try rig.open()
        _ = try start(rig, #"{"table":"night","as":"robo"}"#)
        rig.issuer.revoked = { [bots = rig.bots] in bots.endAll(of: $0) }
        _ = try rig.issuer.revokeAll(of: LinkIssuer.Asker(name: "bo", mayNameOthers: true))
        rig.advance(.seconds(1))
        #expect(rig.bots.count == 1)
        _ = try rig.issuer.revokeAll(of: LinkIssuer.Asker(name: "ann", mayNameOthers: true))
        while rig.bots.count > 0 {
            rig.advance(.seconds(1))
        }
    }
}
