internal import ArgumentParser
internal import DiceModel
internal import Glibc

/// Who plays, as everyone at the table sees it.
enum Player {
    /// `$LOGNAME`, which POSIX gives every session, else `$USER`, else the name in the user database, else the number.
    static func login(environment: [String: String]) -> String {
        let named = [environment["LOGNAME"], environment["USER"]].compactMap(\.self).first(where: PlayerLabel.isValid)
        return named ?? databaseName ?? "uid \(getuid())"
    }

    private static var databaseName: String? {
        guard let name = getpwuid(getuid()).map({ String(cString: $0.pointee.pw_name) }) else { return nil }
        return PlayerLabel.isValid(name) ? name : nil
    }

    static func label(_ text: String) throws -> String {
        guard PlayerLabel.isValid(text) else { throw ValidationError(PlayerLabel.rule) }
        return text
    }
}
