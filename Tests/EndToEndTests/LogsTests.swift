import Foundation
import ProgramTestSupport
import Testing

@Suite("dicectl logs", .quickRoom)
struct LogsTests {
    /// Installs a program with this name that is found before the system's.
    private func fake(_ name: String, _ script: String) throws -> [String: String] {
        let room = try Room.here
        if !room.exists("bin") {
            try room.makeFolder("bin")
        }
        try room.makeFile("bin/" + name, "#!/bin/sh\n\(script)\n")
        chmod(room.path("bin/" + name), 0o755)
        return ["PATH": "\(room.path("bin")):/usr/bin:/bin", "TZ": "UTC"]
    }

    /// Starts a daemon whose standard error is the stream that `$JOURNAL_STREAM` names.
    private func journalled() async throws -> Daemon {
        let room = try Room.here
        let script =
            #"exec 2>"$0"; export JOURNAL_STREAM=$(stat -c %d:%i "$0"); exec "$@""#
        return try await room.daemon(through: [
            "/bin/sh", "-c", script, room.path("stream"),
        ])
    }

    @Test(
        "logs from a file are printed unchanged, filtered by table or start time"
    )
    func file() async throws {
        let room = try Room.here
        #expect(
            try await room.refused("logs", status: 66).contains(
                "cannot read \(room.path("run/diced.log"))"
            )
        )
        let log = room.path("log")
        _ = try await room.daemon(through: ["/bin/sh", "-c", #"exec "$@" 2>"$0""#, log])
        _ = try await room.did("table", "new", "t", "d6")
        let said = try await room.dicectl(["logs"], ["TZ": "UTC"]).output
        let written = String(
            decoding: try #require(room.contents("log")),
            as: UTF8.self
        ).split(
            separator: "\n"
        ).map {
            String($0).replacing("T", with: " ", maxReplacements: 1).replacing(
                "Z info",
                with: ""
            )
            .replacing(
                "Z ",
                with: " "
            )
        }
        #expect(said == written)
        #expect(said.last?.hasSuffix(" table created dice=1 table=t") == true)
        let one = try await room.dicectl("logs", "-t", "t", "--json").json
        #expect(
            one["level"] == "info" && one["message"] == "table created"
                && one["fields"]["dice"] == "1"
        )
        #expect(
            try await room.did("logs", "-t", "t", "--since", "an hour ago").count == 1
        )
        #expect(try await room.did("logs", "-t", "t", "--since", "now").count <= 1)
        #expect(try await room.did("logs", "-t", "t", "--since", "2999-01-01") == [])
        #expect(
            try await room.refused("-H", "box", "logs", status: 64).hasSuffix(
                "run it there: ssh box dicectl logs"
            )
        )
    }

    @Test("logs of a previous daemon, for example a killed one, are printed first")
    func lastStart() async throws {
        let room = try Room.here
        try room.makeFolder("run")
        try room.makeFile("run/diced.log.1", "2026-11-21T03:17:30Z error it died\n")
        try room.makeFile("run/diced.log", "2026-11-21T03:17:31Z info one\n")
        let said = try await room.dicectl(["logs"], ["TZ": "UTC"]).output
        #expect(
            said == ["2026-11-21 03:17:30 error it died", "2026-11-21 03:17:31 one"]
        )
        #expect(
            try await room.dicectl(
                ["logs", "--since", "2026-11-21T03:17:31Z"],
                ["TZ": "UTC"]
            )
            .output.count == 1
        )
        let follower = try room.startDicectl("logs", "-f")
        try await follower.output.first { $0.hasSuffix(" one") }
        #expect(follower.output.all.count == 2)
        follower.signal(SIGINT)
        _ = try await follower.ending()
    }

    @Test(
        "`-f` continues in a replaced file until Ctrl-C or until its reader closes"
    )
    func follow() async throws {
        let room = try Room.here
        try room.makeFolder("run")
        try room.makeFile("run/diced.log", "2026-11-21T03:17:31Z info one\n")
        let follower = try room.startDicectl("logs", "-f")
        try await follower.output.first { $0.hasSuffix(" one") }
        rename(room.path("run/diced.log"), room.path("run/old.log"))
        try room.makeFile("run/diced.log", "2026-11-21T03:17:32Z info two\n")
        try await follower.output.first { $0.hasSuffix(" two") }
        follower.signal(SIGINT)
        #expect(try await follower.ending() == .exited(130))
        #expect(follower.output.all.count == 2)

        let script = #"set -o pipefail; "$0" logs -f | head -1"#
        let pipeline = try room.start(
            "/bin/bash",
            ["-c", script, Programs.dicectl],
            environment: room.clientEnvironment
        )
        let outcome = try await pipeline.outcome()
        #expect(outcome.ending == .exited(0))
        #expect(outcome.output.count == 1)
        #expect(outcome.complaint == "")
    }

    @Test(
        "logs in the journal are read through journalctl, with advice if access is denied"
    )
    func journal() async throws {
        let room = try Room.here
        _ = try await journalled()
        let record =
            #"{"__REALTIME_TIMESTAMP":"1795231053000999","PRIORITY":"5","MESSAGE":"ready","DICED_TABLE":"t"}"#
        let journal = try fake(
            "journalctl",
            #"echo "$*" >>"$0.words"; echo '\#(record)'"#
        )
        let said = try await room.dicectl(
            ["logs", "--since", "2026-11-21T00:00:00Z"],
            journal
        )
        #expect(said.output == ["2026-11-21 03:17:33 notice ready table=t"], "\(said)")
        let words = String(
            decoding: room.contents("bin/journalctl.words") ?? Data(),
            as: UTF8.self
        )
        #expect(
            words == "-o json --all --since @1795219200 -t diced _UID=\(getuid())\n"
        )
        #expect(try await room.dicectl(["logs", "-t", "other"], journal).output == [])

        _ = try fake(
            "journalctl",
            "echo 'No journal files were opened due to insufficient permissions.' >&2; exit 1"
        )
        let closed = try await room.refused("logs", status: 66, more: journal)
        #expect(closed.contains("usermod -aG systemd-journal"))
        let absent = try await room.refused(
            "logs",
            status: 66,
            more: ["PATH": room.path("bin/none")]
        )
        #expect(absent.contains("cannot run journalctl"))
    }

    @Test(
        "`--unit` reads the logs of the page and the bridge, from the journal or from a file"
    )
    func units() async throws {
        let room = try Room.here
        let record =
            #"{"__REALTIME_TIMESTAMP":"1795231053000999","PRIORITY":"4","#
            + #""MESSAGE":"no broker: full","DICED_REASON":"full"}"#
        let journal = try fake(
            "journalctl",
            #"echo "$*" >>"$0.words"; echo '\#(record)'"#
        )
        for unit in ["diced-mqtt", "diced-mqtt.service"] {
            let said = try await room.dicectl(["logs", "--unit", unit], journal)
            #expect(
                said.output == ["2026-11-21 03:17:33 warning no broker reason=full"],
                "\(said)"
            )
        }
        _ = try await room.dicectl(
            ["logs", "--unit", "diced-web", "--shared"],
            journal
        )
        _ = try await room.dicectl(["logs", "--unit", "diced-web"], journal)
        let words = String(
            decoding: room.contents("bin/journalctl.words") ?? Data(),
            as: UTF8.self
        )
        let asked = [
            "--user-unit diced-mqtt.service", "--user-unit diced-mqtt.service",
            "-u diced-web.service",
            "--user-unit diced-web.service",
        ]
        #expect(words == asked.map { "-o json --all \($0)\n" }.joined())

        try room.makeFolder("run")
        try room.makeFile("run/diced-web.log", "2026-11-21T03:17:31Z notice ready\n")
        let file = try await room.dicectl(
            ["logs", "--unit", "diced-web"],
            ["TZ": "UTC"]
        )
        #expect(file.output == ["2026-11-21 03:17:31 notice ready"])

        let empty = try fake("journalctl", "echo '-- No entries --'")
        let missing = try await room.refused(
            "logs",
            "--unit",
            "diced-mqtt",
            status: 66,
            more: empty
        )
        #expect(missing.contains("systemctl --user status diced-mqtt.service"))
        #expect(
            try await room.refused("logs", "--unit", "cron", status: 64).contains(
                "diced-mqtt"
            )
        )
    }

    @Test(
        "a shared daemon's logs are in the system journal; others learn which group to join"
    )
    func shared() async throws {
        let room = try Room.here
        let hint =
            "Hint: You are currently not seeing messages from other users and the system."
        let journal = try fake(
            "journalctl",
            #"echo "$*" >>"$0.words"; echo '\#(hint)' >&2"#
        )
        #expect(
            try await room.refused("logs", "--shared", status: 66, more: journal)
                .contains(
                    "systemd-journal"
                )
        )
        let words = String(
            decoding: room.contents("bin/journalctl.words") ?? Data(),
            as: UTF8.self
        )
        #expect(words == "-o json --all -u diced.service\n")
    }
}
