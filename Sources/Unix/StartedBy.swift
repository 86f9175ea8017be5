/// How a daemon knows that a client started it.
public enum StartedBy {
    /// The environment variable that a client gives the daemon.
    public static let variable = "DICED_STARTED_BY"
    /// What it then holds.
    public static let dicectl = "dicectl"
}
