internal import DiceServer
internal import DiceTable
internal import Glibc
internal import Systemd
internal import Unix

/// Why the daemon ends before it serves: what it says, and its exit status after sysexits.h.
enum StartupFailure: Error {
    case noStateFolder
    case tooFewDescriptors(allowed: Int, least: Int)
    case other(any Error)

    init(_ error: any Error) {
        self = error as? StartupFailure ?? .other(error)
    }

    var message: String {
        switch self {
        case .noStateFolder: "there is no folder to keep the tables in: set $HOME, or name one with --state-dir"
        case .tooFewDescriptors(let allowed, let least):
            "only \(allowed) files may be open, and diced needs \(least): raise the hard limit (ulimit -n)"
        case .other(let error): "\(error)"
        }
    }

    var status: Int32 {
        switch self {
        case .noStateFolder: EX_CONFIG
        case .tooFewDescriptors: EX_OSERR
        case .other(let error as StoreError):
            switch error.kind {
            case .newer, .corrupt: EX_DATAERR
            case .held: EX_CANTCREAT
            case .unavailable: EX_IOERR
            }
        case .other(is StartupError): EX_CANTCREAT
        case .other(is InheritedSocketError), .other(is ProcessText.Refusal): EX_CONFIG
        case .other: EX_SOFTWARE
        }
    }
}
