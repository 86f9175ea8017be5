/// The folder that the tables and their history are stored in.
public enum StatePath {
    /// `--state-dir`, else `$DICED_STATE_DIR`, else `$STATE_DIRECTORY` (the first, where systemd names several), else
    /// `$XDG_STATE_HOME/diced` where that is an absolute path, else `~/.local/state/diced`. Nil when not even `$HOME` is
    /// known; throws where that is a relative path.
    ///
    /// - Parameter variable: an environment variable; nil where it is unset or empty. It is asked for no more than matter.
    public static func find(
        option: String?, variable: (String) throws(ProcessText.Refusal) -> String?
    ) throws(ProcessText.Refusal) -> String? {
        if let option, !option.isEmpty { return option }
        if let folder = try variable("DICED_STATE_DIR") { return folder }
        if let folders = try variable("STATE_DIRECTORY") { return folders.split(separator: ":").first.map(String.init) }
        if let base = try variable("XDG_STATE_HOME"), base.hasPrefix("/") { return base + "/diced" }
        guard let home = try variable("HOME") else { return nil }
        guard home.hasPrefix("/") else {
            throw ProcessText.Refusal(
                description: "$HOME is no absolute path: \(home); set it to one, or name a folder in $DICED_STATE_DIR")
        }
        return home + "/.local/state/diced"
    }

    /// The rule applied to this process.
    public static func current(option: String?) throws(ProcessText.Refusal) -> String? {
        try find(option: option, variable: ProcessText.variable)
    }
}
