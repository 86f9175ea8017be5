import DiceTable
import Glibc
import Unix

/// The reason why the daemon exits before it serves: the message and the exit status from
/// sysexits.h.
enum StartupError: ExitStatusError, CustomStringConvertible {
    case noStateFolder
    case tooFewDescriptors(allowed: Int, minimum: Int)
    /// `--share` names a group that does not exist.
    case noGroup(String)
    /// `--trust` names a user that does not exist.
    case noUser(String)
    /// The databases of users and groups do not answer for this name.
    case noAnswer(String, SystemError)

    var description: String {
        switch self {
        case .noStateFolder:
            "no folder for the tables; set $HOME, or name one with --state-dir"
        case .tooFewDescriptors(let allowed, let minimum):
            "only \(allowed) files may be open, and diced needs \(minimum); raise the hard limit (ulimit -Hn)"
        case .noGroup(let name):
            "no group \"\(name)\"; create it as root: groupadd --system \(name)"
        case .noUser(let name):
            "no user \"\(name)\"; check the name after --trust"
        case .noAnswer(let name, let error):
            "cannot look up \"\(name)\": \(error); check the databases in /etc/nsswitch.conf"
        }
    }

    var exitStatus: Int32 {
        switch self {
        case .noStateFolder, .noGroup, .noUser: EX_CONFIG
        case .tooFewDescriptors: EX_OSERR
        case .noAnswer: EX_SOFTWARE
        }
    }
}

extension StoreError: ExitStatusError {
    public var exitStatus: Int32 {
        switch kind {
        case .newer, .corrupt: EX_DATAERR
        case .held: EX_CANTCREAT
        case .unavailable: EX_IOERR
        case .unreadable: EX_NOINPUT
        }
    }
}
