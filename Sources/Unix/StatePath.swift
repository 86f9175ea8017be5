/// The folder that the tables and their history are stored in.
public enum StatePath {
    /// `--state-dir`, else `$DICED_STATE_DIR`, else `$STATE_DIRECTORY` (the first, if systemd names
    /// several), else `diced` in `UserFolders.state()`. Nil if not even `$HOME` is known. Throws if
    /// that decides and is a relative path.
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

    /// The rule applied to this process, as an absolute path.
    public static func current(option: String?) throws(ProcessText.Error) -> String? {
        guard let folder = try find(option: option, in: .current) else { return nil }
        return try ProcessText.absolute(folder)
    }
}
