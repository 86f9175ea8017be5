import DiceTable
import Glibc
import Unix

/// The reason why the daemon exits before it serves: its message and its exit status from
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
            "there is no folder to keep the tables in: set $HOME, or name one with --state-dir"
        case .tooFewDescriptors(let allowed, let minimum):
            "only \(allowed) files may be open, and diced needs \(minimum): raise the hard limit (ulimit -n)"
        case .noGroup(let name):
            "there is no group \"\(name)\"; make it, as root: groupadd --system \(name)"
        case .noUser(let name):
            "there is no user \"\(name)\" to trust; look at the name after --trust"
        case .noAnswer(let name, let error):
            "cannot look up \"\(name)\": \(error); see to the databases in /etc/nsswitch.conf"
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
