import Glibc
import Synchronization

/// A user's folders according to the environment. All programs share this rule.
///
/// A folder is used only if the caller owns it, or would create it in a folder that they own: `su
/// -m` and `sudo -E` keep another user's variables, and files created there would belong to the
/// caller.
public struct UserFolders: Sendable {
    /// Returns an environment variable; `nil` if it is unset or empty.
    var variable: @Sendable (String) throws(ProcessText.Error) -> String?
    var isOurs: @Sendable (String) -> Bool
    /// Returns the home folder of the caller's account; `nil` if unknown.
    var accountHome: @Sendable () -> String?
    /// Called with each ignored variable and its folder.
    var passedOver: @Sendable (_ variable: String, _ folder: String) -> Void

    /// The folders of this process. The first ignored variable is reported on standard error.
    public static let current = UserFolders(
        variable: { name throws(ProcessText.Error) in try ProcessText.variable(name) },
        isOurs: { isOurs($0) },
        accountHome: { accountHome(of: geteuid(), in: "/etc/passwd") },
        passedOver: { warn($0, $1) }
    )

    /// Returns `$HOME`, or the account's home folder if `$HOME` is unset or another user's; `nil` if
    /// neither is known. Throws if `$HOME` is used and is not an absolute path.
    public func home() throws(ProcessText.Error) -> String? {
        let account = { accountHome().flatMap { $0.hasPrefix("/") && isOurs($0) ? $0 : nil } }
        guard let home = try variable("HOME") else { return account() }
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
        return account()
    }

    /// Returns `$XDG_STATE_HOME` if it is an absolute path, otherwise `~/.local/state`. Returns
    /// `nil` and throws like `home()`.
    public func state() throws(ProcessText.Error) -> String? {
        if let folder = try named("XDG_STATE_HOME") {
            return folder
        }
        return try home().map { $0 + "/.local/state" }
    }

    /// Returns `$XDG_CACHE_HOME` if it is an absolute path, otherwise `~/.cache`. Returns `nil` and
    /// throws like `home()`.
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

    /// Returns true if the caller owns the folder, or the nearest existing one above it.
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

    /// Returns the sixth field of the account's line (passwd(5)). Does not ask other account
    /// databases.
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

    private static let reported = Atomic<UInt8>(0)

    private static func warn(_ variable: String, _ folder: String) {
        let names = ["HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"]
        let bit = UInt8(1) << (names.firstIndex(of: variable) ?? names.count)
        guard reported.bitwiseOr(bit, ordering: .relaxed).oldValue & bit == 0 else {
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
