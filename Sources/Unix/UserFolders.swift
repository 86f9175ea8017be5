import Glibc
import Synchronization

/// The folders in which programs keep a user's files, as the environment names them: the one rule
/// of all programs.
///
/// A folder counts only if it belongs to the caller, or would be made in one that does: `su -m` and
/// `sudo -E` leave the names of somebody else's, whose files would become the caller's there.
public struct UserFolders: Sendable {
    /// An environment variable; `nil` if it is unset or empty.
    var variable: @Sendable (String) throws(ProcessText.Error) -> String?
    var isOurs: @Sendable (String) -> Bool
    /// The home folder of the caller's account; `nil` if it is not known.
    var accountHome: @Sendable () -> String?
    /// Called with the variable and the folder that do not count.
    var passedOver: @Sendable (_ variable: String, _ folder: String) -> Void

    /// Those of this process. The first time that a variable does not count, standard error says
    /// so.
    public static let current = UserFolders(
        variable: { name throws(ProcessText.Error) in try ProcessText.variable(name) },
        isOurs: { isOurs($0) },
        accountHome: { accountHome(of: geteuid(), in: "/etc/passwd") },
        passedOver: { tell($0, $1) }
    )

    /// `$HOME`, else that of the account where `$HOME` is somebody else's. Nil if neither is known;
    /// throws if `$HOME` decides and is not an absolute path.
    public func home() throws(ProcessText.Error) -> String? {
        guard let home = try variable("HOME") else { return nil }
        guard home.hasPrefix("/") else {
            throw ProcessText.Error(
                description:
                    "$HOME is not an absolute path: \(home); set it to one, or name a folder in $DICED_STATE_DIR"
            )
        }
        if isOurs(home) {
            return home
        }
        passedOver("HOME", home)
        return accountHome().flatMap { $0.hasPrefix("/") && isOurs($0) ? $0 : nil }
    }

    /// `$XDG_STATE_HOME` if that is an absolute path, else `~/.local/state`. Nil and throws as
    /// `home()`.
    public func state() throws(ProcessText.Error) -> String? {
        if let folder = try named("XDG_STATE_HOME") {
            return folder
        }
        return try home().map { $0 + "/.local/state" }
    }

    /// `$XDG_CACHE_HOME` if that is an absolute path, else `~/.cache`. Nil and throws as `home()`.
    public func cache() throws(ProcessText.Error) -> String? {
        if let folder = try named("XDG_CACHE_HOME") {
            return folder
        }
        return try home().map { $0 + "/.cache" }
    }

    private func named(_ name: String) throws(ProcessText.Error) -> String? {
        guard let folder = try variable(name), folder.hasPrefix("/") else { return nil }
        if isOurs(folder) {
            return folder
        }
        passedOver(name, folder)
        return nil
    }

    /// Whether the folder belongs to the caller; of a missing one, the nearest one above it.
    static func isOurs(_ path: String) -> Bool {
        do {
            guard let folder = try PathComponent.all(to: path).last else {
                return false
            }
            return folder.isFolder && folder.owner == geteuid()
        } catch {
            return error.ownerAbove == geteuid()
        }
    }

    /// The sixth field of the account's line (passwd(5)). Other databases of accounts are not
    /// asked.
    static func accountHome(of uid: UInt32, in file: String) -> String? {
        var text: [UInt8] = []
        try? Descriptor.open(file, O_RDONLY).read { text += $0 }
        for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
            let fields = line.split(separator: ":", omittingEmptySubsequences: false)
            if fields.count == 7, fields[2] == "\(uid)" {
                return String(fields[5])
            }
        }
        return nil
    }

    private static let told = Atomic<UInt8>(0)

    private static func tell(_ variable: String, _ folder: String) {
        let names = ["HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"]
        let bit = UInt8(1) << (names.firstIndex(of: variable) ?? names.count)
        guard told.bitwiseOr(bit, ordering: .relaxed).oldValue & bit == 0 else {
            return
        }
        let remedy = variable == "HOME" ? "set it to your home folder" : "unset it"
        let line =
            "$\(variable) is not used: \(OneLine.escaped(folder)) does not belong to this user; \(remedy)\n"
        _ = Array(line.utf8).withUnsafeBytes {
            write(STDERR_FILENO, $0.baseAddress, $0.count)
        }
    }
}
