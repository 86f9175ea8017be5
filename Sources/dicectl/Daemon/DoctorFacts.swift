import ArgumentParser
import DiceClient
import DiceFollowing
import DiceModel
import DiceVerifying
import DiceWire
import FoundationEssentials
import Glibc
import Unix

/// The facts that `doctor` has collected about a daemon and its environment.
struct DoctorFacts {
    /// A folder or file of the daemon.
    struct Place: Hashable {
        let path: String
        var isFolder: Bool
        /// True if its name is a symbolic link, which chmod(1) would follow.
        var isLink = false
        var mode: mode_t
        var owner: UInt32
        /// The permissions that must be off for everyone else.
        var closed: mode_t = 0o077
        /// The user who must own it, if different from the owner of the other places.
        var expectedOwner: UInt32?
    }

    /// The result of a trial of the next command.
    enum NextCommand: Hashable {
        /// A daemon answered; `wasStarted` is true if the daemon was started for this trial.
        case answered(version: String, pid: Int, wasStarted: Bool)
        /// The next command fails for this reason.
        case failed(String)
    }

    var isShared = false
    /// The user who must own the places; `nil` for another user's daemon.
    var user: UInt32?
    var socket = ""
    var places: [Place] = []
    var isListening = false
    /// The reason why there can be no socket.
    var noSocket: String?
    /// The problem with the socket's folder, and what to do next.
    var folderFault: String?
    /// The process that holds the lock on the socket or on the tables, and the socket of the daemon
    /// that is using the tables.
    var holder: Int?, tablesSocket: String?
    /// The daemon's status, or the reason why there is none.
    var status: StatusResult?, refusal: String?
    /// True if this user may not use the shared daemon's socket; `refusal` says why.
    var isClosed = false
    /// The open files of the daemon's process; `nil` if they are not visible.
    var descriptors: DescriptorUse?
    /// The daemon's program.
    var program: String?
    var stateFolder: String?, isHidden = false
    /// The state folders of a daemon started by this shell, and of `diced.service`.
    var shellFolder: String?, unitFolder: String?
    /// The folder or its nearest existing parent, and whether its file system is mounted read-only
    /// or not writable for this user.
    var writableFolder = "", isReadOnly = false, isUnwritable = false
    /// The number of files that can still be created there.
    var freeFiles: Int?
    /// The store's files that were removed, moved or replaced since the daemon opened them.
    var displaced: [String] = []
    var storeBytes: Int?, freeBytes: Int?
    /// The output of `diced --check`; `nil` if it could not complete.
    var check: (status: Int32, lines: [String])?
    /// How many of the newest entries were verified, and the problem with an entry, if any; `nil`
    /// without a daemon.
    var entries: Int?, finding: String?
    /// The properties of each systemd unit.
    var units: [String: [String: String]] = [:]
    /// The versions of the daemon's installed program and of the running page.
    var installed: String?, page: String?
    /// The seconds since the last backup.
    var backupAge: Int?
    /// The programs needed for ssh, and whether they are installed.
    var remotePrograms: [(name: String, isThere: Bool)] = []
    /// The result of trying the next command; `nil` until the command has been tried.
    var next: NextCommand?

    var control: String { isShared ? "sudo systemctl" : "systemctl --user" }
    func isActive(_ unit: String) -> Bool {
        units[unit]?["ActiveState"] == "active"
    }
    func isLoaded(_ unit: String) -> Bool {
        units[unit]?["LoadState"] == "loaded"
    }
    func isEnabled(_ unit: String) -> Bool {
        units[unit]?["UnitFileState"]?.hasPrefix("enabled") == true
    }
}

extension DoctorFacts {
    /// The units of the project.
    static let unitNames = [
        "diced.service", "diced.socket", "diced-web.service", "diced-web.socket",
        "diced-mqtt.service",
        "diced-backup.service", "diced-backup.timer",
    ]

    private static let unitProperties =
        "LoadState,ActiveState,SubState,UnitFileState,FragmentPath,NeedDaemonReload,Result,ExecMainStatus,"
        + ServiceSettings.properties

    /// Collects the facts without starting or changing anything. `limit` is the timeout for each
    /// program and for the daemon; `checkLimit` is the timeout for checking the store.
    init(
        _ context: CommandContext,
        limit: Duration = .seconds(5),
        checkLimit: Duration = .seconds(60)
    ) throws {
        let path = try context.socketPath
        var environment = ProcessInfo.processInfo.environment
        environment["XDG_RUNTIME_DIR"] = SocketPath.runtimeFolder(
            environment: environment,
            uid: geteuid(),
            isOurFolder: SocketFolder.isOurs
        )
        isShared = context.isShared
        socket = path.path
        user = isShared ? nil : geteuid()
        let manager = ServiceManager(isShared: isShared, limit: limit)
        units = manager.show(Self.unitNames, Self.unitProperties)
        unitFolder = manager.stateFolder(of: units["diced.service"])
        shellFolder = isShared ? nil : try StatePath.current(option: nil)
        isListening = OtherDaemon.isListening(on: socket)
        holder = OtherDaemon.holder(of: socket + ".lock")
        // Any connection to systemd's socket starts the daemon.
        let isSystemds =
            units.isEmpty
            ? access("/run/systemd/system", F_OK) == 0 : isActive("diced.socket")
        let isRunning =
            isActive("diced.service") || (isShared ? !isSystemds : holder != nil)
        if isShared, isListening {
            do throws(ClientError) { try Connection.checkShared(path) } catch {
                refusal = error.description
                isClosed = true
            }
        }
        if isListening, isRunning, !isClosed {
            do throws(ClientError) { try ask(path, limit) } catch {
                refusal = error.description
                if case .timedOut = error, let holder {
                    refusal? += "; to stop it: kill \(holder)"
                }
            }
        }
        look(atFolderOf: path)
        stateFolder =
            status?.stateFolder
            ?? (isShared ? unitFolder ?? "/var/lib/diced" : shellFolder)
        if let stateFolder {
            look(at: stateFolder)
        }
        descriptors = (status?.pid ?? holder).flatMap(DescriptorUse.init)
        if let stateFolder, let pid = status?.pid ?? holder {
            let store = stateFolder + "/diced.sqlite"
            displaced = OtherDaemon.displaced(
                [store, store + "-wal"],
                of: pid,
                holding: socket + ".lock"
            )
        }

        installed =
            (try? DaemonProgram.run(["--version"], of: path, limit: limit))?.lines.first
        if let stateFolder, storeBytes != nil {
            check = try? DaemonProgram.run(
                ["--check", "--state-dir", stateFolder],
                of: path,
                limit: checkLimit
            )
        }
        let page = path.web(isShared: isShared)
        if isActive("diced-web.service")
            || OtherDaemon.holder(of: page.path + ".lock") != nil
        {
            let hello = try? client(page, limit).call(.hello, HelloParams())
            self.page = hello?.server.split(separator: "/").last.map(String.init)
        }
        let home = (try? UserFolders.current.home()) ?? nil
        let keys =
            home.flatMap {
                FileManager.default.contents(atPath: $0 + "/.ssh/authorized_keys")
            }
            ?? Data()
        let needed: [String?] = try [
            (environment["DICECTL_HOST"] ?? "").isEmpty
                ? nil : ProcessText.variable("DICECTL_SSH") ?? "ssh",
            String(decoding: keys, as: UTF8.self).contains("dicectl stdio")
                ? "sshd" : nil,
        ]
        let folders = ((environment["PATH"] ?? "") + ":/usr/sbin:/usr/local/sbin")
            .split(
                separator: ":"
            )
        remotePrograms = needed.compactMap(\.self).map { name in
            (
                name,
                (name.hasPrefix("/") ? [""] : folders).contains {
                    access("\($0)/\(name)", X_OK) == 0
                }
            )
        }
    }

    /// Tries the next command: connects, starting a daemon if none is listening, and pings the
    /// daemon.
    mutating func tryNextCommand(_ context: CommandContext) {
        // The full timeout has already elapsed.
        if let refusal {
            next = .failed(refusal)
            return
        }
        let before = status?.pid
        do {
            let table = try context.namedTable()
            let client = try context.connect()
            _ = try client.call(.ping)
            if let table {
                _ = try client.call(.get, GetParams(table: table))
            }
            let status = try client.call(.status)
            next = .answered(
                version: status.version,
                pid: status.pid,
                wasStarted: status.pid != before
            )
        } catch let error as ValidationError {
            next = .failed(error.message)
        } catch {
            next = .failed(CommandError(error).message(in: context) ?? "\(error)")
        }
    }

    private func client(_ path: SocketPath, _ limit: Duration) throws(ClientError)
        -> Client
    {
        let connection =
            isShared ? try Connection.openShared(path) : try Connection.open(path)
        return Client(connection, name: "dicectl/\(version)", timeout: limit)
    }

    private mutating func ask(_ path: SocketPath, _ limit: Duration) throws(ClientError) {
        let client = try client(path, limit)
        let status = try client.call(.status)
        self.status = status
        program = try? FileManager.default.destinationOfSymbolicLink(
            atPath: "/proc/\(status.pid)/exe"
        )
        let page = try client.call(.history, HistoryQuery(.all, limit: 200, kind: .all))
        entries = page.entries.count
        finding = Self.finding(in: page)
    }

    /// Returns the problem found in the newest history entries; `nil` if there is none.
    static func finding(in page: HistoryPage) -> String? {
        var verifier = HistoryVerifier(.export)
        var begun = Set<String>()
        do throws(Finding) {
            for entry in page.entries.reversed() {
                let table = entry.table
                // At a first turn or throw the verifier begins a table's history, but that table's
                // older entries are not in this page.
                if page.more, entry.turn?.turn ?? entry.thrown?.number == 1,
                    !begun.contains(table)
                {
                    continue
                }
                begun.insert(table)
                try verifier.check(entry)
            }
            try verifier.finish()
            return nil
        } catch { return error.description }
    }

    private mutating func look(atFolderOf path: SocketPath) {
        let length = socket.utf8.count
        let maximum = SocketAddress.maximumLength
        if length > maximum {
            noSocket =
                "\(socket) has \(length) bytes, but a socket's path can have at most \(maximum)"
            return
        }
        if isShared {
            place(path.folder, closed: 0o022)
            return
        }
        do {
            if try SocketFolder.exists(path.folder) {
                return
            }
        } catch {
            folderFault = error.description
            return
        }
        let above = SocketPath(path: path.folder).folder
        let owner = (try? FileStatus(above)).flatMap(\.self)?.owner
        if owner != 0 && owner != user || access(above, W_OK) != 0 {
            noSocket =
                "the folder of \(socket) cannot be created in \(above), which belongs to another user"
        }
    }

    /// Examines the file system of a folder or of its nearest existing parent.
    private mutating func lookAtRoom(for folder: String) {
        var path = folder
        while access(path, F_OK) != 0, errno == ENOENT, path.count > 1 {
            path = SocketPath(path: path).folder
        }
        var room = statvfs()
        guard statvfs(path, &room) == 0 else { return }
        writableFolder = path
        freeBytes = Int(clamping: room.f_bavail) * Int(clamping: room.f_frsize)
        // Some file systems have no limit and report 0.
        freeFiles = room.f_files == 0 ? nil : Int(clamping: room.f_favail)
        isReadOnly = Int(room.f_flag) & Int(ST_RDONLY) != 0
        isUnwritable = !isShared && access(path, W_OK | X_OK) != 0
    }

    private mutating func place(
        _ path: String,
        closed: mode_t = 0o077,
        expectedOwner: UInt32? = nil
    ) {
        guard let file = (try? FileStatus(path)).flatMap(\.self) else { return }
        var named = stat()
        let isLink = lstat(path, &named) == 0 && named.st_mode & S_IFMT == S_IFLNK
        // The target of another user's link is that user's choice.
        let owner =
            isLink && named.st_uid != 0 && named.st_uid != geteuid()
            ? named.st_uid : file.owner
        places.append(
            Place(
                path: path,
                isFolder: file.isFolder,
                isLink: isLink,
                mode: file.mode & 0o777,
                owner: owner,
                closed: closed,
                expectedOwner: expectedOwner
            )
        )
    }

    private mutating func look(at folder: String) {
        let file = folder + "/diced.sqlite"
        place(folder)
        place(file)
        // A shared daemon's files belong to the owner of the daemon's folder.
        let owner = isShared ? places.first { $0.path == folder }?.owner : nil
        place(folder + "/backups", expectedOwner: owner)
        isHidden = access(folder, R_OK | X_OK) != 0 && errno == EACCES
        let files = [file, file + "-wal"].compactMap {
            (try? FileStatus($0)).flatMap(\.self)
        }
        storeBytes = files.isEmpty ? nil : files.reduce(0) { $0 + $1.size }
        lookAtRoom(for: folder)
        let backups =
            (try? FileManager.default.contentsOfDirectory(atPath: folder + "/backups"))
            ?? []
        backupAge = BackupName.copies(among: backups).last.map {
            Int((SystemTime.milliseconds - $0.instant.millisecondsSinceEpoch) / 1_000)
        }
        holder = holder ?? OtherDaemon.holder(of: folder + "/diced.lock")
        tablesSocket = OtherDaemon(stateFolder: folder)?.socket
    }

    /// Returns the program in `ExecStart={ path=/usr/bin/diced ; argv[]=...`.
    static func program(_ unit: [String: String]) -> String? {
        unit["ExecStart"]?.split(separator: " ").first { $0.hasPrefix("path=") }.map {
            String($0.dropFirst(5))
        }
    }
}
