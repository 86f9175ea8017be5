import DiceClient
import DiceModel
import DiceProof
import DiceWire
import Testing
import Unix

@testable import dicectl

@Suite("diagnoses of doctor")
struct DoctorTests {
    private static let status = StatusResult(
        version: version,
        pid: 12,
        uptime: 1,
        tables: 1,
        clients: 1,
        watchers: 0,
        animating: 0,
        seeded: false
    )

    /// A healthy daemon that runs as a unit.
    private static var healthy: DoctorFacts {
        var facts = DoctorFacts()
        facts.user = 7
        facts.socket = "/r/diced/diced.sock"
        facts.isListening = true
        facts.holder = 12
        facts.status = status
        facts.status?.startedBy = "systemd"
        facts.places = [
            DoctorFacts.Place(path: "/s", isFolder: true, mode: 0o700, owner: 7),
            DoctorFacts.Place(
                path: "/s/diced.sqlite",
                isFolder: false,
                mode: 0o600,
                owner: 7
            ),
        ]
        facts.stateFolder = "/s"
        facts.storeBytes = 4_096
        facts.freeBytes = 1 << 30
        facts.tablesSocket = facts.socket
        facts.check = (0, ["/s: no problem found"])
        facts.entries = 3
        facts.program = "/usr/bin/diced"
        facts.units = ServiceManager.units(
            """
            Id=diced.service
            LoadState=loaded
            ActiveState=active
            NeedDaemonReload=no
            FragmentPath=/lib/diced.service
            ExecStart={ path=/usr/bin/diced ; argv[]=/usr/bin/diced --x=1 ; }

            Id=diced.socket
            LoadState=loaded
            ActiveState=active

            Id=diced-backup.timer
            LoadState=loaded
            ActiveState=active
            """
        )
        facts.installed = version
        facts.backupAge = 3_600
        facts.shellFolder = "/s"
        facts.unitFolder = "/s"
        facts.writableFolder = "/s"
        facts.next = .answered(version: version, pid: 12, wasStarted: false)
        return facts
    }

    @Test("all checks pass if there are no problems")
    func nothing() {
        let all = Diagnosis.all(Self.healthy)
        let checks = [
            "socket", "folders", "lock", "tables", "store", "history", "units",
            "versions",
            "backups", "next",
        ]
        #expect(all.map(\.check) == checks)
        #expect(all.allSatisfy { $0.state == .ok }, "\(all)")
        // The facts before the first start of a daemon, on a machine without systemd.
        let new = Diagnosis.all(DoctorFacts(stateFolder: "/s", installed: version))
        #expect(
            new.filter { $0.state == .hint }.map(\.check) == ["history", "backups"],
            "\(new)"
        )
        #expect(!new.contains { $0.state == .todo }, "\(new)")
    }

    typealias Change = @Sendable (inout DoctorFacts) -> Void

    private static let gone: Change = {
        ($0.status, $0.entries, $0.holder, $0.tablesSocket) = (nil, nil, nil, nil)
    }

    /// A daemon that a user started, with other tables than the unit's.
    private static let elsewhere: Change = {
        $0.status?.stateFolder = "/t"
        $0.status?.startedBy = nil
        $0.shellFolder = "/t"
    }

    /// A unit whose last run failed.
    private static func failed(
        _ unit: String,
        _ result: String,
        status: String = "0",
        state: String = "failed"
    ) -> Change {
        { facts in
            facts.units[unit] = [
                "LoadState": "loaded", "ActiveState": state, "Result": result,
                "ExecMainStatus": status,
            ]
        }
    }

    private static let cases: [(String, Diagnosis.State, String, Change)] = [
        (
            "socket", .todo, "no answer",
            {
                gone(&$0)
                $0.refusal = "no answer"
            }
        ),
        ("socket", .ok, "starts the daemon for the first client", gone),
        (
            "socket", .hint, "ss -xlp src /r/diced/diced.sock",
            {
                gone(&$0)
                $0.units = [:]
            }
        ),
        (
            "socket", .ok, "the next command starts one",
            {
                gone(&$0)
                $0.isListening = false
            }
        ),
        (
            "socket", .todo, "sudo systemctl enable --now diced.socket",
            {
                gone(&$0)
                ($0.isListening, $0.isShared) = (false, true)
                $0.socket = "/run/diced/diced.sock"
            }
        ),
        (
            "socket", .todo,
            "no place there; use another socket with --socket or $DICED_SOCKET",
            {
                gone(&$0)
                $0.noSocket = "no place there"
            }
        ),
        (
            "socket", .todo, "see folders",
            {
                gone(&$0)
                $0.folderFault = "bad"
            }
        ),
        ("folders", .todo, "bad", { $0.folderFault = "bad" }),
        (
            "socket", .todo, "you are not in the group",
            {
                gone(&$0)
                $0.isShared = true
                $0.isClosed = true
                $0.refusal = "you are not in the group"
            }
        ),
        (
            "history", .hint, "the daemon refused the connection: ",
            {
                gone(&$0)
                $0.isClosed = true
                $0.refusal = "you are not in the group"
            }
        ),
        (
            "socket", .todo, "start its daemon, or use another with --socket",
            {
                gone(&$0)
                $0.isListening = false
                $0.isShared = true
                $0.socket = "/elsewhere"
            }
        ),
        (
            "socket", .todo,
            "raise LimitNOFILE= of diced.service (systemctl --user edit diced.service), then",
            { $0.descriptors = DescriptorUse(inUse: 40, limit: 64) }
        ),
        (
            "socket", .todo,
            "raise the hard limit (ulimit -Hn) of the program that starts it, then stop it: dicectl stop",
            {
                $0.descriptors = DescriptorUse(inUse: 40, limit: 64)
                $0.units = [:]
                $0.status?.startedBy = "dicectl"
            }
        ),
        ("socket", .ok, "", { $0.descriptors = DescriptorUse(inUse: 31, limit: 64) }),
        ("folders", .todo, ": chmod 700 /s", { $0.places[0].mode = 0o500 }),
        (
            "folders", .todo, ": chmod 600 /s/diced.sqlite",
            { $0.places[1].mode = 0o400 }
        ),
        (
            "folders", .todo,
            "/s/backups belongs to uid 0, not to this user (uid 7): mv /s/backups /s/backups.old",
            {
                $0.places.append(
                    DoctorFacts.Place(
                        path: "/s/backups",
                        isFolder: true,
                        mode: 0o700,
                        owner: 0
                    )
                )
            }
        ),
        (
            "folders", .todo,
            "not to the daemon's user (uid 9): sudo mv /s/backups /s/backups.old",
            {
                $0.user = nil
                $0.places.append(
                    DoctorFacts.Place(
                        path: "/s/backups",
                        isFolder: true,
                        mode: 0o700,
                        owner: 0,
                        expectedOwner: 9
                    )
                )
            }
        ),
        (
            "folders", .todo, "/s/backups is open to others: chmod 700 /s/backups",
            {
                $0.places.append(
                    DoctorFacts.Place(
                        path: "/s/backups",
                        isFolder: true,
                        mode: 0o755,
                        owner: 7
                    )
                )
            }
        ),
        ("folders", .todo, ": chmod 700 /s", { $0.places[0].mode = 0o755 }),
        (
            "folders", .todo, ": chmod 600 /s/diced.sqlite",
            { $0.places[1].mode = 0o640 }
        ),
        ("folders", .todo, "/s belongs to uid 8, ", { $0.places[0].owner = 8 }),
        (
            "folders", .todo, "use another folder with $DICED_STATE_DIR",
            { $0.places[0].owner = 8 }
        ),
        (
            "folders", .todo,
            "open to others: use another folder with $DICED_STATE_DIR",
            {
                $0.places[0].isLink = true
                $0.places[0].mode = 0o755
            }
        ),
        ("folders", .ok, "", { $0.places[0].isLink = true }),
        ("folders", .ok, "", { ($0.places[0].owner, $0.user) = (8, nil) }),
        (
            "folders", .todo, "/s is not a folder: mv /s /s.old",
            { $0.places[0].isFolder = false }
        ),
        (
            "folders", .todo, "/s/diced.sqlite is a folder: mv ",
            { $0.places[1].isFolder = true }
        ),
        ("lock", .ok, "not held", { $0.holder = nil }),
        ("lock", .ok, "not accessible", { ($0.holder, $0.isShared) = (nil, true) }),
        ("lock", .ok, "held by diced (pid 12)", { $0.tablesSocket = nil }),
        (
            "lock", .todo, "--socket /other; to stop it: kill 12",
            { $0.tablesSocket = "/other" }
        ),
        (
            "lock", .todo, "does not listen; see dicectl logs; to stop it: kill 12",
            { $0.isListening = false }
        ),
        ("store", .todo, "set $HOME", { $0.stateFolder = nil }),
        ("store", .hint, "sudo dicectl doctor --shared", { $0.isHidden = true }),
        ("store", .ok, "none yet in /s, 1 GiB free", { $0.storeBytes = nil }),
        (
            "store", .todo, "damaged; see",
            { $0.check = (65, ["it is damaged", "more"]) }
        ),
        ("store", .hint, "diced --check --state-dir /s", { $0.check = nil }),
        (
            "store", .todo, "/s/x-wal was removed, moved or replaced",
            { $0.displaced = ["/s/x-wal"] }
        ),
        (
            "store", .todo,
            "to save it: systemctl --user stop diced.socket diced.service",
            { $0.displaced = ["/s/x-wal"] }
        ),
        (
            "store", .todo, "to save it: dicectl stop",
            {
                $0.displaced = ["/s/x-wal"]
                $0.status?.startedBy = "dicectl"
            }
        ),
        (
            "store", .todo, "to save it: kill 12",
            {
                $0.displaced = ["/s/x-wal"]
                $0.status?.startedBy = nil
            }
        ),
        (
            "store", .todo, "put them back, or start with the files now there: ",
            {
                ($0.displaced, $0.storeBytes, $0.check) = (
                    ["/s/x", "/s/x-wal"], nil, nil
                )
            }
        ),
        ("store", .todo, "free some space", { $0.freeBytes = 1 << 20 }),
        (
            "store", .ok, "no problem found",
            { ($0.freeBytes, $0.storeBytes) = (1 << 24, 1 << 23) }
        ),
        (
            "store", .todo, "free some space",
            { ($0.freeBytes, $0.storeBytes) = (1 << 24 - 2, 1 << 23) }
        ),
        (
            "store", .todo, "free some space",
            { ($0.freeBytes, $0.storeBytes) = (1 << 20, nil) }
        ),
        ("store", .todo, "no more files can be created in /s", { $0.freeFiles = 0 }),
        (
            "store", .todo,
            "the file system of /s is mounted read-only: mount -o remount,rw ",
            { $0.isReadOnly = true }
        ),
        (
            "store", .todo, "/s is not accessible to this user: chmod u+rwx /s",
            { $0.isUnwritable = true }
        ),
        ("tables", .ok, "all in /s", { $0.unitFolder = nil }),
        (
            "tables", .hint, "a daemon started from this shell would use /t",
            { $0.shellFolder = "/t" }
        ),
        (
            "tables", .hint,
            "the running daemon uses the tables in /t; diced.service would use /s", elsewhere
        ),
        (
            "tables", .todo,
            "diced.service would use /s; to keep the former: systemctl --user edit diced.service: ",
            {
                elsewhere(&$0)
                $0.units["diced.socket"]?["UnitFileState"] = "enabled"
            }
        ),
        ("store", .todo, "free some space", { $0.storeBytes = 1 << 30 }),
        (
            "history", .todo, "it is missing; to check all of it: dicectl verify --all",
            { $0.finding = "it is missing" }
        ),
        ("history", .hint, "no daemon is running: dicectl verify --all", gone),
        (
            "history", .todo, "not checked: it cannot",
            { ($0.entries, $0.refusal) = (nil, "it cannot") }
        ),
        (
            "history", .hint, "the daemon does not answer: ",
            {
                gone(&$0)
                $0.refusal = "no answer"
            }
        ),
        ("units", .ok, "not installed", { $0.units = [:] }),
        ("units", .ok, "not accessible", { ($0.units, $0.isShared) = ([:], true) }),
        (
            "units", .ok, "not installed",
            { $0.units["diced.service"]?["LoadState"] = "not-found" }
        ),
        (
            "units", .todo, ": systemctl --user daemon-reload",
            { $0.units["diced.service"]?["NeedDaemonReload"] = "yes" }
        ),
        (
            "units", .todo, "sudo systemctl daemon-reload",
            {
                $0.units["diced.service"]?["NeedDaemonReload"] = "yes"
                $0.isShared = true
            }
        ),
        (
            "units", .todo, "systemctl --user reset-failed diced.socket",
            { $0.units["diced.socket"]?["ActiveState"] = "failed" }
        ),
        (
            "units", .todo,
            "diced-backup.service failed (exit-code, status 69); its log: journalctl --user -u diced-backup.service; "
                + "once fixed: systemctl --user start diced-backup.service",
            failed("diced-backup.service", "exit-code", status: "69")
        ),
        (
            "units", .todo,
            "once fixed: systemctl --user reset-failed diced-mqtt.service",
            failed("diced-mqtt.service", "watchdog")
        ),
        (
            "units", .todo, "diced-web.service failed (exit-code, status 74)",
            failed("diced-web.service", "exit-code", status: "74", state: "activating")
        ),
        (
            "units", .todo,
            "diced.socket failed too often and is no longer restarted; its log: journalctl --user -u diced.service; "
                + "once fixed: systemctl --user reset-failed diced.socket diced.service",
            failed("diced.socket", "service-start-limit-hit")
        ),
        (
            "units", .todo, "reset-failed diced.service",
            failed("diced.service", "start-limit-hit")
        ),
        (
            "units", .ok, "/lib/diced.service",
            failed("diced-backup.service", "success", state: "inactive")
        ),
        (
            "units", .todo,
            "diced.service is masked: systemctl --user unmask diced.service",
            { $0.units["diced.service"]?["LoadState"] = "masked" }
        ),
        (
            "units", .ok, "/lib/diced.service",
            { $0.units["diced.socket"]?["LoadState"] = "masked" }
        ),
        (
            "units", .todo,
            "diced.socket is masked: sudo systemctl unmask diced.socket",
            {
                $0.isShared = true
                $0.units["diced.socket"]?["LoadState"] = "masked"
            }
        ),
        ("next", .ok, "diced \(version) (pid 12) answers", { _ in }),
        (
            "next", .ok, "was started and answers",
            { $0.next = .answered(version: version, pid: 13, wasStarted: true) }
        ),
        (
            "next", .todo, "the next command fails: no way",
            { $0.next = .failed("no way") }
        ),
        (
            "units", .todo, "restart diced.service",
            { $0.program = "/usr/bin/diced (deleted)" }
        ),
        (
            "units", .ok, "/lib/diced.service, active",
            {
                $0.program = "/opt/diced"
                $0.status?.startedBy = "dicectl"
            }
        ),
        (
            "versions", .todo,
            "0.0.1 is running, but \(version) is installed: systemctl --user restart",
            { $0.status?.version = "0.0.1" }
        ),
        (
            "versions", .todo, ": dicectl stop",
            {
                $0.status?.version = "0.0.1"
                $0.status?.startedBy = "dicectl"
            }
        ),
        (
            "versions", .todo, ": kill 12, and",
            {
                $0.status?.version = "0.0.1"
                $0.status?.startedBy = nil
            }
        ),
        (
            "versions", .todo, "the same version of both",
            {
                $0.status?.version = "9"
                $0.installed = "9"
            }
        ),
        (
            "versions", .todo, "$DICED",
            { ($0.status, $0.installed) = (nil, nil) }
        ),
        ("versions", .ok, version, { $0.page = version }),
        (
            "versions", .todo,
            "diced-web 3 is running, but dicectl is \(version): systemctl --user restart",
            { $0.page = "3" }
        ),
        (
            "backups", .todo, "8 days old: systemctl --user start diced-backup",
            { $0.backupAge = 8 * 86_400 }
        ),
        (
            "backups", .todo,
            "/s/backups: systemctl --user enable --now diced-backup.timer",
            {
                $0.backupAge = nil
                $0.units["diced-backup.timer"]?["ActiveState"] = "inactive"
            }
        ),
        ("backups", .hint, "", { ($0.backupAge, $0.entries) = (nil, 0) }),
        (
            "backups", .hint, ": dicectl backup --keep 7",
            {
                gone(&$0)
                ($0.backupAge, $0.units) = (nil, [:])
            }
        ),
        ("ssh", .ok, "", { $0.remotePrograms = [("ssh", true)] }),
        (
            "ssh", .todo, "openssh-server",
            { $0.remotePrograms = [("ssh", true), ("sshd", false)] }
        ),
    ]

    @Test(
        "each problem is reported by its check, with the command to type",
        arguments: cases.indices
    )
    func faults(_ index: Int) throws {
        let (check, state, text, change) = Self.cases[index]
        var facts = Self.healthy
        change(&facts)
        let found = try #require(Diagnosis.all(facts).first { $0.check == check })
        #expect(found.state == state && found.text.contains(text), "\(found)")
        #expect(!found.text.contains { $0.isNewline })
    }

    /// Turns of one roll, newest first.
    private static func turns(_ numbers: ClosedRange<Int>) throws -> [Turn] {
        var turns = [Turn]()
        var link = Chain.start
        let instant = Timestamp(millisecondsSinceEpoch: 0)
        for number in numbers {
            let seed = try #require(
                Seed(hex: String(repeating: "0\(number)", count: 32))
            )
            var faces = FaceStream(seed, table: "default", turn: number, roll: 1)
            let value = faces.face(sides: 6)
            let roll = RollRecord(
                roll: 1,
                by: "ann",
                at: instant,
                outcome: .completed,
                rolled: [1],
                values: [value],
                chance: .nothing
            )
            var turn = Turn(
                id: number,
                table: "default",
                turn: number,
                endedAt: instant,
                by: "ann",
                rolls: [roll],
                dice: [TurnDie(die: 1, sides: 6, value: value, locked: false)],
                total: value,
                proof: EntryProof(commitment: seed.commitment, seed: seed.hex)
            )
            turn.proof.take(Chain.link(turn, after: link) { $0.jsonBytes() })
            link = turn.chain ?? ""
            turns.insert(turn, at: 0)
        }
        return turns
    }

    @Test("the newest entries are verified regardless of where they begin")
    func verified() throws {
        let turns = try Self.turns(1...4)
        #expect(DoctorFacts.finding(in: HistoryPage(turns: turns, more: false)) == nil)
        #expect(
            DoctorFacts.finding(
                in: HistoryPage(turns: Array(turns.prefix(2)), more: true)
            ) == nil
        )
        // An older throw precedes this turn in the chain.
        var late = try Self.turns(1...1)
        late[0].chain = turns[0].chain
        #expect(DoctorFacts.finding(in: HistoryPage(turns: late, more: true)) == nil)
        var altered = turns
        altered[1].dice[0].value = turns[1].total % 6 + 1
        #expect(DoctorFacts.finding(in: HistoryPage(turns: altered, more: true)) != nil)
        let missing = try #require(
            DoctorFacts.finding(
                in: HistoryPage(turns: [turns[0], turns[2]], more: true)
            )
        )
        #expect(missing.contains("turn 3"))
    }

    @Test(
        "a unit stops a daemon that has its tables, and no other daemon",
        arguments: [
            ("/u", "/u", nil),
            ("/link", "/u", nil),
            ("/t", "/u", ["/t", "/u", "pid 12", "dicectl stop"]),
            (nil, "/u", ["too old", "pid 12", "dicectl stop"]),
            ("/t", nil, ["/t", "unknown"]),
        ] as [(String?, String?, [String]?)]
    )
    func takeover(_ folder: String?, _ unitFolder: String?, _ words: [String]?) {
        var status = Self.status
        status.stateFolder = folder
        status.startedBy = "dicectl"
        let decision = Takeover.decision(
            status,
            on: "/r/s",
            unitFolder: unitFolder,
            isSame: { $0 == "/link" && $1 == "/u" }
        )
        guard let words else {
            #expect(decision == .end)
            return
        }
        guard case .refuse(let reason) = decision else {
            Issue.record("it would end")
            return
        }
        for word in words {
            #expect(reason.contains(word), "\(reason)")
        }
    }
}
