/// The version of the programs, shown by `--version`, `hello` and `server.status`.
public let version = "1.0.0"
