internal import DiceServer
internal import DiceTable
internal import Glibc
internal import Listening
internal import Systemd
internal import Unix

/// Why the daemon ends before it serves: what it says, and its exit status after sysexits.h.
enum StartupFailure: Error {
    case noStateFolder
    case tooFewDescriptors(allowed: Int, least: Int)
    /// `--share` names a group that is not there.
    case noGroup(String)
    /// `--trust` names a user who is not there.
    case noUser(String)
    /// The databases of users and groups do not answer for this name.
    case noAnswer(String, SystemError)
    case other(any Error)

    init(_ error: any Error) {
        self = error as? StartupFailure ?? .other(error)
    }

    var message: String {
        switch self {
        case .noStateFolder: "there is no folder to keep the tables in: set $HOME, or name one with --state-dir"
        case .tooFewDescriptors(let allowed, let least):
            "only \(allowed) files may be open, and diced needs \(least): raise the hard limit (ulimit -n)"
        case .noGroup(let name): "there is no group \"\(name)\"; make it, as root: groupadd --system \(name)"
        case .noUser(let name): "there is no user \"\(name)\" to trust; look at the name after --trust"
        case .noAnswer(let name, let error):
            "cannot look up \"\(name)\": \(error); see to the databases in /etc/nsswitch.conf"
        case .other(let error): "\(error)"
        }
    }

    var status: Int32 {
        switch self {
        case .noStateFolder, .noGroup, .noUser: EX_CONFIG
        case .tooFewDescriptors: EX_OSERR
        case .other(let error as StoreError):
            switch error.kind {
            case .newer, .corrupt: EX_DATAERR
            case .held: EX_CANTCREAT
            case .unavailable: EX_IOERR
            }
        case .other(is ListeningError): EX_CANTCREAT
        case .other(is InheritedSocketError), .other(is ProcessText.Refusal): EX_CONFIG
        case .noAnswer, .other: EX_SOFTWARE
        }
    }
}
