import DiceModel
import DiceProof
import DiceWire
import Testing
import Unix

@testable import dicectl

@Suite("what doctor makes of what it has seen")
struct DoctorTests {
    private static let status = StatusResult(
        version: version, pid: 12, uptime: 1, tables: 1, clients: 1, watchers: 0, animating: 0, seeded: false)

    /// A daemon that runs by a unit, and nothing is wrong.
    private static var healthy: DoctorFacts {
        var facts = DoctorFacts()
        (facts.user, facts.socket, facts.isListening, facts.holder) = (7, "/r/diced/diced.sock", true, 12)
        facts.status = status
        facts.status?.startedBy = "systemd"
        facts.places = [
            DoctorFacts.Place(path: "/s", isFolder: true, mode: 0o700, owner: 7),
            DoctorFacts.Place(path: "/s/diced.sqlite", isFolder: false, mode: 0o600, owner: 7),
        ]
        (facts.stateFolder, facts.storeBytes, facts.freeBytes) = ("/s", 4_096, 1 << 30)
        (facts.tablesSocket, facts.check, facts.entries) = (facts.socket, (0, ["/s: no problem found"]), 3)
        facts.program = "/usr/bin/diced"
        facts.units = DoctorFacts.units(
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
            """)
        (facts.installed, facts.backupAge) = (version, 3_600)
        return facts
    }

    @Test("where nothing is wrong, all is ok")
    func nothing() {
        let all = Diagnosis.all(Self.healthy)
        #expect(all.map(\.check) == ["socket", "folders", "lock", "store", "history", "units", "versions", "backups"])
        #expect(all.allSatisfy { $0.state == .ok }, "\(all)")
        // Before the first start, and without systemd.
        let new = Diagnosis.all(DoctorFacts(stateFolder: "/s", installed: version))
        #expect(new.filter { $0.state == .hint }.map(\.check) == ["history", "backups"], "\(new)")
        #expect(!new.contains { $0.state == .todo }, "\(new)")
    }

    typealias Change = @Sendable (inout DoctorFacts) -> Void

    private static let gone: Change = { ($0.status, $0.entries, $0.holder, $0.tablesSocket) = (nil, nil, nil, nil) }

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
            }
        ),
        (
            "socket", .todo, "no place there; name another place with --socket or $DICED_SOCKET",
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
        ("folders", .todo, ": chmod 700 /s", { $0.places[0].mode = 0o755 }),
        ("folders", .todo, ": chmod 600 /s/diced.sqlite", { $0.places[1].mode = 0o640 }),
        ("folders", .todo, "/s belongs to uid 8, ", { $0.places[0].owner = 8 }),
        ("folders", .todo, "name another folder with $DICED_STATE_DIR", { $0.places[0].owner = 8 }),
        (
            "folders", .todo, "a symbolic link to what is open to others: name another folder with $DICED_STATE_DIR",
            {
                $0.places[0].isLink = true
                $0.places[0].mode = 0o755
            }
        ),
        ("folders", .ok, "", { $0.places[0].isLink = true }),
        ("folders", .ok, "", { ($0.places[0].owner, $0.user) = (8, nil) }),
        ("folders", .todo, "/s is not a folder: mv /s /s.old", { $0.places[0].isFolder = false }),
        ("folders", .todo, "/s/diced.sqlite is a folder: mv ", { $0.places[1].isFolder = true }),
        ("lock", .ok, "nobody", { $0.holder = nil }),
        ("lock", .ok, "not to be seen", { ($0.holder, $0.isShared) = (nil, true) }),
        ("lock", .ok, "diced (pid 12) has it", { $0.tablesSocket = nil }),
        ("lock", .todo, "--socket /other, to end it: kill 12", { $0.tablesSocket = "/other" }),
        ("lock", .todo, "does not listen; see dicectl logs; to end it: kill 12", { $0.isListening = false }),
        ("store", .todo, "set $HOME", { $0.stateFolder = nil }),
        ("store", .hint, "sudo dicectl doctor --shared", { $0.isHidden = true }),
        ("store", .ok, "none yet in /s, 1 GiB free", { $0.storeBytes = nil }),
        ("store", .todo, "damaged; see", { $0.check = (65, ["it is damaged", "more"]) }),
        ("store", .hint, "diced --check --state-dir /s", { $0.check = nil }),
        ("store", .todo, "/s/x-wal was removed, moved or replaced", { $0.displaced = ["/s/x-wal"] }),
        (
            "store", .todo, "to save it: systemctl --user stop diced.socket diced.service",
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
            "store", .todo, "put them back, or begin with what is there: ",
            { ($0.displaced, $0.storeBytes, $0.check) = (["/s/x", "/s/x-wal"], nil, nil) }
        ),
        ("store", .todo, "make room", { $0.freeBytes = 1 << 20 }),
        ("store", .ok, "no problem found", { ($0.freeBytes, $0.storeBytes) = (1 << 24, 1 << 23) }),
        ("store", .todo, "make room", { ($0.freeBytes, $0.storeBytes) = (1 << 24 - 2, 1 << 23) }),
        ("store", .todo, "make room", { $0.storeBytes = 1 << 30 }),
        ("history", .todo, "it is missing; to check all of it: dicectl verify --all", { $0.finding = "it is missing" }),
        ("history", .hint, "as no daemon runs: dicectl verify --all", gone),
        ("history", .todo, "not looked at: it cannot", { ($0.entries, $0.refusal) = (nil, "it cannot") }),
        (
            "history", .hint, "as the daemon does not answer: ",
            {
                gone(&$0)
                $0.refusal = "no answer"
            }
        ),
        ("units", .ok, "not installed", { $0.units = [:] }),
        ("units", .ok, "not to be seen", { ($0.units, $0.isShared) = ([:], true) }),
        ("units", .ok, "not installed", { $0.units["diced.service"]?["LoadState"] = "not-found" }),
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
        ("units", .todo, "restart diced.service", { $0.program = "/usr/bin/diced (deleted)" }),
        (
            "units", .ok, "/lib/diced.service, active",
            {
                $0.program = "/opt/diced"
                $0.status?.startedBy = "dicectl"
            }
        ),
        (
            "versions", .todo, "0.0.1 runs, and \(version) is installed: systemctl --user restart",
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
        ("versions", .todo, "name it in $DICED", { ($0.status, $0.installed) = (nil, nil) }),
        ("versions", .ok, version, { $0.page = version }),
        ("versions", .todo, "diced-web 3 runs, the rest is \(version): systemctl --user restart", { $0.page = "3" }),
        ("backups", .todo, "8 days old: systemctl --user start diced-backup", { $0.backupAge = 8 * 86_400 }),
        (
            "backups", .todo, "/s/backups: systemctl --user enable --now diced-backup.timer",
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
        ("ssh", .todo, "openssh-server", { $0.remotePrograms = [("ssh", true), ("sshd", false)] }),
    ]

    @Test("each fault is told by its check, with what to type", arguments: cases.indices)
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
        var (turns, link) = ([Turn](), Chain.start)
        let instant = Timestamp(millisecondsSinceEpoch: 0)
        for number in numbers {
            let seed = try #require(Seed(hex: String(repeating: "0\(number)", count: 32)))
            var faces = FaceStream(seed, table: "default", turn: number, roll: 1)
            let value = faces.face(sides: 6)
            let roll = RollRecord(
                roll: 1, by: "ann", at: instant, outcome: .completed, rolled: [1], values: [value], chance: .nothing)
            var turn = Turn(
                id: number, table: "default", turn: number, endedAt: instant, by: "ann", rolls: [roll],
                dice: [TurnDie(die: 1, sides: 6, value: value, locked: false)], total: value,
                proof: EntryProof(commitment: seed.commitment, seed: seed.hex))
            turn.proof.take(Chain.link(turn, after: link) { $0.jsonBytes() })
            link = turn.chain ?? ""
            turns.insert(turn, at: 0)
        }
        return turns
    }

    @Test("the newest entries are verified, wherever they begin")
    func verified() throws {
        let turns = try Self.turns(1...4)
        #expect(DoctorFacts.finding(in: HistoryPage(turns: turns, more: false)) == nil)
        #expect(DoctorFacts.finding(in: HistoryPage(turns: Array(turns.prefix(2)), more: true)) == nil)
        // An older throw stands before it in the chain.
        var late = try Self.turns(1...1)
        late[0].chain = turns[0].chain
        #expect(DoctorFacts.finding(in: HistoryPage(turns: late, more: true)) == nil)
        var altered = turns
        altered[1].dice[0].value = turns[1].total % 6 + 1
        #expect(DoctorFacts.finding(in: HistoryPage(turns: altered, more: true)) != nil)
        let missing = try #require(DoctorFacts.finding(in: HistoryPage(turns: [turns[0], turns[2]], more: true)))
        #expect(missing.contains("turn 3"))
    }

    @Test("a copy tells by its name when it was made")
    func instants() {
    }
}
