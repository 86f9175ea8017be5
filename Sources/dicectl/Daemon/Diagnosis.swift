import DiceWire
import Unix

/// The result of one check.
struct Diagnosis: Hashable {
    enum State: String { case ok, hint, todo }

    let check: String
    let state: State
    /// What was found, with what to type if it is not `ok`.
    let text: String

    static func all(_ facts: DoctorFacts) -> [Diagnosis] {
        let checks: [(String, (DoctorFacts) -> (State, String)?)] = [
            ("socket", socket), ("folders", folders), ("lock", lock), ("store", store), ("history", history),
            ("units", units), ("versions", versions), ("backups", backups), ("ssh", ssh),
        ]
        return checks.compactMap { name, check in
            check(facts).map { Diagnosis(check: name, state: $0, text: Printable.text($1)) }
        }
    }

    private static func socket(_ facts: DoctorFacts) -> (State, String)? {
        let socket = facts.socket
        if let status = facts.status {
            return (.ok, "diced \(status.version) (pid \(status.pid)) answers on \(socket)")
        }
        if let refusal = facts.refusal { return (.todo, refusal) }
        if facts.folderFault != nil { return (.todo, "no daemon can use \(socket): see folders") }
        if let fault = facts.noSocket { return (.todo, "\(fault); name another place with --socket or $DICED_SOCKET") }
        if facts.isListening, facts.isActive("diced.socket") {
            return (.ok, "systemd listens on \(socket), and starts the daemon for the first client")
        }
        if facts.isListening { return (.hint, "somebody listens on \(socket); to see who: ss -xlp src \(socket)") }
        return facts.isShared
            ? (.todo, "nobody listens on \(socket): sudo systemctl enable --now diced.socket")
            : (.ok, "no daemon runs; the next command starts one on \(socket)")
    }

    private static func folders(_ facts: DoctorFacts) -> (State, String)? {
        let faults = [facts.folderFault].compactMap(\.self) + facts.places.compactMap { fault(of: $0, facts) }
        return faults.isEmpty ? (.ok, "closed to others") : (.todo, faults.joined(separator: "; "))
    }

    /// What somebody else made is never changed: who has it open keeps it, and a link may lead anywhere.
    private static func fault(of place: DoctorFacts.Place, _ facts: DoctorFacts) -> String? {
        let path = place.path
        let elsewhere = "name another folder with $DICED_STATE_DIR"
        if let user = facts.user, user != place.owner {
            return "\(path) belongs to uid \(place.owner), not to this user (uid \(user)): \(elsewhere)"
        }
        if place.isLink, place.mode & place.closed != 0 {
            return "\(path) is a symbolic link to what is open to others: \(elsewhere)"
        }
        let isStore = path.hasSuffix(".sqlite")
        if place.isFolder == isStore {
            return "\(path) is \(isStore ? "a folder" : "not a folder"): mv \(path) \(path).old"
        }
        let mode = String(place.mode & ~place.closed, radix: 8)
        return place.mode & place.closed == 0 ? nil : "\(path) is open to others: chmod \(mode) \(path)"
    }

    private static func lock(_ facts: DoctorFacts) -> (State, String)? {
        guard let holder = facts.holder else { return (.ok, facts.isShared ? "not to be seen" : "nobody has it") }
        if let other = facts.tablesSocket, other != facts.socket {
            return (.todo, "pid \(holder) has the tables; to use it add --socket \(other), to end it: kill \(holder)")
        }
        return facts.isListening
            ? (.ok, "diced (pid \(holder)) has it")
            : (.todo, "diced (pid \(holder)) has it and does not listen; see dicectl logs; to end it: kill \(holder)")
    }

    private static func store(_ facts: DoctorFacts) -> (State, String)? {
        guard let folder = facts.stateFolder else { return (.todo, "there is no place for tables: set $HOME") }
        if facts.isHidden { return (.hint, "\(folder) is closed to you: sudo dicectl doctor --shared") }
        if !facts.displaced.isEmpty { return (.todo, displaced(facts)) }
        let free = facts.freeBytes.map { ", \(Measure.size(bytes: $0)) free" } ?? ""
        guard let bytes = facts.storeBytes else { return (.ok, "none yet in \(folder)\(free)") }
        guard let check = facts.check else {
            return (.hint, "not examined; to do it, however long it takes: diced --check --state-dir \(folder)")
        }
        if check.status != 0 { return (.todo, "\(check.lines.first ?? "damaged"); see the part Store in: man diced") }
        let isFull = (facts.freeBytes ?? .max) / 2 < max(1 << 23, bytes)
        let found = "\(Measure.size(bytes: bytes)) in \(folder)\(free)"
        return isFull ? (.todo, "\(found): make room there") : (.ok, found + ", no problem found")
    }

    private static func displaced(_ facts: DoctorFacts) -> String {
        let files = facts.displaced.joined(separator: " and ")
        let verb = facts.displaced.count == 1 ? "was" : "were"
        let isDatabaseThere = facts.displaced.allSatisfy { $0.hasSuffix("-wal") }
        let end =
            switch facts.status?.startedBy {
            case "systemd": "\(facts.control) stop diced.socket diced.service"
            case StartedBy.dicectl: "dicectl stop"
            default: facts.holder.map { "kill \($0)" } ?? "dicectl stop"
            }
        let remedy = isDatabaseThere ? "to save it: \(end)" : "put them back, or begin with what is there: \(end)"
        return "\(files) \(verb) removed, moved or replaced while diced used it; diced still has everything: \(remedy)"
    }

    private static func history(_ facts: DoctorFacts) -> (State, String)? {
        if let finding = facts.finding { return (.todo, "\(finding); to check all of it: dicectl verify --all") }
        if let entries = facts.entries {
            return (.ok, "the newest entries follow from their seeds; looked at: \(entries)")
        }
        if facts.status != nil, let refusal = facts.refusal { return (.todo, "not looked at: \(refusal)") }
        let reason = facts.refusal == nil ? "no daemon runs" : "the daemon does not answer"
        return (.hint, "not looked at, as \(reason): dicectl verify --all")
    }

    private static func units(_ facts: DoctorFacts) -> (State, String)? {
        let units = facts.units.filter { $0.value["LoadState"] == "loaded" }.sorted { $0.key < $1.key }
        guard let service = facts.units["diced.service"], service["LoadState"] == "loaded" else {
            return (.ok, facts.units.isEmpty && facts.isShared ? "not to be seen" : "not installed")
        }
        if units.contains(where: { $0.value["NeedDaemonReload"] == "yes" }) {
            return (.todo, "changed on the disk: \(facts.control) daemon-reload")
        }
        if let failed = units.first(where: { $0.value["ActiveState"] == "failed" })?.key {
            return (.todo, "\(failed) failed; see dicectl logs, then: \(facts.control) reset-failed \(failed)")
        }
        let (running, unit) = (facts.program ?? "", DoctorFacts.program(service) ?? "")
        if facts.status?.startedBy == "systemd", running.hasPrefix("/"), running != unit {
            return (.todo, "\(running) runs in the place of \(unit): \(facts.control) restart diced.service")
        }
        return (.ok, "\(service["FragmentPath"] ?? ""), \(service["ActiveState"] ?? "")")
    }

    private static func versions(_ facts: DoctorFacts) -> (State, String)? {
        guard let installed = facts.installed ?? facts.status?.version else {
            return (.todo, "no diced is beside dicectl or in $PATH: install it, or name it in $DICED")
        }
        if let status = facts.status, status.version != installed {
            let restart =
                switch status.startedBy {
                case "systemd": "\(facts.control) restart diced.service"
                case StartedBy.dicectl: "dicectl stop"
                default: "kill \(status.pid), and start it again"
                }
            return (.todo, "diced \(status.version) runs, and \(installed) is installed: \(restart)")
        }
        if installed != version {
            return (.todo, "dicectl is \(version) and diced \(installed): install the same version of both")
        }
        guard let page = facts.page, page != version else { return (.ok, "dicectl and all that runs are \(version)") }
        return (.todo, "diced-web \(page) runs, the rest is \(version): \(facts.control) restart diced-web.service")
    }

    private static func backups(_ facts: DoctorFacts) -> (State, String)? {
        guard let folder = facts.stateFolder, !facts.isHidden else { return nil }
        let hasTimer = facts.units["diced-backup.timer"]?["LoadState"] == "loaded"
        let action = facts.isActive("diced-backup.timer") ? "start diced-backup" : "enable --now diced-backup.timer"
        let advice = hasTimer ? "\(facts.control) \(action)" : "dicectl backup --keep 7"
        guard let age = facts.backupAge else {
            return (facts.entries ?? 0 == 0 ? .hint : .todo, "none in \(folder)/backups: \(advice)")
        }
        let text = "the last one is \(Measure.duration(seconds: max(0, age))) old"
        return age > 7 * 86_400 ? (.todo, "\(text): \(advice)") : (.ok, text)
    }

    private static func ssh(_ facts: DoctorFacts) -> (State, String)? {
        guard let missing = facts.remotePrograms.first(where: { !$0.isThere })?.name else {
            return facts.remotePrograms.isEmpty ? nil : (.ok, "installed")
        }
        return (.todo, "no \(missing): sudo apt install openssh-\(missing == "sshd" ? "server" : "client")")
    }
}
