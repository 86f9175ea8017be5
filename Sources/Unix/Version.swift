/// The version of the programs, shown by `--version`, `hello` and `server.status`.
public let version = "2.0.0"
