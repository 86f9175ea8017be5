/// The folder of the store.
public enum StatePath {
    /// Returns `--state-dir`, otherwise `$DICED_STATE_DIR`, otherwise `$STATE_DIRECTORY` (the first
    /// one, if systemd lists several), otherwise `diced` in `UserFolders.state()`; `nil` if not
    /// even `$HOME` is known. Throws if `$HOME` is used and is a relative path.
    static func find(option: String?, in folders: UserFolders) throws(ProcessText.Error)
        -> String?
    {
        if let option, !option.isEmpty {
            return option
        }
        if let folder = try folders.variable("DICED_STATE_DIR") {
            return folder
        }
        if let names = try folders.variable("STATE_DIRECTORY") {
            return names.split(separator: ":").first.map(String.init)
        }
        return try folders.state().map { $0 + "/diced" }
    }

    /// Applies the rule to this process; returns an absolute path.
    public static func current(option: String?) throws(ProcessText.Error) -> String? {
        guard let folder = try find(option: option, in: .current) else { return nil }
        return try ProcessText.absolute(folder)
    }
}
