internal import DiceModel
internal import Glibc

/// The name of the user that this process runs as.
enum LoginName {
    /// From the password database; `uid N` where that has none that can be shown.
    static func current() -> String {
        var entry = passwd()
        var result: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 16_384)
        let uid = geteuid()
        guard getpwuid_r(uid, &entry, &buffer, buffer.count, &result) == 0, result != nil,
            let name = entry.pw_name.map({ String(cString: $0) }), PlayerLabel.isValid(name)
        else { return "uid \(uid)" }
        return name
    }
}
