internal import FoundationEssentials

/// The folder that the tables and their history are stored in.
public enum StatePath {
    /// `--state-dir`, else `$DICED_STATE_DIR`, else `$STATE_DIRECTORY` (the first, where systemd names several), else
    /// `$XDG_STATE_HOME/diced`, else `~/.local/state/diced`. Nil when not even `$HOME` is known.
    public static func find(option: String?, environment: [String: String]) -> String? {
        func variable(_ name: String) -> String? {
            environment[name].flatMap { $0.isEmpty ? nil : $0 }
        }
        if let option, !option.isEmpty { return option }
        if let folder = variable("DICED_STATE_DIR") { return folder }
        if let folders = variable("STATE_DIRECTORY") { return folders.split(separator: ":").first.map(String.init) }
        if let base = variable("XDG_STATE_HOME"), base.hasPrefix("/") { return base + "/diced" }
        return variable("HOME").map { $0 + "/.local/state/diced" }
    }

    /// The rule applied to this process.
    public static func current(option: String?) -> String? {
        find(option: option, environment: ProcessInfo.processInfo.environment)
    }
}
