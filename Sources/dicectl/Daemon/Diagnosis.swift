import DiceDrawing
import DiceWire
import Glibc
import Unix

/// The result of one check.
struct Diagnosis: Hashable {
    enum State: String { case ok, hint, todo }

    let check: String
    let state: State
    /// The finding, with what to type unless it is `ok`.
    let text: String

    static func all(_ facts: DoctorFacts) -> [Diagnosis] {
        let checks: [(String, (DoctorFacts) -> (State, String)?)] = [
            ("socket", socket),
            ("folders", folders),
            ("lock", lock),
            ("tables", tables),
            ("store", store),
            ("history", history),
            ("units", units),
            ("versions", versions),
            ("backups", backups),
            ("ssh", ssh),
            ("next", next),
        ]
        return checks.compactMap { name, check in
            check(facts).map {
                Diagnosis(check: name, state: $0, text: Printable.text($1))
            }
        }
    }

    private static func socket(_ facts: DoctorFacts) -> (State, String)? {
        let socket = facts.socket
        if let fault = fault(of: facts.descriptors, facts) {
            return (.todo, fault)
        }
        if let status = facts.status {
            return (
                .ok, "diced \(status.version) (pid \(status.pid)) answers on \(socket)"
            )
        }
        if let refusal = facts.refusal {
            return (.todo, refusal)
        }
        if facts.folderFault != nil {
            return (.todo, "no daemon can use \(socket); see folders")
        }
        if let fault = facts.noSocket {
            return (
                .todo, "\(fault); use another socket with --socket or $DICED_SOCKET"
            )
        }
        if facts.isListening, facts.isActive("diced.socket") {
            return (
                .ok,
                "systemd listens on \(socket) and starts the daemon for the first client"
            )
        }
        if facts.isListening {
            return (
                .hint,
                "another program listens on \(socket); to see which: ss -xlp src \(socket)"
            )
        }
        guard facts.isShared else {
            return (.ok, "no daemon is running; the next command starts one on \(socket)")
        }
        // The unit listens on the default socket only.
        return socket == SocketPath(sharedOption: nil, environment: [:]).path
            ? (
                .todo,
                "nothing listens on \(socket): sudo systemctl enable --now diced.socket"
            )
            : (
                .todo,
                "nothing listens on \(socket): start its daemon, or use another with --socket or $DICED_SOCKET"
            )
    }

    private static func fault(of descriptors: DescriptorUse?, _ facts: DoctorFacts)
        -> String?
    {
        guard let descriptors, descriptors.isFull else { return nil }
        let start =
            facts.isActive("diced.service")
            ? "LimitNOFILE= of diced.service (\(facts.control) edit diced.service), then \(facts.control) restart diced.service"
            : "the hard limit (ulimit -Hn) of the program that starts it, then stop it: \(end(of: facts))"
        return "\(descriptors.fault): close some, or raise \(start)"
    }

    /// Returns the command that stops the running daemon.
    private static func end(of facts: DoctorFacts) -> String {
        switch facts.status?.startedBy {
        case "systemd": "\(facts.control) stop diced.socket diced.service"
        case StartedBy.dicectl: "dicectl stop"
        default:
            (facts.status?.pid ?? facts.holder).map { "kill \($0)" } ?? "dicectl stop"
        }
    }

    private static func folders(_ facts: DoctorFacts) -> (State, String)? {
        let faults =
            [facts.folderFault].compactMap(\.self)
            + facts.places.compactMap { fault(of: $0, facts) }
        return faults.isEmpty
            ? (.ok, "not accessible to others") : (.todo, faults.joined(separator: "; "))
    }

    /// Files of other users are never changed: whoever has them open keeps them open, and a link
    /// may lead anywhere.
    private static func fault(of place: DoctorFacts.Place, _ facts: DoctorFacts)
        -> String?
    {
        let path = place.path
        let elsewhere = "use another folder with $DICED_STATE_DIR"
        if let owner = place.expectedOwner, owner != place.owner {
            return
                "\(path) belongs to uid \(place.owner), not to the daemon's user (uid \(owner)): "
                + "sudo mv \(path) \(path).old"
        }
        if let user = facts.user, user != place.owner {
            if path.hasSuffix("/backups") {
                return
                    "\(path) belongs to uid \(place.owner), not to this user (uid \(user)): mv \(path) \(path).old"
            }
            return
                "\(path) belongs to uid \(place.owner), not to this user (uid \(user)): \(elsewhere)"
        }
        if place.isLink, place.mode & place.closed != 0 {
            return "\(path) is a symbolic link to a folder or file open to others: \(elsewhere)"
        }
        let isStore = path.hasSuffix(".sqlite")
        if place.isFolder == isStore {
            return
                "\(path) is \(isStore ? "a folder" : "not a folder"): mv \(path) \(path).old"
        }
        let own: mode_t = isStore ? 0o600 : 0o700
        let mode = String(place.mode & ~place.closed | own, radix: 8)
        if place.mode & place.closed != 0 {
            return "\(path) is open to others: chmod \(mode) \(path)"
        }
        return place.mode & own == own
            ? nil : "\(path) is not accessible to its own user: chmod \(mode) \(path)"
    }

    private static func lock(_ facts: DoctorFacts) -> (State, String)? {
        guard let holder = facts.holder else {
            return (.ok, facts.isShared ? "not accessible" : "not held")
        }
        if let other = facts.tablesSocket, other != facts.socket {
            return (
                .todo,
                "pid \(holder) uses the tables; to use it, add --socket \(other); to stop it: kill \(holder)"
            )
        }
        return facts.isListening
            ? (.ok, "held by diced (pid \(holder))")
            : (
                .todo,
                "held by diced (pid \(holder)), which does not listen; see dicectl logs; to stop it: kill \(holder)"
            )
    }

    private static func store(_ facts: DoctorFacts) -> (State, String)? {
        guard let folder = facts.stateFolder else {
            return (.todo, "no folder for tables: set $HOME")
        }
        if facts.isHidden {
            return (.hint, "\(folder) is not accessible to you: sudo dicectl doctor --shared")
        }
        if !facts.displaced.isEmpty {
            return (.todo, displaced(facts))
        }
        let free = facts.freeBytes.map { ", \(Measure.size(bytes: $0)) free" } ?? ""
        if let fault = faultOfRoom(facts) {
            return (.todo, fault)
        }
        guard let bytes = facts.storeBytes else {
            return (.ok, "none yet in \(folder)\(free)")
        }
        guard let check = facts.check else {
            return (
                .hint,
                "not checked, because that takes too long here; to check, run diced --check --state-dir \(folder)"
            )
        }
        if check.status != 0 {
            return (
                .todo,
                "\(check.lines.first ?? "damaged"); see the section Store in: man diced"
            )
        }
        let isFull = (facts.freeBytes ?? .max) / 2 < bytes
        let found = "\(Measure.size(bytes: bytes)) in \(folder)\(free)"
        return isFull
            ? (.todo, "\(found): free some space there") : (.ok, found + ", no problem found")
    }

    /// The minimum free space that a store needs for its log, in bytes.
    private static let minRoom = 1 << 24

    private static func faultOfRoom(_ facts: DoctorFacts) -> String? {
        let folder = facts.writableFolder
        if facts.isReadOnly {
            return "the file system of \(folder) is mounted read-only: "
                + "mount -o remount,rw \"$(findmnt -no TARGET -T \(folder))\", as root"
        }
        if facts.isUnwritable {
            return "\(folder) is not accessible to this user: chmod u+rwx \(folder)"
        }
        if facts.freeFiles == 0 {
            return
                "no more files can be created in \(folder): remove some on its file system"
        }
        guard let free = facts.freeBytes, free < minRoom else { return nil }
        return "\(Measure.size(bytes: free)) free in \(folder): free some space there"
    }

    /// Compares the state folders used by the running daemon, by the unit and by this shell.
    private static func tables(_ facts: DoctorFacts) -> (State, String)? {
        guard
            let folder = facts.status?.stateFolder ?? facts.unitFolder
                ?? facts.shellFolder
        else {
            return nil
        }
        let running = facts.status?.stateFolder
        // The unit would take over the socket at the next start, with other tables.
        if let running, let unit = facts.unitFolder, unit != running,
            facts.isEnabled("diced.socket")
        {
            let edit =
                "\(facts.control) edit diced.service: Environment=DICED_STATE_DIR=\(running)"
            return (
                .todo,
                "the running daemon uses the tables in \(running), but diced.service would use \(unit); to keep the former: "
                    + "\(edit); to change to the latter: \(end(of: facts))"
            )
        }
        var others: [String] = []
        if let unit = facts.unitFolder, unit != folder {
            others.append("diced.service would use \(unit)")
        }
        // With a unit, commands start the unit.
        if let shell = facts.shellFolder, shell != folder {
            others.append(
                facts.unitFolder == nil || facts.status != nil
                    ? "a daemon started from this shell would use \(shell)"
                    : "$DICED_STATE_DIR and $HOME name \(shell)"
            )
        }
        let what =
            "the \(running == nil ? "next" : "running") daemon uses the tables in \(folder)"
        return others.isEmpty
            ? (.ok, "all in \(folder)")
            : (.hint, "\(what); \(others.joined(separator: ", and "))")
    }

    private static func displaced(_ facts: DoctorFacts) -> String {
        let files = facts.displaced.joined(separator: " and ")
        let verb = facts.displaced.count == 1 ? "was" : "were"
        let isDatabaseThere = facts.displaced.allSatisfy { $0.hasSuffix("-wal") }
        let end = end(of: facts)
        let remedy =
            isDatabaseThere
            ? "to save it: \(end)"
            : "put them back, or start with the files now there: \(end)"
        return
            "\(files) \(verb) removed, moved or replaced while diced was using it; diced still has all data: \(remedy)"
    }

    private static func history(_ facts: DoctorFacts) -> (State, String)? {
        if let finding = facts.finding {
            return (.todo, "\(finding); to check all of it: dicectl verify --all")
        }
        if let entries = facts.entries {
            return (
                .ok, "the newest entries follow from their seeds; checked: \(entries)"
            )
        }
        if facts.status != nil, let refusal = facts.refusal {
            return (.todo, "not checked: \(refusal)")
        }
        let reason =
            facts.isClosed
            ? "the daemon refused the connection"
            : facts.refusal == nil ? "no daemon is running" : "the daemon does not answer"
        return (.hint, "not checked, because \(reason): dicectl verify --all")
    }

    private static func units(_ facts: DoctorFacts) -> (State, String)? {
        let faults = facts.units.sorted { $0.key < $1.key }.compactMap {
            fault(of: $0.key, $0.value, facts)
        }
        if !faults.isEmpty {
            return (.todo, faults.joined(separator: "; "))
        }
        guard let service = facts.units["diced.service"],
            service["LoadState"] == "loaded"
        else {
            return (
                .ok,
                facts.units.isEmpty && facts.isShared
                    ? "not accessible" : "not installed"
            )
        }
        let running = facts.program ?? ""
        let unit = DoctorFacts.program(service) ?? ""
        if facts.status?.startedBy == "systemd", running.hasPrefix("/"), running != unit {
            return (
                .todo,
                "\(running) is running instead of \(unit): \(facts.control) restart diced.service"
            )
        }
        return (
            .ok, "\(service["FragmentPath"] ?? ""), \(service["ActiveState"] ?? "")"
        )
    }

    /// Returns the problem with a unit or with the unit's last run, and what to type.
    private static func fault(
        of name: String,
        _ unit: [String: String],
        _ facts: DoctorFacts
    )
        -> String?
    {
        let control = facts.control
        let journal = "journalctl \(facts.isShared ? "" : "--user ")-u"
        if unit["LoadState"] == "masked",
            ["diced.service", "diced.socket"].contains(name)
        {
            // Without the socket unit, a user's commands start a daemon themselves.
            let isNeeded =
                facts.isShared
                || name == "diced.service" && facts.isLoaded("diced.socket")
            return isNeeded ? "\(name) is masked: \(control) unmask \(name)" : nil
        }
        guard unit["LoadState"] == "loaded" else { return nil }
        if unit["NeedDaemonReload"] == "yes" {
            return "\(name) has changed on disk: \(control) daemon-reload"
        }
        let result = unit["Result"] ?? ""
        guard unit["ActiveState"] == "failed" || !["", "success"].contains(result)
        else {
            return nil
        }
        let isSocket = name.hasSuffix(".socket")
        let service = isSocket ? String(name.dropLast(6)) + "service" : name
        let names = isSocket ? "\(name) \(service)" : name
        if result.hasSuffix("limit-hit") {
            return
                "\(name) failed too often and is no longer restarted; its log: \(journal) \(service); "
                + "once fixed: \(control) reset-failed \(names)"
        }
        let status =
            unit["ExecMainStatus"].flatMap { $0 == "0" ? nil : ", status \($0)" } ?? ""
        let again =
            name == "diced-backup.service" ? "start \(name)" : "reset-failed \(names)"
        let reason = (result.isEmpty ? "unknown" : result) + status
        return
            "\(name) failed (\(reason)); its log: \(journal) \(name); once fixed: \(control) \(again)"
    }

    private static func versions(_ facts: DoctorFacts) -> (State, String)? {
        guard let installed = facts.installed ?? facts.status?.version else {
            return (
                .todo,
                "no diced beside dicectl or in $PATH: install it, or set $DICED to its path"
            )
        }
        if let status = facts.status, status.version != installed {
            let restart = status.restart(isShared: facts.isShared)
            return (
                .todo,
                "diced \(status.version) is running, but \(installed) is installed: \(restart)"
            )
        }
        if installed != version {
            return (
                .todo,
                "dicectl is \(version), but diced is \(installed): install the same version of both"
            )
        }
        guard let page = facts.page, page != version else {
            return (.ok, "dicectl and all running programs are \(version)")
        }
        return (
            .todo,
            "diced-web \(page) is running, but dicectl is \(version): \(facts.control) restart diced-web.service"
        )
    }

    private static func backups(_ facts: DoctorFacts) -> (State, String)? {
        guard let folder = facts.stateFolder, !facts.isHidden else { return nil }
        let hasTimer = facts.units["diced-backup.timer"]?["LoadState"] == "loaded"
        let action =
            facts.isActive("diced-backup.timer")
            ? "start diced-backup" : "enable --now diced-backup.timer"
        let advice = hasTimer ? "\(facts.control) \(action)" : "dicectl backup --keep 7"
        guard let age = facts.backupAge else {
            return (
                facts.entries ?? 0 == 0 ? .hint : .todo,
                "none in \(folder)/backups: \(advice)"
            )
        }
        let text = "the newest is \(Measure.duration(seconds: max(0, age))) old"
        return age > 7 * 86_400 ? (.todo, "\(text): \(advice)") : (.ok, text)
    }

    private static func ssh(_ facts: DoctorFacts) -> (State, String)? {
        guard let missing = facts.remotePrograms.first(where: { !$0.isThere })?.name
        else {
            return facts.remotePrograms.isEmpty ? nil : (.ok, "installed")
        }
        return (
            .todo,
            "no \(missing): sudo apt install openssh-\(missing == "sshd" ? "server" : "client")"
        )
    }

    private static func next(_ facts: DoctorFacts) -> (State, String)? {
        switch facts.next {
        case nil: nil
        case .failed(let reason): (.todo, "the next command fails: \(reason)")
        case .answered(let version, let pid, let wasStarted):
            (
                .ok,
                "diced \(version) (pid \(pid)) \(wasStarted ? "was started and answers" : "answers")"
            )
        }
    }
}
