/// The folder that the tables and their history are stored in.
public enum StatePath {
    /// `--state-dir`, else `$DICED_STATE_DIR`, else `$STATE_DIRECTORY` (the first, if systemd names several), else
    /// `$XDG_STATE_HOME/diced` if that is an absolute path, else `~/.local/state/diced`. Nil if not even `$HOME` is
    /// known; throws if that is a relative path.
    /// - Parameter variable: an environment variable; nil if it is unset or empty. Only those that matter are asked for.
    public static func find(
        option: String?, variable: (String) throws(ProcessText.Error) -> String?
    ) throws(ProcessText.Error) -> String? {
        if let option, !option.isEmpty { return option }
        if let folder = try variable("DICED_STATE_DIR") { return folder }
        if let folders = try variable("STATE_DIRECTORY") { return folders.split(separator: ":").first.map(String.init) }
        if let base = try variable("XDG_STATE_HOME"), base.hasPrefix("/") { return base + "/diced" }
        guard let home = try variable("HOME") else { return nil }
        guard home.hasPrefix("/") else {
            throw ProcessText.Error(
                description:
                    "$HOME is not an absolute path: \(home); set it to one, or name a folder in $DICED_STATE_DIR")
        }
        return home + "/.local/state/diced"
    }

    /// The rule applied to this process, as an absolute path.
    public static func current(option: String?) throws(ProcessText.Error) -> String? {
        guard let folder = try find(option: option, variable: ProcessText.variable) else { return nil }
        return try ProcessText.absolute(folder)
    }
}
