import DiceClient
import DiceModel
import DiceVerifying
import DiceWire
import FoundationEssentials
import Glibc
import Unix

/// What `doctor` has seen of a daemon and of what surrounds it.
struct DoctorFacts {
    /// A folder or a file of the daemon's.
    struct Place: Hashable {
        let path: String
        var isFolder: Bool
        /// Whether its name is a symbolic link, which chmod(1) would follow.
        var isLink = false
        var mode: mode_t
        var owner: UInt32
        /// The permissions that nobody else may have there.
        var closed: mode_t = 0o077
    }

    var isShared = false
    /// Whom the places must belong to; nil for another user's daemon.
    var user: UInt32?
    var socket = ""
    var places: [Place] = []
    var isListening = false
    /// Why no socket can be there.
    var noSocket: String?
    /// What is wrong with the socket's folder, and what to do next.
    var folderFault: String?
    /// The process that has the lock of the socket or of the tables, and where the one that has the tables listens.
    var holder: Int?, tablesSocket: String?
    /// What the daemon tells, or why it tells nothing.
    var status: StatusResult?, refusal: String?
    /// The program that the daemon runs.
    var program: String?
    var stateFolder: String?, isHidden = false
    /// The store's files that were removed, moved or replaced since the daemon opened them.
    var displaced: [String] = []
    var storeBytes: Int?, freeBytes: Int?
    /// What `diced --check` says; nil if it could not run to its end.
    var check: (status: Int32, lines: [String])?
    /// How many of the newest entries were verified, and what is wrong with one; nil without a daemon.
    var entries: Int?, finding: String?
    /// What systemd says of each unit, by its properties.
    var units: [String: [String: String]] = [:]
    /// The versions of the daemon's program, and of the page that runs.
    var installed: String?, page: String?
    /// Seconds since the last backup.
    var backupAge: Int?
    /// The programs of ssh that are needed, and whether they are there.
    var remotePrograms: [(name: String, isThere: Bool)] = []

    var control: String { isShared ? "sudo systemctl" : "systemctl --user" }
    func isActive(_ unit: String) -> Bool { units[unit]?["ActiveState"] == "active" }
}

extension DoctorFacts {
    /// Looks, starts nothing and changes nothing. Each program and the daemon may take `limit`, the examination of the store
    /// `checkLimit`.
    init(_ context: CommandContext, limit: Duration = .seconds(5), checkLimit: Duration = .seconds(60)) throws {
        var (path, environment) = (try context.socketPath, context.environment)
        environment["XDG_RUNTIME_DIR"] = SocketPath.runtimeFolder(
            environment: environment, uid: geteuid(), isOurFolder: SocketFolder.isOurs)
        (isShared, socket, user) = (context.isShared, path.path, context.isShared ? nil : geteuid())
        let names = ["diced.service", "diced.socket", "diced-web.service", "diced-backup.timer"]
        let properties = "Id,LoadState,ActiveState,FragmentPath,NeedDaemonReload,ExecStart"
        let shown = CapturedRun(
            "systemctl", [isShared ? "--system" : "--user", "show", "-p", properties] + names, environment: environment,
            limit: limit)
        units = Self.units(shown?.output ?? "")
        isListening = OtherDaemon.isListening(on: socket)
        holder = OtherDaemon.holder(of: socket + ".lock")
        // Whoever connects to systemd's socket starts the daemon.
        let isSystemds = units.isEmpty ? access("/run/systemd/system", F_OK) == 0 : isActive("diced.socket")
        let isRunning = isActive("diced.service") || (isShared ? !isSystemds : holder != nil)
        if isListening, isRunning {
            do throws(ClientError) { try ask(path, limit) } catch {
                refusal = error.description
                if case .timedOut = error, let holder { refusal? += "; to end it: kill \(holder)" }
            }
        }
        look(atFolderOf: path)
        stateFolder = try isShared ? "/var/lib/diced" : status?.stateFolder ?? StatePath.current(option: nil)
        if let stateFolder { look(at: stateFolder) }
        if let stateFolder, let pid = status?.pid ?? holder {
            let store = stateFolder + "/diced.sqlite"
            displaced = OtherDaemon.displaced([store, store + "-wal"], of: pid, holding: socket + ".lock")
        }

        installed = (try? DaemonProgram.run(["--version"], of: path, limit: limit))?.lines.first
        if let stateFolder, storeBytes != nil {
            check = try? DaemonProgram.run(["--check", "--state-dir", stateFolder], of: path, limit: checkLimit)
        }
        let page = path.web(isShared: isShared)
        if isActive("diced-web.service") || OtherDaemon.holder(of: page.path + ".lock") != nil {
            let hello = try? client(page, limit).call(.hello, HelloParams())
            self.page = hello?.server.split(separator: "/").last.map(String.init)
        }
        let home = (try? UserFolders.current.home()) ?? nil
        let keys = home.flatMap { FileManager.default.contents(atPath: $0 + "/.ssh/authorized_keys") } ?? Data()
        let needed: [String?] = try [
            (environment["DICECTL_HOST"] ?? "").isEmpty ? nil : ProcessText.variable("DICECTL_SSH") ?? "ssh",
            String(decoding: keys, as: UTF8.self).contains("dicectl stdio") ? "sshd" : nil,
        ]
        let folders = ((environment["PATH"] ?? "") + ":/usr/sbin:/usr/local/sbin").split(separator: ":")
        remotePrograms = needed.compactMap(\.self).map { name in
            (name, (name.hasPrefix("/") ? [""] : folders).contains { access("\($0)/\(name)", X_OK) == 0 })
        }
    }

    private func client(_ path: SocketPath, _ limit: Duration) throws(ClientError) -> Client {
        let connection = isShared ? try Connection.openShared(path) : try Connection.open(path)
        return Client(connection, name: "dicectl/\(version)", timeout: limit)
    }

    private mutating func ask(_ path: SocketPath, _ limit: Duration) throws(ClientError) {
        let client = try client(path, limit)
        let status = try client.call(.status)
        self.status = status
        program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(status.pid)/exe")
        let page = try client.call(.history, HistoryQuery(.all, limit: 200, kind: .all))
        (entries, finding) = (page.entries.count, Self.finding(in: page))
    }

    /// What is wrong with the newest entries of the history; nil if nothing is.
    static func finding(in page: HistoryPage) -> String? {
        var (verifier, begun) = (HistoryVerifier(.export), Set<String>())
        do throws(Finding) {
            for entry in page.entries.reversed() {
                let table = entry.table
                // With a first turn or throw the verifier begins a table's history, of which older entries are not here.
                if page.more, entry.turn?.turn ?? entry.thrown?.number == 1, !begun.contains(table) { continue }
                begun.insert(table)
                try verifier.check(entry)
            }
            try verifier.finish()
            return nil
        } catch { return error.description }
    }

    private mutating func look(atFolderOf path: SocketPath) {
        let length = socket.utf8.count
        let most = SocketAddress.maximumLength
        if length > most {
            noSocket = "a socket's path has \(most) bytes at most, and \(socket) has \(length)"
            return
        }
        if isShared {
            place(path.folder, closed: 0o022)
            return
        }
        do {
            if try SocketFolder.exists(path.folder) { return }
        } catch {
            folderFault = error.description
            return
        }
        let above = SocketPath(path: path.folder).folder
        let owner = (try? FileStatus(above)).flatMap(\.self)?.owner
        if owner != 0 && owner != user || access(above, W_OK) != 0 {
            noSocket = "a folder for \(socket) has no place in \(above), which is not this user's"
        }
    }

    private mutating func place(_ path: String, closed: mode_t = 0o077) {
        guard let file = (try? FileStatus(path)).flatMap(\.self) else { return }
        var named = stat()
        let isLink = lstat(path, &named) == 0 && named.st_mode & S_IFMT == S_IFLNK
        // What somebody else's link leads to is that user's choice.
        let owner = isLink && named.st_uid != 0 && named.st_uid != geteuid() ? named.st_uid : file.owner
        places.append(
            Place(
                path: path, isFolder: file.isFolder, isLink: isLink, mode: file.mode & 0o777, owner: owner,
                closed: closed))
    }

    private mutating func look(at folder: String) {
        let file = folder + "/diced.sqlite"
        place(folder)
        place(file)
        isHidden = access(folder, R_OK | X_OK) != 0 && errno == EACCES
        let files = [file, file + "-wal"].compactMap { (try? FileStatus($0)).flatMap(\.self) }
        storeBytes = files.isEmpty ? nil : files.reduce(0) { $0 + $1.size }
        var room = statvfs()
        if statvfs(folder, &room) == 0 { freeBytes = Int(clamping: room.f_bavail) * Int(clamping: room.f_frsize) }
        let backups = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/backups")) ?? []
        backupAge = BackupName.copies(among: backups).last.map {
            Int((SystemTime.milliseconds - $0.instant.millisecondsSinceEpoch) / 1_000)
        }
        holder = holder ?? OtherDaemon.holder(of: folder + "/diced.lock")
        tablesSocket = OtherDaemon(stateFolder: folder)?.socket
    }

    /// What `systemctl show` prints of several units: properties, a line each, with a blank line between two units.
    static func units(_ shown: String) -> [String: [String: String]] {
        var (units, unit) = ([String: [String: String]](), [String: String]())
        for line in shown.split(separator: "\n", omittingEmptySubsequences: false) {
            let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
            if parts.count == 2 { unit[parts[0]] = parts[1] }
            units[unit["Id"] ?? ""] = unit
            if line.isEmpty { unit = [:] }
        }
        return units
    }

    /// The program of `ExecStart={ path=/usr/bin/diced ; argv[]=...`.
    static func program(_ unit: [String: String]) -> String? {
        unit["ExecStart"]?.split(separator: " ").first { $0.hasPrefix("path=") }.map { String($0.dropFirst(5)) }
    }
}
